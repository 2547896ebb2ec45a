import { join } from 'node:path';
import yargs, { type Argv } from 'yargs';
import { findConfigFolder } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { Language } from '../language/language.js';
import { claimsFolder } from '../read/staging/withStore.js';
import { finishInterrupted } from '../store/finishInterrupted.js';
import type { Command, Example } from './command.js';
import { allCommands, commandsOf } from './commands.js';
import { withoutDetails } from './crashReport.js';
import { sayFailure } from './failureText.js';
import { TOPIC_NAMES } from './help/topics.js';
import { configArgument, languageOfArguments } from './spokenTerminal.js';
import { RefusedLine, YARGS_TEXTS } from './usage/refusedLine.js';
import { refuseEmptyValues } from './usage/refuseEmptyValues.js';
import { usageProblem } from './usage/usageProblem.js';

const WIDEST_HELP = 100;
const EXIT_STATUS =
  'Exit status: 0 done, 1 bug, 2 usage or configuration, 3 credentials, 4 service, 5 data, 6 output, 7 mail, 130 interrupted (paytally help exit-status).';

/** What every command says of itself at the end of its help. */
function epilogueOf({ json }: Command): string {
  return [...(json === undefined ? [] : [`--json prints ${json}`]), EXIT_STATUS].join('\n\n');
}

/**
 * Runs one command line and says how it went: results on stdout, everything else on stderr.
 * Never throws, never ends the process.
 */
export async function runProgram(argv: readonly string[], context: Context): Promise<ExitStatus> {
  finishLeft(argv, context);
  try {
    return await parse(argv, context);
  } catch (failure) {
    const problem =
      failure instanceof RefusedLine
        ? usageProblem(failure, argv, await allCommands(), await templateNames(context))
        : failure;
    return reportFailure(problem, argv, context, await languageOfArguments(argv, context));
  }
}

/** What killed processes left beside the configuration, or here, is gone before any command does its work. */
function finishLeft(argv: readonly string[], { cwd, clock }: Context): void {
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
    .wrap(Math.min(WIDEST_HELP, terminal.width ?? WIDEST_HELP))
    .version(context.version)
    .alias('help', 'h')
    .strict()
    .demandCommand(1, 'Name a command.')
    .epilogue(`${EXIT_STATUS}\nTopics: ${TOPIC_NAMES.map((topic) => `paytally help ${topic}`).join(', ')}.`)
    .exitProcess(false)
    .fail((message, error) => {
      throw refusal(message, error);
    });
  for (const command of await commandsOf(argv)) {
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
function refusal(message: string | null, error: Error | undefined): Error {
  if (error !== undefined && error.name !== 'YError') return error;
  return new RefusedLine(message ?? error?.message ?? 'The command line cannot be read.');
}

function register(program: Argv, command: Command, run: (parsed: object) => Promise<void>): void {
  program.command(
    command.usage,
    command.describe,
    (args) => command.options(args).example(shownExamples(command.examples)).epilogue(epilogueOf(command)),
    run,
  );
}

/** As wide as yargs makes the first of two columns, with what it puts around it. */
const WIDEST_EXAMPLE = 44;

/**
 * Lines beside what they do; where one is too long for that, every line whole under a comment: half a command on a
 * line of its own would be typed as one.
 */
function shownExamples(examples: readonly Example[]): [string, string][] {
  const isLong = examples.some(([line]) => line.replace('$0', 'paytally').length > WIDEST_EXAMPLE);
  if (!isLong) return examples.map(([line, explanation]) => [line, explanation]);
  return examples.flatMap(([line, explanation]): [string, string][] => [
    [`# ${explanation}`, ''],
    [line, ''],
  ]);
}

/** A program that aborts without a reason of ours means the same. */
function interruptionOf({ reason }: AbortSignal): PaytallyError {
  return reason instanceof PaytallyError ? reason : new PaytallyError('INTERRUPTED', 'Interrupted.');
}

/** Says what went wrong, as text and where asked for as JSON; gives the exit status for it. */
export function reportFailure(
  failure: unknown,
  argv: readonly string[],
  context: Context,
  language: Language = 'en',
): ExitStatus {
  const reason = context.signal.aborted ? interruptionOf(context.signal) : withoutDetails(failure, context);
  return sayFailure(reason, { json: argv.includes('--json'), language }, context);
}
