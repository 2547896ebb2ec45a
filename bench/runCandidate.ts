import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { setUpV8 } from '../src/runtime/v8Settings.js';
import type { Bench, BenchResult, Outcome, Work } from './benchResult.js';

/** Shorter runs are repeated, so that they do not consist mostly of warm-up. */
const ENOUGH_MS = 2000;
const MAX_RUNS = 5;

interface Run {
  readonly outcome: Outcome;
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function timed(work: Work): Promise<Run> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const outcome = await work();
  const elapsedMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = outcome.outside?.wallMs ?? elapsedMs;
  return { outcome, wallMs, cpuMs: outcome.outside?.cpuMs ?? (user + system) / 1000 };
}

async function runCandidate(file: string, position: number, scale: number): Promise<BenchResult> {
  const { bench } = (await import(pathToFileURL(file).href)) as { bench: Bench };
  const candidate = bench.candidates[position];
  if (candidate === undefined) throw new RangeError(`${file} has no candidate ${position}`);
  const work = await candidate.prepare(scale);
  const runs: Run[] = [];
  for (let spentMs = 0; spentMs < ENOUGH_MS && runs.length < MAX_RUNS; spentMs += runs.at(-1)?.wallMs ?? 0) {
    runs.push(await timed(work));
  }
  const median = runs.sort((a, b) => a.wallMs - b.wallMs)[runs.length >> 1];
  if (median === undefined) throw new RangeError('nothing ran');
  const { outside, ...outcome } = median.outcome;
  const peakBytes = outside?.peakBytes ?? process.resourceUsage().maxRSS * 1024;
  return { ...outcome, wallMs: median.wallMs, cpuMs: median.cpuMs, peakBytes };
}

// As at the start of the program.
setUpV8();
const [file = '', position = '', scale = '1'] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await runCandidate(file, Number(position), Number(scale))));
