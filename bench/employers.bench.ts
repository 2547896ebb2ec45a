import { PassThrough } from 'node:stream';
import { runProgram } from '../src/cli/program.js';
import { createContext } from '../src/createContext.js';
import type { Bench, Candidate, Outcome } from './benchResult.js';
import { BENCH_SECRET, startManyEmployers } from './whole/manyEmployers.js';
import { WaitingTime } from './whole/slowService.js';

const EMPLOYERS = 200;
const PEOPLE = 30;
const LATENCY_MS = 400;
/** The service's limit for one address. */
const REQUESTS_A_MINUTE = 500;

/** The shortest time in which the limit allows so many requests: all minutes but the last are full. */
function allowedMs(requests: number): number {
  const fullMinutes = Math.ceil(requests / REQUESTS_A_MINUTE) - 1;
  return fullMinutes * 60_000 + LATENCY_MS;
}

/** With `allowed`, counts the requests of one employer and calculates the time of all from the limit. */
async function exportAll(scale: number, shown: 'allowed' | 'taken'): Promise<Outcome> {
  const all = Math.max(4, Math.round(EMPLOYERS * scale));
  const count = shown === 'taken' ? all : 1;
  const time = new WaitingTime();
  const { folder, sandbox } = await startManyEmployers(count, PEOPLE, () => time.nowMs());
  const before = process.cpuUsage();
  const { status, takenMs } = await exportedIn(folder, time);
  const { user, system } = process.cpuUsage(before);
  const { requests, tooMany } = sandbox.stats();
  await sandbox.stop();
  const asked = (requests / count) * all;
  const wallMs = shown === 'taken' ? takenMs : allowedMs(asked);
  const result = `status ${status}, ${asked} requests, ${tooMany} refused as too many`;
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { units: all, result, outside: { cpuMs: (user + system) / 1000, peakBytes, wallMs } };
}

/** @returns how long the export took, in simulated time */
async function exportedIn(folder: string, time: WaitingTime) {
  const silent = new PassThrough().resume();
  const context = createContext({
    env: { ...process.env, BENCH_SECRET },
    cwd: folder,
    streams: { stdout: silent, stderr: silent },
    signal: new AbortController().signal,
  });
  const { openHttp } = context;
  const slow = {
    ...context,
    clock: time,
    openHttp: (...options: Parameters<typeof openHttp>) => time.slow(openHttp(...options), LATENCY_MS),
  };
  let status = -1;
  const run = runProgram(['export', '2026-10', '--quiet', '--no-progress'], slow).then((ended) => {
    status = ended;
  });
  const takenMs = await time.passed(run);
  return { status, takenMs };
}

function candidate(name: string, shown: 'allowed' | 'taken'): Candidate {
  return { name, prepare: (scale) => () => exportAll(scale, shown) };
}

export const bench: Bench = {
  title: `${EMPLOYERS} employers of ${PEOPLE} people, ${LATENCY_MS} ms for each answer; time that only passes while waiting, 4 employers at once`,
  unit: 'employers',
  candidates: [candidate('what the rate limit allows', 'allowed'), candidate('export, --jobs 4', 'taken')],
};
