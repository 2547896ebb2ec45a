import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, BenchResult } from './benchResult.js';

/*
 * node dist/bench/run.js [--quick] [NAME ...]
 * Runs every `bench/NAME.bench.ts`, or the named ones, one candidate after the other, each in a separate process.
 */

/** A comparison that could be made on this machine. */
interface Compared {
  readonly what: string;
  readonly instead: string;
  readonly own: BenchResult;
  readonly other: BenchResult;
}

const QUICK_SCALE = 0.1;
const folder = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

async function measure(
  file: string,
  position: number,
  scale: number,
  shared: Readonly<Record<string, string>> = {},
): Promise<BenchResult> {
  const args = [
    fileURLToPath(new URL('runCandidate.js', import.meta.url)),
    file,
    String(position),
    String(scale),
  ];
  const { stdout } = await run(process.execPath, args, {
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, ...shared },
  });
  return JSON.parse(stdout);
}

/** `12,345` or `1.23 million`: enough to compare. */
function shownRate(perSecond: number): string {
  if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(2)} million`;
  return Math.round(perSecond).toLocaleString('en-US');
}

function line(name: string, unit: string, result: BenchResult, first: BenchResult): string {
  if (result.skipped !== undefined) return `  ${name}: skipped, ${result.skipped}`;
  const rate = `${shownRate((result.units / result.wallMs) * 1000)} ${unit}/s`;
  const times = result.units / result.wallMs / (first.units / first.wallMs);
  const cpuTimes = result.cpuMs / result.units / (first.cpuMs / first.units);
  const same = result.result === first.result ? '' : '  (another result)';
  const figures = [
    `${Math.round(result.wallMs)} ms for ${result.units.toLocaleString('en-US')}`,
    `cpu ${Math.round(result.cpuMs)} ms (${cpuTimes.toPrecision(2)} x the first)`,
    `peak ${Math.round(result.peakBytes / 1024 ** 2)} MB`,
    `${times.toPrecision(2)} x as fast as the first`,
  ];
  return `  ${name.padEnd(28)} ${rate.padStart(28)}   ${figures.join(', ')}${same}`;
}

/** @returns the rows of the table at the end. */
async function runBench(file: string, scale: number): Promise<Compared[]> {
  const { bench } = (await import(pathToFileURL(file).href)) as { bench: Bench };
  console.log(`\n${bench.title}`);
  const shared = await bench.share?.(scale);
  const results = new Map<string, BenchResult>();
  let first: BenchResult | undefined;
  for (const [position, { name }] of bench.candidates.entries()) {
    const result = await measure(file, position, scale, shared);
    first ??= result;
    results.set(name, result);
    console.log(line(name, bench.unit, result, first));
  }
  return (bench.against ?? []).flatMap(({ what, ours, instead }) => {
    const [own, other] = [results.get(ours), results.get(instead)];
    if (own === undefined || other === undefined) throw new Error(`${what}: no candidate of that name`);
    return own.skipped === undefined && other.skipped === undefined ? [{ what, instead, own, other }] : [];
  });
}

/** All comparisons of this run with what users would pick instead, below 1: paytally needs less. */
function printTable(rows: readonly Compared[]): void {
  if (rows.length === 0) return;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const cells = rows.map(({ what, instead, own, other }) => [
    what,
    instead,
    seconds(own.wallMs),
    seconds(other.wallMs),
    (own.wallMs / other.wallMs).toFixed(2),
    (own.cpuMs / other.cpuMs).toFixed(2),
  ]);
  const head = ['what', 'instead', 'paytally', 'the other', 'wall', 'processor'];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const shown = [head, ...cells].map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  console.log(`\n${shown.join('\n')}`);
}

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
const files = readdirSync(folder).filter((file) => file.endsWith('.bench.js'));
const chosen =
  names.length === 0 ? files : files.filter((file) => names.includes(file.replace('.bench.js', '')));
if (chosen.length === 0) throw new Error(`no such bench; there are ${files.join(', ')}`);
console.log(`node ${process.version}, ${process.platform} ${process.arch}`);
const compared: Compared[] = [];
for (const file of chosen.sort())
  compared.push(...(await runBench(folder + file, args.includes('--quick') ? QUICK_SCALE : 1)));
printTable(compared);
