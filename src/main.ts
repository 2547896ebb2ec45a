#!/usr/bin/env node
import { createContext } from './createContext.js';
import { ExitStatus, PaytallyError } from './errors.js';
import { message } from './i18n/message.js';
import { endProcess } from './runtime/endProcess.js';
import { setUpV8 } from './runtime/v8Settings.js';

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

setUpV8();
// Imported only now, so that these settings apply while it loads.
const { reportFailure, runProgram } = await import('./cli/program.js');
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
