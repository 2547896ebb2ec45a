import { join } from 'node:path';
import yargs, { type Argv, type PositionalOptions } from 'yargs';
import { findConfigFolder } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { Language } from '../i18n/language.js';
import { claimsFolder } from '../read/staging/withStore.js';
import { finishInterrupted } from '../store/openStore.js';
import { type Command, type Example, positionalNames, singleValue } from './command.js';
import { argumentLanguage, configArgument } from './commandSession.js';
import { printFailure, toReportable } from './failure.js';
import { TOPIC_NAMES } from './helpCommand.js';
import { RefusedLine, refuseEmptyValues, usageProblem, YARGS_TEXTS } from './usageProblem.js';

const MAX_HELP_WIDTH = 100;
const EXIT_STATUS =
  'Exit status: 0 done, 1 bug, 2 usage or configuration, 3 credentials, 4 service, 5 data, 6 output, 7 mail, 130 interrupted (paytally help exit-status).';

/** What every command says of itself at the end of its help. */
function epilogue({ json }: Command): string {
  return [...(json === undefined ? [] : [`--json prints ${json}`]), EXIT_STATUS].join('\n\n');
}

/**
 * Runs one command line and says how it went: results on stdout, everything else on stderr.
 * Never throws, never ends the process.
 */
export async function runProgram(argv: readonly string[], context: Context): Promise<ExitStatus> {
  cleanUpInterrupted(argv, context);
  try {
    return await parse(argv, context);
  } catch (failure) {
    const problem =
      failure instanceof RefusedLine
        ? usageProblem(failure, argv, await allCommands(), await templateNames(context))
        : failure;
    return reportFailure(problem, argv, context, await argumentLanguage(argv, context));
  }
}

/** What killed processes left beside the configuration, or here, is gone before any command does its work. */
function cleanUpInterrupted(argv: readonly string[], { cwd, clock }: Context): void {
  const found = findConfigFolder({ path: configArgument(argv), cwd });
  for (const base of new Set([found ?? cwd, cwd]))
    finishInterrupted({ folder: claimsFolder(base), base }, () => new Date(clock.nowMs()));
}

async function parse(argv: readonly string[], context: Context): Promise<ExitStatus> {
  let status: ExitStatus = ExitStatus.done;
  const terminal = context.openTerminal({ quiet: false, progress: false });
  const program = yargs()
    .scriptName('paytally')
    .usage('$0 <command>\n\nTurns a period of recorded work into files that payroll can trust.')
    .detectLocale(false)
    // Its types know no plurals.
    .updateStrings(YARGS_TEXTS as unknown as Record<string, string>)
    .wrap(Math.min(MAX_HELP_WIDTH, terminal.width ?? MAX_HELP_WIDTH))
    .version(context.version)
    .alias('help', 'h')
    .strict()
    .demandCommand(1, 'Name a command.')
    .epilogue(`${EXIT_STATUS}\nTopics: ${TOPIC_NAMES.map((topic) => `paytally help ${topic}`).join(', ')}.`)
    .exitProcess(false)
    .fail((message, error) => {
      throw toRefusedLine(message, error);
    });
  for (const command of await loadCommands(argv)) {
    register(program, command, async (parsed) => {
      refuseEmptyValues(parsed, argv);
      status = await command.run(parsed, context);
    });
  }
  await program.parseAsync([...argv], {}, (_error, _parsed, output) => {
    if (output) terminal.result(output);
  });
  return status;
}

/** Those of the package. Loaded when needed: only a line that is refused asks for them. */
async function templateNames({ packageFolder }: Context): Promise<string[]> {
  const { builtInNames } = await import('../render/template/loadTemplate.js');
  const { diskTemplateFiles } = await import('../render/template/template.js');
  return builtInNames({ templatesRoot: join(packageFolder, 'templates'), files: diskTemplateFiles });
}

/** yargs reports what it dislikes itself, and passes on what a command threw. */
function toRefusedLine(message: string | null, error: Error | undefined): Error {
  if (error !== undefined && error.name !== 'YError') return error;
  return new RefusedLine(message ?? error?.message ?? 'The command line cannot be read.');
}

function register(program: Argv, command: Command, run: (parsed: object) => Promise<void>): void {
  program.command(
    command.usage,
    command.describe,
    (args) =>
      declareParameters(args, command).example(layOutExamples(command.examples)).epilogue(epilogue(command)),
    run,
  );
}

/** A text option takes one value; positionals are those that the usage names. */
function declareParameters(args: Argv, command: Command): Argv {
  const positionals = positionalNames(command);
  return Object.entries(command.parameters).reduce((declared, [name, settings]) => {
    if (positionals.includes(name)) return declared.positional(name, settings as PositionalOptions);
    const isText = settings.type === 'string' && settings.coerce === undefined;
    return declared.option(name, isText ? { ...settings, coerce: singleValue(name) } : settings);
  }, args);
}

/** As wide as yargs makes the first of two columns, with what it puts around it. */
const MAX_EXAMPLE_WIDTH = 44;

/**
 * Lines beside what they do; where one is too long for that, every line whole under a comment: half a command on a
 * line of its own would be typed as one.
 */
function layOutExamples(examples: readonly Example[]): [string, string][] {
  const isLong = examples.some(([line]) => line.replace('$0', 'paytally').length > MAX_EXAMPLE_WIDTH);
  if (!isLong) return examples.map(([line, explanation]) => [line, explanation]);
  return examples.flatMap(([line, explanation]): [string, string][] => [
    [`# ${explanation}`, ''],
    [line, ''],
  ]);
}

/** A program that aborts without a reason of ours means the same. */
function interruption({ reason }: AbortSignal): PaytallyError {
  return reason instanceof PaytallyError ? reason : new PaytallyError('INTERRUPTED', 'Interrupted.');
}

/** Says what went wrong, as text and where asked for as JSON; gives the exit status for it. */
export function reportFailure(
  failure: unknown,
  argv: readonly string[],
  context: Context,
  language: Language = 'en',
): ExitStatus {
  const reason = context.signal.aborted ? interruption(context.signal) : toReportable(failure, context);
  return printFailure(reason, { json: argv.includes('--json'), language }, context);
}

/**
 * The commands of the program, in the order of its help. Each is loaded when it is asked for: loading all of them
 * takes more time and memory than many a run.
 */
const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./demoCommand.js')).demoCommand,
  init: async () => (await import('./initCommand.js')).initCommand,
  doctor: async () => (await import('./doctorCommand.js')).doctorCommand,
  export: async () => (await import('./exportCommand.js')).exportCommand,
  check: async () => (await import('./checkCommand.js')).checkCommand,
  explain: async () => (await import('./explainCommand.js')).explainCommand,
  corrections: async () => (await import('./correctionsCommand.js')).correctionsCommand,
  history: async () => (await import('./historyCommand.js')).historyCommand,
  verify: async () => (await import('./verifyCommand.js')).verifyCommand,
  rerun: async () => (await import('./rerunCommand.js')).rerunCommand,
  diff: async () => (await import('./diffCommand.js')).diffCommand,
  purge: async () => (await import('./purgeCommand.js')).purgeCommand,
  config: async () => (await import('./configCommand.js')).configCommand,
  employees: async () => (await import('./employeesCommand.js')).employeesCommand,
  rules: async () => (await import('./rulesCommand.js')).rulesCommand,
  send: async () => (await import('./sendCommand.js')).sendCommand,
  schedule: async () => (await import('./scheduleCommand.js')).scheduleCommand,
  status: async () => (await import('./statusCommand.js')).statusCommand,
  sandbox: async () => (await import('./sandboxCommand.js')).sandboxCommand,
  templates: async () => (await import('./templatesCommand.js')).templatesCommand,
  help: async () => (await import('./helpCommand.js')).helpCommand,
  completion: async () => (await import('./completionCommand.js')).completionCommand(allCommands),
};

/** What help, completion and hints for slips speak of. */
export async function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load()));
}

/**
 * The one command that a line names with its first word; all of them where it names none, or asks for `help` alone. The
 * version is no command's.
 */
export async function loadCommands([word = '', ...rest]: readonly string[]): Promise<readonly Command[]> {
  if (word === '--version' && rest.length === 0) return [];
  if (word === 'help' && rest.length === 0) return allCommands();
  const load = Object.hasOwn(LOADERS, word) ? LOADERS[word] : undefined;
  return load === undefined ? allCommands() : [await load()];
}
