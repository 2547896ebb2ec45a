import yargs, { type Argv } from 'yargs';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { checkCommand } from './checkCommand.js';
import type { Command } from './command.js';
import { demoCommand } from './demoCommand.js';
import { doctorCommand } from './doctorCommand.js';
import { employeesCommand } from './employeesCommand.js';
import { explainCommand } from './explainCommand.js';
import { exportCommand } from './exportCommand.js';
import { exitStatusOf, failureJson, failureText } from './failure.js';
import { sandboxCommand } from './sandboxCommand.js';
import { templatesCommand } from './templatesCommand.js';

const COMMANDS: readonly Command[] = [
  demoCommand,
  doctorCommand,
  exportCommand,
  checkCommand,
  explainCommand,
  employeesCommand,
  sandboxCommand,
  templatesCommand,
];

/**
 * Runs one command line and says how it went: results on stdout, everything else on stderr.
 * Never throws, never ends the process.
 */
export async function runProgram(argv: readonly string[], context: Context): Promise<ExitStatus> {
  try {
    return await parse(argv, context);
  } catch (failure) {
    return reportFailure(failure, argv, context);
  }
}

async function parse(argv: readonly string[], context: Context): Promise<ExitStatus> {
  let status: ExitStatus = ExitStatus.done;
  const terminal = context.openTerminal({ quiet: false, progress: false });
  const program = yargs()
    .scriptName('paytally')
    .usage('$0 <command>\n\nTurns a period of recorded work into files that payroll can trust.')
    .detectLocale(false)
    .wrap(100)
    .version(context.version)
    .strict()
    .recommendCommands()
    .demandCommand(1, 'Name a command.')
    .epilogue(
      'Exit status: 0 done, 1 bug, 2 usage or configuration, 3 credentials, 4 service, 5 data, 6 output, 7 mail, 130 interrupted.',
    )
    .exitProcess(false)
    .fail((message, error) => {
      throw usageFailure(message, error);
    });
  for (const command of COMMANDS) {
    register(program, command, context, (result) => {
      status = result;
    });
  }
  await program.parseAsync([...argv], {}, (_error, _parsed, output) => {
    if (output) terminal.result(output);
  });
  return status;
}

/** yargs reports what it dislikes itself, and passes on what a command threw. */
function usageFailure(message: string | null, error: Error | undefined): Error {
  if (error !== undefined && error.name !== 'YError') return error;
  return new PaytallyError(
    'USAGE',
    plainWords(message ?? error?.message ?? 'The command line cannot be read.'),
  );
}

function register(
  program: Argv,
  command: Command,
  context: Context,
  done: (status: ExitStatus) => void,
): void {
  program.command(
    command.usage,
    command.describe,
    (args) =>
      command.options(args).example(command.examples.map(([line, explanation]) => [line, explanation])),
    async (parsed) => done(await command.run(parsed, context)),
  );
}

/** What yargs says in the words of its own workings. */
function plainWords(message: string): string {
  if (message.startsWith('Not enough non-option arguments')) return 'Something is missing after the command.';
  if (message.startsWith('Did you mean')) return `There is no such command. ${message}`;
  return message;
}

/** A program that aborts without a reason of ours means the same. */
function interruptionOf({ reason }: AbortSignal): PaytallyError {
  return reason instanceof PaytallyError ? reason : new PaytallyError('INTERRUPTED', 'Interrupted.');
}

function reportFailure(failure: unknown, argv: readonly string[], context: Context): ExitStatus {
  const reason = context.signal.aborted ? interruptionOf(context.signal) : failure;
  const terminal = context.openTerminal({ quiet: false, progress: false });
  if (argv.includes('--json')) terminal.result(JSON.stringify({ error: failureJson(reason) }));
  terminal.alert(failureText(reason));
  return exitStatusOf(reason);
}
