import { existsSync, promises } from 'node:fs';
import { join, relative } from 'node:path';
import { openLocalizedTerminal } from '../app/actions/actionSession.js';
import { AnswerChecks } from '../app/setup/init/answerChecks.js';
import { collectAnswers } from '../app/setup/init/answers.js';
import { InitDialogue } from '../app/setup/init/dialogue.js';
import { type FirstLook, firstLook } from '../app/setup/init/firstLook.js';
import { type Answers, refuseSharedFlags } from '../app/setup/init/initialConfig.js';
import { readPayrollSystems } from '../app/setup/init/payrollSystems.js';
import { sandboxAnswers } from '../app/setup/init/sandboxAnswers.js';
import { readNewSecret, writeAnswers } from '../app/setup/init/writeAnswers.js';
import type { LoadedConfig } from '../config/config.js';
import { CONFIG_NAME, loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { templatePlaces } from '../documents/template/loadTemplate.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import { type Language, languageOf } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { InterruptedAfterWriting } from '../runtime/interruption.js';
import { fittedText } from '../runtime/wrapText.js';
import { readDataFolder } from '../sandbox/dataFolder.js';
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

const PARAMETERS = {
  'base-url': optionalText('init.option.baseUrl', 'url'),
  key: optionalText('init.option.key', 'key'),
  'employer-id': optionalText('init.option.employerId', 'id'),
  name: optionalText('init.option.name', 'name'),
  'client-id': optionalText('init.option.clientId', 'id'),
  'secret-env': optionalText('init.option.secretEnv', 'variable'),
  'secret-file': optionalText('init.option.secretFile', 'file'),
  country: optionalText('init.option.country', 'code'),
  language: optionalText('init.option.language', 'code'),
  locale: optionalText('init.option.locale', 'code'),
  preset: optionalText('init.option.preset', 'name'),
  template: repeated('init.option.template', 'name', 'monthlyHours'),
  sandbox: booleanOption('init.option.sandbox'),
  force: booleanOption('init.option.force'),
  check: booleanOption('init.option.check', true),
  ...OUTPUT_OPTIONS,
};

type InitOptions = ParsedOptions<typeof PARAMETERS>;

export const initCommand = command({
  usage: 'init',
  examples: [
    ['$0 init', 'init.example.ask'],
    ['$0 init --sandbox', 'init.example.sandbox'],
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
  const language = options.sandbox ? 'en' : await argumentLanguage([], context);
  const progress = options.progress && !options.quiet;
  const dialogue = new InitDialogue(context, questions, language, progress, (failure, shownIn) =>
    printFailure(failure, { json: false, language: shownIn }, context),
  );
  if (options.language !== undefined) dialogue.language = languageOf(options.language);
  try {
    return await (options.sandbox ? initForSandbox : initForService)(options, context, dialogue);
  } catch (failure) {
    const isInterrupted = context.signal.aborted && !(failure instanceof InterruptedAfterWriting);
    if (isInterrupted || !(failure instanceof PaytallyError)) throw failure;
    return printFailure(failure, { json: options.json, language: dialogue.language }, context);
  }
}

async function initForService(
  options: InitOptions,
  context: Context,
  dialogue: InitDialogue,
): Promise<ExitStatus> {
  const path = join(context.cwd, CONFIG_NAME);
  const isFirst = options.force || !existsSync(path) || (await askWhetherToReplace(path, dialogue));
  if (!isFirst) {
    // An invalid configuration would remain invalid with another employer.
    await loadConfig({ path, cwd: context.cwd, env: context.env });
    await refuseSharedFlags(options, path);
  }
  const text = isFirst ? undefined : await promises.readFile(path, 'utf8');
  const checks = new AnswerChecks(context, { path, text, asksService: options.check }, dialogue);
  const answers = await collectAnswers(options, dialogue, checks, {
    isFirst,
    payrollSystems: () => readPayrollSystems(templatePlaces(context), dialogue.language),
    readSecret: (draft) => readNewSecret(draft, context, dialogue, checks),
  });
  const written = await writeAnswers(path, answers, checks, context);
  return finish(answers, written, options, context);
}

/** Without a terminal, an employer is added. */
async function askWhetherToReplace(path: string, { questions, say }: InitDialogue): Promise<boolean> {
  if (questions === undefined) return false;
  const next = await questions.choose(say('init.ask.exists', { path }), [
    { value: 'add', label: say('init.ask.add') },
    { value: 'replace', label: say('init.ask.overwrite') },
  ]);
  return next === 'replace';
}

/** Tests everything with a sandbox in this process; the configuration names the sandbox that the user starts. */
async function initForSandbox(
  options: InitOptions,
  context: Context,
  dialogue: InitDialogue,
): Promise<ExitStatus> {
  const path = join(context.cwd, CONFIG_NAME);
  if (existsSync(path) && !options.force) {
    throw new PaytallyError('USAGE', message('init.exists', { path }), { record: path });
  }
  const data = await readDataFolder(join(context.packageFolder, 'samples/data'));
  const checks = new AnswerChecks(context, { path, text: undefined, asksService: false }, dialogue);
  const answers = await sandboxAnswers(data, options, dialogue, checks);
  const written = await writeAnswers(path, answers, checks, context);
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../sandbox/startSandbox.js');
  const sandbox = await startSandbox(data);
  try {
    return await finish(answers, written, options, context, sandbox.baseUrl);
  } finally {
    await sandbox.stop();
  }
}

/** @param sandboxUrl temporary address of the service, instead of the configured one */
async function finish(
  answers: Answers,
  written: readonly string[],
  options: InitOptions,
  context: Context,
  sandboxUrl?: string,
): Promise<ExitStatus> {
  const loaded = await loadConfig({
    path: join(context.cwd, CONFIG_NAME),
    cwd: context.cwd,
    env: context.env,
  });
  const reachable: LoadedConfig =
    sandboxUrl === undefined ? loaded : { ...loaded, config: { ...loaded.config, baseUrl: sandboxUrl } };
  const terminal = openLocalizedTerminal(context, options, loaded.language);
  const files = written.map((path) => relative(context.cwd, path));
  terminal.message(message('init.saved', { files: files.join(', ') }));
  const look = options.check
    ? await firstLook(reachable, answers.key, options, context, terminal).catch((failure: unknown) => {
        // The files remain: they are complete and load.
        const text = message('init.interrupted', { files: files.join(', ') });
        throw context.signal.aborted ? new InterruptedAfterWriting(text) : failure;
      })
    : undefined;
  const month = sandboxUrl === undefined ? 'last-month' : '2026-10';
  const next = `paytally check ${month} --employer ${answers.key}`;
  const local = (command: string) => localCommand(context, command);
  if (options.json) {
    terminal.result(
      JSON.stringify({ files: written, employer: answers.key, findings: look?.findings ?? [], next }),
    );
  } else {
    const say = sayIn(loaded.language);
    const serve = `paytally sandbox --port ${new URL(loaded.config.baseUrl ?? 'http://127.0.0.1').port || '80'}`;
    const isReady = look === undefined || look.status === ExitStatus.done;
    const lines = [
      ...(look === undefined ? [] : [lookText(look, loaded.language), '']),
      ...(sandboxUrl === undefined ? [] : [say('init.startSandbox', { command: local(serve) })]),
      isReady ? say('init.next', { command: local(next) }) : say('init.nextCorrect'),
    ];
    terminal.result(fittedText(lines.join('\n'), terminal.width));
  }
  return look?.status ?? ExitStatus.done;
}

function lookText({ problems, found }: FirstLook, language: Language): string {
  return found === undefined ? doctorReport(problems, language) : formatMessage(found, language);
}
