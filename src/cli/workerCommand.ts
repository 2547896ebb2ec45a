import { withLoggedWork } from '../app/schedule/loggedWork.js';
import { runWorker } from '../app/schedule/worker/runWorker.js';
import { openSession } from '../app/session/openSession.js';
import { outFolder } from '../app/session/runRequests.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { isServerUrl } from '../store/postgres/server.js';
import { useServer } from '../store/postgres/serverUse.js';
import {
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  numberWithin,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
} from './command.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  ...EMPLOYER_OPTION,
  jobs: optionalText('worker.option.jobs', 'number'),
  out: optionalText('worker.option.out', 'folder'),
  listen: optionalText('option.listen', 'address'),
  log: choice(['text', 'json'], 'text', 'worker.option.log'),
  quiet: OUTPUT_OPTIONS.quiet,
  verbose: OUTPUT_OPTIONS.verbose,
};

type WorkerOptions = ParsedOptions<typeof PARAMETERS>;

export const workerCommand = command({
  usage: 'worker',
  examples: [
    ['$0 worker', 'worker.example.plain'],
    ['$0 worker --listen 127.0.0.1:9464 --log json', 'worker.example.listen'],
  ],
  json: undefined,
  parameters: PARAMETERS,
  run: work,
});

const JOBS = { option: '--jobs', min: 1, max: 64 };

/** Until the program is asked to end, which is not a failure. */
async function work(options: WorkerOptions, context: Context): Promise<ExitStatus> {
  const session = await openSession({ ...options, progress: false }, context);
  const { loaded, storeFolder, terminal, employers } = session;
  const { store, worker } = loaded.config;
  if (!isServerUrl(store))
    throw new PaytallyError('CONFIG_INVALID', message('worker.noServer'), { record: 'store' });
  const jobs = options.jobs === undefined ? worker.jobs : numberWithin(options.jobs, JOBS);
  const answers = () => useServer(store, ({ server }) => server.query('SELECT 1'));
  let isTaking = false;
  const isReady = async () => isTaking && !context.signal.aborted && (await answers()).length === 1;
  await withLoggedWork(context, { loaded, storeFolder, terminal }, options, isReady, async (logged) => {
    const { host, onEvent } = logged;
    await runWorker(host, {
      loaded,
      employers,
      storeFolder,
      jobs,
      clients: worker.clients,
      outOf: (employer) => outFolder(options, context.cwd, loaded, employer),
      onEvent,
      onReady: () => {
        isTaking = true;
      },
    });
    onEvent({ kind: 'stopped' });
  });
  return ExitStatus.done;
}
