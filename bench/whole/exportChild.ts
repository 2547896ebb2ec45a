import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as ProgramModule from '../../src/cli/program.js';
import type * as ContextModule from '../../src/createContext.js';
import type * as SettingsModule from '../../src/runtime/v8Settings.js';

// Runs one command line in a separate process with the heap limit of its start. Waits take no time, because the rate
// limit of the service is not measured. BENCH_PROGRAM can name the build folder of another version of the program.
const program = process.env.BENCH_PROGRAM ?? fileURLToPath(new URL('../..', import.meta.url));
const load = (name: string): Promise<unknown> => import(pathToFileURL(join(program, 'src', name)).href);
// As at the start of the program, in versions that have these settings.
const settings = (await load('runtime/v8Settings.js')
  .catch(() => load('v8Settings.js'))
  .catch(() => undefined)) as typeof SettingsModule | undefined;
settings?.setUpV8();
const { runProgram } = (await load('cli/program.js')) as typeof ProgramModule;
const { createContext } = (await load('createContext.js')) as typeof ContextModule;

let skippedMs = 0;
const context = createContext({
  env: process.env,
  cwd: process.cwd(),
  streams: { stdout: process.stderr, stderr: process.stderr },
  signal: new AbortController().signal,
});
const clock = {
  nowMs: () => Date.now() + skippedMs,
  sleep: async (ms: number) => {
    skippedMs += ms;
    await new Promise((resolve) => setImmediate(resolve));
  },
};
const status = await runProgram(process.argv.slice(2), { ...context, clock });
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const measured = { status, peakBytes: maxRSS * 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
process.stdout.write(JSON.stringify(measured));
process.exitCode = status;
