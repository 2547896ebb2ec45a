// The built program in this process, with its steps counted: what the killed children share.
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const die = () => process.kill(process.pid, 'SIGKILL');

/** Counts steps of functions, and dies before or after the one it is told to, also if that fails. @param killAt 0: never */
export function stepCounter(killAt, when) {
  let steps = 0;
  const isHere = () => {
    steps += 1;
    return steps === Number(killAt);
  };
  return {
    steps: () => steps,
    /** A function that counts each call that `counts` says, and is over once its promise is. */
    stepwise: (real, counts = () => true) =>
      function step(...given) {
        const dies = counts.apply(this, given) && isHere();
        if (dies && when === 'before') die();
        if (!dies) return real.apply(this, given);
        let result;
        try {
          result = real.apply(this, given);
        } finally {
          if (typeof result?.then !== 'function') die();
        }
        return result.finally(die);
      },
  };
}

/**
 * Runs a command line once the file system's functions are replaced; sets the exit status.
 * @param execOf gives what takes the place of the store's `exec`
 * @param openHttpOf gives what takes the place of the client of the service
 * @param nowMs a clock that stands still; undefined: the machine's
 */
export async function runBuilt(dist, argv, { execOf, nowMs, openHttpOf = (open) => open }) {
  syncBuiltinESMExports();
  const load = (path) => import(pathToFileURL(join(dist, path)).href);
  const { Connection } = await load('store/connection.js');
  Connection.prototype.exec = execOf(Connection.prototype.exec);
  const { createContext } = await load('createContext.js');
  const { runProgram } = await load('cli/program.js');
  const context = createContext({
    env: process.env,
    cwd: process.cwd(),
    streams: { stdout: process.stdout, stderr: process.stderr },
    signal: new AbortController().signal,
  });
  const clock = nowMs === undefined ? context.clock : { ...context.clock, nowMs: () => Number(nowMs) };
  process.exitCode = await runProgram(argv, { ...context, clock, openHttp: openHttpOf(context.openHttp) });
}
