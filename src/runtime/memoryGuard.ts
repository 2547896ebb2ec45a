import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';

/** The size of Node.js's young generation, which the heap limit does not include. */
const YOUNG_BYTES = 48 * 2 ** 20;
/** The share of the heap in use above which garbage is collected. */
const FULL = 0.85;
/** Still so full after that, the next large step would end the process with V8's own dump. */
const TOO_FULL = 0.8;

/**
 * Ends a run in order before memory runs out; called once for each page and person, between which little is added.
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

/** By how much of what is needed the heap may grow until garbage is collected again; without this it may double and more. */
const GROWTH_PERCENT = 40;

/**
 * For runs that fill workbooks of others: these have a heap of their own beside that of the run, and both would grow
 * to a multiple of what they need. Garbage is collected more often for it, and from before the run begins, since a heap
 * that has grown is given back late; it holds for the whole process, from now on.
 */
export function collectOftenFor(templates: readonly { readonly kind: string }[]): void {
  if (templates.some(({ kind }) => kind === 'workbook')) collectOften();
}

/** From now on, in the whole process. */
export function collectOften(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
