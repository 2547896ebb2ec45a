import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';

/** The size of Node.js's young generation, which the heap limit does not include. */
const YOUNG_BYTES = 48 * 2 ** 20;
/** The share of the heap in use above which garbage is collected. */
const FULL = 0.85;
/** If the heap is still this full after that, the next large step would crash V8. */
const TOO_FULL = 0.8;

/**
 * Ends a run cleanly before memory runs out. Called for each page and person, because little memory is allocated
 * between these calls.
 * @throws PaytallyError OUT_OF_MEMORY with what to do
 */
export function refuseFullMemory(): void {
  const { used_heap_size: used, heap_size_limit: whole } = getHeapStatistics();
  const limit = whole - YOUNG_BYTES;
  if (used < limit * FULL) return;
  collectGarbage();
  if (getHeapStatistics().used_heap_size < limit * TOO_FULL) return;
  const mebibytes = Math.round(limit / 2 ** 20);
  throw new PaytallyError('OUT_OF_MEMORY', message('run.memoryFull', { mebibytes }));
}

/**
 * How far the heap may grow beyond the live data before the next garbage collection. By default it grows to four times
 * the live data.
 */
const GROWTH_PERCENT = 40;

/** The same for many people: a month of 20,000 has 80 MB of live data, and would take 350 MB. */
const GROWTH_PERCENT_OF_MANY = 100;
const MANY_PEOPLE = 10_000;

/**
 * For runs with custom workbooks, where a separate heap renders them, and with PDFs of hundreds of people: the heaps
 * would grow to a multiple of the live data. Garbage is therefore collected more often, from before the run, because V8
 * is slow to shrink a heap. The setting applies to the whole process from now on.
 */
export function collectOftenFor(templates: readonly RenderedTemplate[]): void {
  if (templates.some(({ kind, report }) => kind === 'workbook' || report === 'timesheets-pdf'))
    collectOften();
}

interface RenderedTemplate {
  readonly kind: string;
  /** The name of a report. */
  readonly report?: string;
}

/** Applies to the whole process from now on. */
export function collectOften(): void {
  limitGrowth(GROWTH_PERCENT);
}

/**
 * For runs with many people, whose garbage would take several times the memory of their data. Fewer people fit in any
 * case, and take less processor time without it.
 */
export function collectOftenForMany(people: number): void {
  if (people > MANY_PEOPLE) limitGrowth(GROWTH_PERCENT_OF_MANY);
}

let growthPercent = Number.POSITIVE_INFINITY;

/** A lower limit stays. */
function limitGrowth(percent: number): void {
  if (percent >= growthPercent) return;
  growthPercent = percent;
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
