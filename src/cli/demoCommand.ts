import { join, relative, resolve } from 'node:path';
import { isSea } from 'node:sea';
import { openLocalizedTerminal } from '../app/actions/actionSession.js';

import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { builtInOf } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { readDataFolder } from '../sandbox/dataFolder.js';
import { announced, claimsFolder } from '../sources/staging/withStore.js';
import {
  argumentLanguage,
  command,
  homeFolder,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  textWithDefault,
} from './command.js';
import { runEmployers } from './runEmployers.js';

const SAMPLE_MONTH = '2026-10';

const PARAMETERS = { out: textWithDefault('option.folder', './paytally-demo', 'folder'), ...OUTPUT_OPTIONS };

export const demoCommand = command({
  usage: 'demo',
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata" }] }',
  parameters: PARAMETERS,
  run: runDemo,
});

/** Runs a real export, with a real configuration, against a service on a loopback socket of this process. */
async function runDemo(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const samples = join(context.packageFolder, 'samples');
  const data = await readDataFolder(join(samples, 'data'));
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../sandbox/startSandbox.js');
  const sandbox = await startSandbox(data);
  try {
    const out = resolve(context.cwd, options.out);
    const language = builtInOf(await argumentLanguage([], context));
    const terminal = openLocalizedTerminal(context, options, language);
    const say = sayIn(language);
    if (!options.json) terminal.message(message('init.demo.sandbox', { address: sandbox.baseUrl }));
    const env = {
      ...context.env,
      PAYTALLY_SANDBOX_URL: sandbox.baseUrl,
      PAYTALLY_SANDBOX_SECRET: data.employers[0]?.integrations?.[0]?.clientSecret,
    };
    const store = join(out, '.paytally');
    const home = announced(claimsFolder(homeFolder(context)), { folder: store, base: out });
    const status = await runEmployers(
      {
        ...options,
        period: SAMPLE_MONTH,
        config: join(samples, 'paytally.yaml'),
        store,
        employer: [],
        template: [],
        final: false,
        supersede: undefined,
        estimateFrom: undefined,
        accept: [],
        read: undefined,
        dryRun: false,
        deliver: false,
        mail: false,
        jobs: '1',
        hint: say('init.demo.hint'),
        language,
      },
      { ...context, env },
      'write',
    ).finally(() => home?.close());
    if (status === ExitStatus.done && !options.json)
      terminal.result(
        `\n${say('init.demo.next', { file: firstToOpen(out, context), program: isSea() ? 'paytally' : 'npx paytally' })}`,
      );
    return status;
  } finally {
    await sandbox.stop();
  }
}

function firstToOpen(out: string, context: Context): string {
  const workbook = join(out, 'draft', `bakery_${SAMPLE_MONTH}_monthly-hours.xlsx`);
  return relative(context.cwd, workbook) || workbook;
}
