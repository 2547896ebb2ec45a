import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Ends the process after its last output. Node.js would first remove the handlers of signals, so that Ctrl-C in that
 * moment ends a process whose work is done as if it were interrupted; here they remain until the end. SQLite's files
 * next to a store are removed first: the driver closes a file only when the memory of its statements is collected.
 */
export async function endProcess(status: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(flushed));
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage === 'function') collectGarbage();
  // What frees the memory of the driver runs in the next turn.
  await turn();
  process.exit(status);
}

/** A reader that has closed the pipe gets nothing more. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
