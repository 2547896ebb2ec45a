import { relative } from 'node:path';
import { findingJson } from '../app/doctor/doctorFinding.js';
import { openLocalizedTerminal } from '../app/session/openSession.js';
import { InitDialogue } from '../app/setup/init/dialogue.js';
import { type FirstLook, firstLook } from '../app/setup/init/firstLook.js';
import { type Initialised, initialiseEmployer, initialiseSandbox } from '../app/setup/init/initialise.js';
import { SAMPLE_MONTH } from '../app/setup/sampleExport.js';
import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import { type Language, languageOf } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { InterruptedAfterWriting } from '../runtime/interruption.js';
import { fittedText } from '../runtime/wrapText.js';
import {
  argumentLanguage,
  booleanOption,
  command,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  repeated,
} from './command.js';
import { doctorReport } from './doctorCommand.js';
import { printFailure } from './failure.js';
import { localCommand } from './nextCommand.js';

/** `--language` also selects that of reports here. */
const { language: _, ...PRINTING } = OUTPUT_OPTIONS;

const PARAMETERS = {
  'base-url': optionalText('init.option.baseUrl', 'url'),
  csv: optionalText('init.option.csv', 'file'),
  format: optionalText('init.option.format', 'name'),
  kimai: optionalText('init.option.kimai', 'url'),
  key: optionalText('init.option.key', 'key'),
  'employer-id': optionalText('init.option.employerId', 'id'),
  name: optionalText('init.option.name', 'name'),
  'client-id': optionalText('init.option.clientId', 'id'),
  'secret-env': optionalText('init.option.secretEnv', 'variable'),
  'secret-file': optionalText('init.option.secretFile', 'file'),
  country: optionalText('init.option.country', 'code'),
  zone: optionalText('init.option.zone', 'name'),
  language: optionalText('init.option.language', 'code'),
  locale: optionalText('init.option.locale', 'code'),
  preset: optionalText('init.option.preset', 'name'),
  template: repeated('init.option.template', 'name', 'monthlyHours'),
  sandbox: booleanOption('init.option.sandbox'),
  force: booleanOption('init.option.force'),
  check: booleanOption('init.option.check', true),
  ...PRINTING,
};

type InitOptions = ParsedOptions<typeof PARAMETERS>;

export const initCommand = command({
  usage: 'init',
  examples: [
    ['$0 init', 'init.example.ask'],
    ['$0 init --sandbox', 'init.example.sandbox'],
    ['$0 init --csv hours --name Bakery --country BE', 'init.example.csv'],
    [
      '$0 init --kimai https://kimai.example.com --secret-file secrets/kimai --country DE',
      'init.example.kimai',
    ],
    [
      '$0 init --base-url https://api.example.com --employer-id 0e6f --client-id payroll --secret-env PAYROLL_SECRET',
      'init.example.flags',
    ],
  ],
  json: '{ "files", "employer", "findings", "next" }',
  parameters: PARAMETERS,
  run: init,
});

/** Reports errors in the language of the dialogue: there may be no configuration yet. */
async function init(options: InitOptions, context: Context): Promise<ExitStatus> {
  const questions = options.sandbox ? undefined : context.questions;
  const language = options.sandbox ? (context.language ?? 'en') : await argumentLanguage([], context);
  const progress = options.progress && !options.quiet;
  const dialogue = new InitDialogue(context, questions, language, progress, (failure, shownIn) =>
    printFailure(failure, { json: false, language: shownIn }, context),
  );
  if (options.language !== undefined) dialogue.language = languageOf(options.language);
  try {
    return await (options.sandbox
      ? initialiseSandbox(options, context, dialogue, (initialised, reachable) =>
          finish(initialised, reachable, options, context),
        )
      : initialiseEmployer(options, context, dialogue).then((initialised) =>
          finish(initialised, initialised.loaded, options, context),
        ));
  } catch (failure) {
    const isInterrupted = context.signal.aborted && !(failure instanceof InterruptedAfterWriting);
    if (isInterrupted || !(failure instanceof PaytallyError)) throw failure;
    return printFailure(failure, { json: options.json, language: dialogue.language }, context);
  }
}

/** @param reachable with the temporary address of a sandbox, instead of the configured one */
async function finish(
  { written, employer, loaded }: Initialised,
  reachable: LoadedConfig,
  options: InitOptions,
  context: Context,
): Promise<ExitStatus> {
  const terminal = openLocalizedTerminal(context, options, loaded.language);
  const files = written.map((path) => relative(context.cwd, path));
  terminal.message(message('init.saved', { files: files.join(', ') }));
  const look = options.check
    ? await firstLook(reachable, employer, options, context, terminal).catch((failure: unknown) => {
        // The files remain: they are complete and load.
        const text = message('init.interrupted', { files: files.join(', ') });
        throw context.signal.aborted ? new InterruptedAfterWriting(text) : failure;
      })
    : undefined;
  const month = options.sandbox ? SAMPLE_MONTH : 'last-month';
  const next = `paytally check ${month} --employer ${employer}`;
  const local = (command: string) => localCommand(context, command);
  if (options.json) {
    terminal.result(
      JSON.stringify({ files: written, employer, findings: (look?.findings ?? []).map(findingJson), next }),
    );
  } else {
    const say = sayIn(loaded.language);
    const isReady = look === undefined || look.status === ExitStatus.done;
    const lines = [
      ...(look === undefined ? [] : [lookText(look, loaded.language), '']),
      ...(options.sandbox ? [say('init.startSandbox')] : []),
      isReady ? say('init.next', { command: local(next) }) : say('init.nextCorrect'),
    ];
    terminal.result(fittedText(lines.join('\n'), terminal.width));
  }
  return look?.status ?? ExitStatus.done;
}

function lookText({ problems, found }: FirstLook, language: Language): string {
  return found === undefined ? doctorReport(problems, language) : formatMessage(found, language);
}
