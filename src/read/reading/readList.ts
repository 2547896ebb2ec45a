import type { Observer } from '../transport/effects.js';
import type { ListShape } from '../wire/lists.js';
import type { DataClient, Query } from './dataClient.js';
import { CursorRefused } from './dataRefusal.js';
import { type ListDigest, ListLedger } from './listLedger.js';
import { brokenPage, readPages } from './pages.js';
import { type ReadWindow, splitWindow } from './readWindows.js';
import type { RecordSink } from './recordSink.js';

export interface ListReading {
  readonly client: DataClient;
  readonly observer: Observer;
  readonly requests: () => number;
  /** Runs a window's pages within the number of streams that are open at once. */
  readonly inStream: (read: () => Promise<void>) => Promise<void>;
  readonly read: 'once' | 'twice';
  readonly sink: RecordSink;
}

/** The days of a list that is read by days. */
export interface DayRange {
  readonly window: ReadWindow;
  /** From an earlier read; 0 where there was none. */
  readonly expectedRecords: number;
}

/**
 * Reads a list completely: once, or in two passes and a third where the second lacks a record of the first.
 * A record counts as deleted only if two consecutive complete passes lack it. An earlier read to
 * which the first pass is equal stands for another pass.
 */
export async function readList<T>(
  reading: ListReading,
  shape: ListShape<T>,
  days: DayRange | 'all',
  earlier?: ListDigest,
): Promise<ListLedger<T>> {
  const ledger = new ListLedger(shape, reading.sink);
  await pass(reading, ledger, days);
  if (reading.read === 'once' || (earlier !== undefined && ledger.equals(earlier))) return ledger;
  await pass(reading, ledger, days);
  if (ledger.countVanished() > 0) await pass(reading, ledger, days);
  ledger.settle();
  return ledger;
}

async function pass<T>(reading: ListReading, ledger: ListLedger<T>, days: DayRange | 'all'): Promise<void> {
  // From the second pass on the first one tells how many there are.
  const expected = days === 'all' ? 0 : Math.max(days.expectedRecords, ledger.size);
  const queries: readonly Query[] =
    days === 'all' ? [{}] : splitWindow(days.window, expected).map(({ from, to }) => ({ from, to }));
  ledger.beginPass();
  reading.observer({ type: 'pass', list: ledger.shape.list, pass: ledger.passes });
  await Promise.all(queries.map((query) => reading.inStream(() => readWindow(reading, ledger, query))));
}

/** A cursor that the service refuses (422) restarts the window once: ids make what was read already harmless. */
async function readWindow<T>(reading: ListReading, ledger: ListLedger<T>, query: Query): Promise<void> {
  const pages = { number: 0 };
  try {
    await readWindowOnce(reading, ledger, query, pages, MOST_REPEATED_PAGES);
  } catch (error) {
    if (!(error instanceof CursorRefused)) throw error;
    // What was read already comes again.
    await readWindowOnce(reading, ledger, query, pages, pages.number + MOST_REPEATED_PAGES);
  }
}

/** So many pages in a row without a record that the pass has not had: a service that never ends. */
const MOST_REPEATED_PAGES = 50;

async function readWindowOnce<T>(
  reading: ListReading,
  ledger: ListLedger<T>,
  query: Query,
  pages: { number: number },
  mostRepeated: number,
): Promise<void> {
  const { list } = ledger.shape;
  const window = query.from === undefined ? '' : ` of ${query.from} to ${query.to}`;
  let repeated = 0;
  for await (const page of readPages(reading.client, list, query)) {
    pages.number = page.number;
    let isNew = false;
    for (const [index, item] of page.items.entries()) {
      if (ledger.see(item, `page ${page.number}, record ${index + 1}${window}`)) isNew = true;
    }
    ledger.endPage();
    repeated = isNew ? 0 : repeated + 1;
    if (repeated > mostRepeated)
      throw brokenPage(list, page.number, `${repeated} pages without a new record`);
    reading.observer({ type: 'page', list, records: ledger.size, requests: reading.requests() });
  }
}
