import { join, relative, resolve } from 'node:path';
import { isSea } from 'node:sea';
import type { z } from 'zod';
import { validateWithSchema } from '../config/input/schemaProblems.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { joined, message } from '../i18n/message.js';
import { readDataFolder } from '../sandbox/dataFolder.js';
import { type FaultSettingsInput, faultSettings } from '../sandbox/faults.js';
import { formatRequestLine } from '../sandbox/service.js';
import { shapeSettings } from '../sandbox/shapes.js';
import {
  booleanOption,
  command,
  optionalText,
  type ParsedOptions,
  repeated,
  textWithDefault,
} from './command.js';

const PARAMETERS = {
  data: optionalText('sandbox.option.data', 'folder'),
  port: textWithDefault('sandbox.option.port', '0', 'port'),
  'admin-port': textWithDefault('sandbox.option.adminPort', '0', 'port'),
  fault: repeated('sandbox.option.fault', 'fault'),
  shape: repeated('sandbox.option.shape', 'shape', 'dataFolder'),
  limits: booleanOption('sandbox.option.limits', true),
  quiet: booleanOption('sandbox.option.quiet'),
};

export const sandboxCommand = command({
  usage: 'sandbox',
  examples: [
    ['$0 sandbox', 'sandbox.example.sample'],
    ['$0 sandbox --data my-data --port 4010', 'sandbox.example.data'],
    [
      '$0 sandbox --fault serverError:probability=0.2 --fault latency:latencyMs=300',
      'sandbox.example.faults',
    ],
    ['$0 sandbox --shape zone=nested', 'sandbox.example.shape'],
  ],
  parameters: PARAMETERS,
  run: serve,
});

const MAX_PORT = 65_535;

/** @throws PaytallyError USAGE */
function parsePort(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw new PaytallyError('USAGE', message('commands.noPort', { option, value: text, max: MAX_PORT }), {
    record: option,
  });
}

async function serve(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const port = parsePort('--port', options.port);
  const adminPort = parsePort('--admin-port', options.adminPort);
  const folder =
    options.data === undefined
      ? join(context.packageFolder, 'samples/data')
      : resolve(context.cwd, options.data);
  const data = await readDataFolder(folder);
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const faults = options.fault.length > 0 ? { faults: parseFaults(options.fault, data.faults) } : {};
  const limits = options.limits ? {} : { limits: { enabled: false } };
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../sandbox/startSandbox.js');
  const sandbox = await startSandbox({
    ...data,
    ...faults,
    ...limits,
    shapes: { ...data.shapes, ...parseShapes(options.shape) },
    port,
    adminPort,
    onRequest: (line) => terminal.message(formatRequestLine(line)),
  });
  const isEmbedded = isSea() && options.data === undefined;
  const place = join(folder, 'service.json');
  const inside = relative(context.cwd, place);
  const secrets = inside.startsWith('..') ? place : inside;
  const say = sayIn('en');
  terminal.result(
    say('terminal.sandbox.addresses', { api: sandbox.baseUrl, administration: sandbox.adminUrl }),
  );
  for (const { name, employerId, integrations = [] } of data.employers) {
    terminal.result(say('terminal.sandbox.employer', { employerId, name }));
    // A file inside an executable cannot be opened.
    for (const { clientId, clientSecret } of integrations)
      terminal.result(
        say('terminal.sandbox.client', { clientId, secrets: isEmbedded ? clientSecret : secrets }),
      );
  }
  terminal.message(message('terminal.sandbox.stop'));
  await untilAborted(context.signal);
  await sandbox.stop();
  return ExitStatus.done;
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
}

/**
 * Reads `--fault KIND[:KEY=VALUE,…]` and adds the rules to those of the data folder.
 * @throws PaytallyError USAGE
 */
function parseFaults(texts: readonly string[], given: FaultSettingsInput | undefined): FaultSettingsInput {
  const rules = texts.map((text) => {
    const [kind = '', settings = ''] = text.split(/:(.*)/s);
    return { kind, ...parsePairs(settings.split(',').filter(Boolean)) };
  });
  return validateSettings(faultSettings, { ...given, rules: [...(given?.rules ?? []), ...rules] }, '--fault');
}

/** Reads `--shape ASPECT=NAME`. @throws PaytallyError USAGE */
function parseShapes(texts: readonly string[]): z.output<typeof shapeSettings> {
  return validateSettings(shapeSettings, parsePairs(texts), '--shape');
}

function parsePairs(texts: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    texts.map((text) => {
      const [key = '', value = ''] = text.split(/=(.*)/s);
      const isNumber = value !== '' && Number.isFinite(Number(value));
      return [key, isNumber ? Number(value) : value];
    }),
  );
}

function validateSettings<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  option: string,
): z.output<Schema> {
  const result = validateWithSchema(schema, value);
  if ('data' in result) return result.data;
  const problems = result.problems.map(({ path, message: problem }) => {
    const key = path.filter((step) => typeof step === 'string' && step !== 'rules').join('.');
    return message('commands.setting', { option, key, problem });
  });
  throw new PaytallyError('USAGE', joined(problems), { record: option });
}
