import { join, relative, resolve } from 'node:path';
import type { Argv } from 'yargs';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { readDataFolder } from '../sandbox/dataFolder.js';
import { formatRequestLine } from '../sandbox/service.js';
import { command } from './command.js';
import { many, once } from './commonOptions.js';
import { faultOptions, shapeOptions } from './sandboxSettings.js';

const HIGHEST_PORT = 65_535;

interface SandboxOptions {
  readonly data: string | undefined;
  readonly port: string;
  readonly adminPort: string;
  readonly fault: readonly string[];
  readonly shape: readonly string[];
  readonly limits: boolean;
  readonly quiet: boolean;
}

export const sandboxCommand = command<SandboxOptions>({
  usage: 'sandbox',
  describe: 'Serve a data folder as the Workforce API on this machine, until Ctrl-C',
  examples: [
    ['$0 sandbox', 'The sample employer'],
    ['$0 sandbox --data my-data --port 4010', 'Your own folder (format: samples/README.md)'],
    ['$0 sandbox --fault serverError:probability=0.2 --fault latency:latencyMs=300', 'A bad day'],
    ['$0 sandbox --shape zone=nested', 'Other names for what the API leaves undocumented'],
  ],
  options: (args: Argv) =>
    args
      .option('data', {
        type: 'string',
        describe: 'Data folder; default: the sample employer',
        coerce: once('data'),
      })
      .option('port', {
        type: 'string',
        default: '0',
        describe: 'Port of the API; 0 takes a free one',
        coerce: once('port'),
      })
      .option('admin-port', {
        type: 'string',
        default: '0',
        describe: 'Port of the administration interface',
        coerce: once('admin-port'),
      })
      .option('fault', many('KIND[:KEY=VALUE,…] (repeatable)', 'none'))
      .option('shape', many('ASPECT=NAME (repeatable)', 'those of the data folder'))
      .option('limits', {
        type: 'boolean',
        default: true,
        describe: 'Rate limits (--no-limits switches them off)',
      })
      .option('quiet', {
        type: 'boolean',
        default: false,
        describe: 'No line per request',
      }),
  run: serve,
});

/** @throws PaytallyError USAGE */
function portOf(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  throw new PaytallyError('USAGE', `${option} ${text}: this is no port.`, {
    record: option,
    remedy: `Give a number from 0 to ${HIGHEST_PORT}; 0 takes a free one.`,
  });
}

async function serve(options: SandboxOptions, context: Context): Promise<ExitStatus> {
  const port = portOf('--port', options.port);
  const adminPort = portOf('--admin-port', options.adminPort);
  const folder =
    options.data === undefined
      ? join(context.packageFolder, 'samples/data')
      : resolve(context.cwd, options.data);
  const data = await readDataFolder(folder);
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const faults = options.fault.length > 0 ? { faults: faultOptions(options.fault, data.faults) } : {};
  const limits = options.limits ? {} : { limits: { enabled: false } };
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../sandbox/startSandbox.js');
  const sandbox = await startSandbox({
    ...data,
    ...faults,
    ...limits,
    shapes: { ...data.shapes, ...shapeOptions(options.shape) },
    port,
    adminPort,
    onRequest: (line) => terminal.message(formatRequestLine(line)),
  });
  terminal.result(`API             ${sandbox.baseUrl}\nadministration  ${sandbox.adminUrl}`);
  const place = join(folder, 'service.json');
  const inside = relative(context.cwd, place);
  const secrets = inside.startsWith('..') ? place : inside;
  for (const { name, employerId, integrations = [] } of data.employers) {
    terminal.result(`employer        ${employerId} (${name})`);
    for (const { clientId } of integrations)
      terminal.result(`  client        ${clientId} (its secret: ${secrets})`);
  }
  terminal.message('Ctrl-C ends it.');
  await aborted(context.signal);
  await sandbox.stop();
  return ExitStatus.done;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
}
