import { relative, resolve } from 'node:path';
import { isSea } from 'node:sea';
import { openLocalizedTerminal } from '../app/session/openSession.js';
import { withSampleExport } from '../app/setup/sampleExport.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { builtInOf } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import {
  argumentLanguage,
  command,
  homeFolder,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  textWithDefault,
} from './command.js';
import { runEmployers } from './runEmployers.js';

const PARAMETERS = { out: textWithDefault('option.folder', './paytally-demo', 'folder'), ...OUTPUT_OPTIONS };

export const demoCommand = command({
  usage: 'demo',
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata" }] }',
  parameters: PARAMETERS,
  run: runDemo,
});

/** The options of `export` that the demo does not have. */
const DRAFT_OF_ALL = {
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
};

/** Runs a real export, with a real configuration, against a service on a loopback socket of this process. */
async function runDemo(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const language = builtInOf(await argumentLanguage([], context));
  const say = sayIn(language);
  const terminal = openLocalizedTerminal(context, options, language);
  const places = { out: resolve(context.cwd, options.out), home: homeFolder(context) };
  return withSampleExport(context, places, async (sample) => {
    if (!options.json) terminal.message(message('init.demo.sandbox', { address: sample.address }));
    const { period, config, store } = sample;
    const run = {
      ...options,
      ...DRAFT_OF_ALL,
      period,
      config,
      store,
      hint: say('init.demo.hint'),
      reportLanguage: language,
    };
    const status = await runEmployers(run, sample.context, 'write');
    if (status === ExitStatus.done && !options.json) {
      const file = relative(context.cwd, sample.workbook) || sample.workbook;
      terminal.result(`\n${say('init.demo.next', { file, program: isSea() ? 'paytally' : 'npx paytally' })}`);
    }
    return status;
  });
}
