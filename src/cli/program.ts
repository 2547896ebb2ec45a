import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv, PositionalOptions } from 'yargs';
import { findConfigFolder } from '../config/findConfig.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { toReportable } from '../runtime/failureFacts.js';
import { InterruptedAfterWriting } from '../runtime/interruption.js';
import { claimsFolder } from '../store/claimsFolder.js';
import {
  argumentLanguage,
  type Command,
  configArgument,
  personLanguage,
  positionalNames,
  singleValue,
} from './command.js';
import { allCommands, COMMANDS, commandNameOf, loadCommands } from './commands.js';
import { printFailure } from './failure.js';
import { asksForHelp, printHelp } from './helpCommand.js';
import { RefusedLine, refuseEmptyValues, usageProblem, YARGS_TEXTS } from './usageProblem.js';

/** Runs one command line: results on stdout, everything else on stderr. Never throws, never ends the process. */
export async function runProgram(argv: readonly string[], started: Context): Promise<ExitStatus> {
  const context = { ...started, language: personLanguage(argv, started) };
  await cleanUpInterrupted(argv, context);
  try {
    if (asksForHelp(argv)) return await printHelp(helpWord(argv), argv, COMMANDS, context);
    if (argv.length === 0 && isTerminal(context)) {
      // Loaded when needed: it reads the store.
      const { printStart } = await import('./startScreen.js');
      return await printStart(COMMANDS, context);
    }
    return await parse(argv, context);
  } catch (failure) {
    const problem =
      failure instanceof RefusedLine
        ? usageProblem(failure, argv, await allCommands(), await templateNames(context))
        : failure;
    return reportFailure(problem, argv, context, await argumentLanguage(argv, context));
  }
}

/** Remains of killed processes next to the configuration, or here, are removed before a command runs. */
async function cleanUpInterrupted(argv: readonly string[], context: Context): Promise<void> {
  const { cwd, clock } = context;
  const found = findConfigFolder({ path: configArgument(argv, context), cwd });
  const bases = [...new Set([found ?? cwd, cwd])].filter((base) => existsSync(claimsFolder(base)));
  if (bases.length === 0) return;
  // Loaded when needed: the driver of the store takes time in every command.
  const { finishInterrupted } = await import('../store/openStore.js');
  for (const base of bases)
    finishInterrupted({ folder: claimsFolder(base), base }, () => new Date(clock.nowMs()));
}

/** The command of `--help`; an unknown word is refused. */
function helpWord(argv: readonly string[]): string | undefined {
  return commandNameOf(argv) ?? argv.find((word) => !word.startsWith('-'));
}

function isTerminal({ openTerminal }: Context): boolean {
  return openTerminal({ quiet: false, progress: false }).width !== undefined;
}

async function parse(argv: readonly string[], context: Context): Promise<ExitStatus> {
  let status: ExitStatus = ExitStatus.done;
  const { default: yargs } = await import('yargs');
  const program = yargs()
    .scriptName('paytally')
    .detectLocale(false)
    // The library's types do not include plurals.
    .updateStrings(YARGS_TEXTS as unknown as Record<string, string>)
    .help(false)
    .version(context.version)
    .strict()
    .demandCommand(1)
    .exitProcess(false)
    .fail((text, error) => {
      throw toRefusedLine(text, error);
    });
  for (const command of await loadCommands(argv)) {
    register(program, command, async (words) => {
      refuseEmptyValues(words, argv);
      const parsed = withConfiguredFile(words, command, context);
      status = await command.run(parsed, context);
    });
  }
  await program.parseAsync([...argv], {}, (_error, _parsed, output) => {
    if (output) context.openTerminal({ quiet: false, progress: false }).result(output);
  });
  return status;
}

/** The package's template names. Loaded when needed: only a refused line uses them. */
async function templateNames({ packageFolder }: Context): Promise<string[]> {
  const { builtInNames } = await import('../documents/template/loadTemplate.js');
  const { diskTemplateFiles } = await import('../documents/template/template.js');
  return builtInNames({ templatesRoot: join(packageFolder, 'templates'), files: diskTemplateFiles });
}

/** yargs reports its own errors, and passes on those of a command. */
function toRefusedLine(text: string | null, error: Error | undefined): Error {
  if (error !== undefined && error.name !== 'YError') return error;
  return new RefusedLine(text ?? error?.message ?? '');
}

function register(program: Argv, command: Command, run: (parsed: object) => Promise<void>): void {
  program.command(command.usage, false, (args) => declareParameters(args, command), run);
}

/**
 * A text option takes one value; positionals are those that the usage names. All are hidden from the help of yargs, which
 * it would lay out at every start: the help that people see is ours.
 */
function declareParameters(args: Argv, command: Command): Argv {
  const positionals = positionalNames(command);
  return Object.entries(command.parameters).reduce((declared, [name, shown]) => {
    const settings = { ...shown, hidden: true };
    if (positionals.includes(name)) return declared.positional(name, settings as PositionalOptions);
    const isText = settings.type === 'string' && settings.coerce === undefined;
    return declared.option(name, isText ? { ...settings, coerce: singleValue(name) } : settings);
  }, args);
}

/** The configuration that the environment names, for a command that takes one and was given none. */
function withConfiguredFile(parsed: object, { parameters }: Command, context: Context): object {
  const isNamed = 'config' in parsed && parsed.config !== undefined;
  if (parameters.config === undefined || isNamed) return parsed;
  return { ...parsed, config: configArgument([], context) };
}

/** An abort without one of our reasons means the same. */
function interruption({ reason }: AbortSignal): PaytallyError {
  return reason instanceof PaytallyError
    ? reason
    : new PaytallyError('INTERRUPTED', message('failure.interrupted'));
}

/** Prints the failure as text and, if requested, as JSON; returns the exit status. */
export function reportFailure(
  failure: unknown,
  argv: readonly string[],
  context: Context,
  language: Language = 'en',
): ExitStatus {
  const isReported = !context.signal.aborted || failure instanceof InterruptedAfterWriting;
  const reason = isReported ? toReportable(failure, context) : interruption(context.signal);
  return printFailure(reason, { json: argv.includes('--json'), language }, context);
}
