import { join, relative, resolve } from 'node:path';
import { isSea } from 'node:sea';
import { startFolderService } from '../app/setup/folderService.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import {
  booleanOption,
  command,
  optionalText,
  type ParsedOptions,
  parsePort,
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

async function serve(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const { data, fault: faults, shape: shapes, limits: isLimited } = options;
  const port = parsePort('--port', options.port);
  const adminPort = parsePort('--admin-port', options.adminPort);
  const folder =
    data === undefined ? join(context.packageFolder, 'samples/data') : resolve(context.cwd, data);
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const onRequest = (line: string) => terminal.message(line);
  const service = { folder, port, adminPort, faults, shapes, isLimited, onRequest };
  const { sandbox, employers, secretsFile } = await startFolderService(service);
  const { baseUrl: api, adminUrl: administration } = sandbox;
  const say = sayIn('en');
  terminal.result(say('terminal.sandbox.addresses', { api, administration }));
  const fromHere = relative(context.cwd, secretsFile);
  const shownFile = fromHere.startsWith('..') ? secretsFile : fromHere;
  // A file inside an executable cannot be opened.
  const isEmbedded = isSea() && data === undefined;
  for (const { name, employerId, integrations = [] } of employers) {
    terminal.result(say('terminal.sandbox.employer', { employerId, name }));
    for (const { clientId, clientSecret } of integrations) {
      const secrets = isEmbedded ? clientSecret : shownFile;
      terminal.result(say('terminal.sandbox.client', { clientId, secrets }));
    }
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
