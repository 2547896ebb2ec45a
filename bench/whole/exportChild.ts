import { runProgram } from '../../src/cli/program.js';
import { createContext } from '../../src/createContext.js';

// One command line in a process of its own, under the heap limit that it was started with. The rate limit of the service
// is not what is measured, so waits take no time.
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
