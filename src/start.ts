import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Few modules at a time, and only Node's own above: Node.js opens the files of all imports at once.
const { ExitStatus, PaytallyError } = await import('./errors.js');
const { message } = await import('./i18n/message.js');

/** Node.js opens so many while it loads the program; measured: 128 are too few for `templates check`. */
const OPEN_FILES_NEEDED = 256;

/** Without enough files, Node.js would end with the stack of a module that it cannot find. */
function refuseFewOpenFiles(): void {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readLimits()) ?? [];
  if (limit === undefined || Number(limit) >= OPEN_FILES_NEEDED) return;
  const values = { limit: Number(limit), needed: OPEN_FILES_NEEDED };
  const { code, message: text, remedy } = new PaytallyError('USAGE', message('failure.fewOpenFiles', values));
  process.stderr.write(`${code}: ${text}\n  ${remedy}\n`);
  process.exit(ExitStatus.usage);
}

/** Empty where the system does not say: only Linux does. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

refuseFewOpenFiles();
const { createContext } = await import('./createContext.js');
const { setUpV8 } = await import('./runtime/v8Settings.js');

/** The first Ctrl-C ends the run cleanly, the second ends it immediately. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(ExitStatus.interrupted);
      controller.abort(new PaytallyError('INTERRUPTED', message('failure.interrupted')));
    });
  }
  return controller.signal;
}

/** A reader that closes the pipe (`paytally … | head`) is not an error. */
function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/**
 * Ends the process after its last output. Node.js would first remove the handlers of signals, so that Ctrl-C in that
 * moment ends a process whose work is done as if it were interrupted; here they remain until the end. SQLite's files
 * next to a store are removed first: the driver closes a file only when the memory of its statements is collected.
 */
async function endProcess(status: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(flushed));
  if (wasSqliteUsed()) await freeStatements();
  process.exit(status);
}

async function freeStatements(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage === 'function') collectGarbage();
  // What frees the memory of the driver runs in the next turn.
  await turn();
}

/** A reader that has closed the pipe gets nothing more. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}

setUpV8();
// Imported only now, so that these settings apply while it loads.
const { reportFailure, runProgram } = await import('./cli/program.js');
const { wasSqliteUsed } = await import('./runtime/sqliteUse.js');
tolerateClosedPipes();
const context = createContext({
  env: process.env,
  cwd: process.cwd(),
  streams: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  signal: interruptible(),
});
/** Handles uncaught errors, because Node.js would print them with all their causes. */
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (failure: unknown) => {
    process.exit(reportFailure(failure, process.argv, context));
  });
}
await endProcess(await runProgram(process.argv.slice(2), context));
