// @module-tag slow
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
import {
  addDays,
  daysBetween,
  type LocalDate,
  toLocalDate,
  weekdayNumber,
} from '../../../src/domain/time/localDate.js';
import {
  entryId,
  startWatchedService,
  type WatchedService,
  weekdaysOf,
  workedEntry,
} from '../../support/employers/watchedEmployer.js';
import { editEntry } from '../../support/service/edits.js';

const IS_LONG = process.env.PAYTALLY_LONG === '1';
const PEOPLE = Number(process.env.MONITOR_PEOPLE ?? 40);
const DAY_MS = 86_400_000;
const FIRST = toLocalDate('2025-10-01');
const START = toLocalDate('2026-01-05');
const NIGHTS = Number(process.env.MONITOR_NIGHTS ?? (IS_LONG ? 365 : 40));
/** On one day in each quarter of the year, every quarter of an hour is played; on the others, only the first pass. */
const BUSY_DAY = /-(01|04|07|10)-15$/;
const BUDGET = 1.05;

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dayAt = (ms: number) => toLocalDate(new Date(ms).toISOString().slice(0, 10));

/**
 * The requests that the documented procedure needs (docs/service.md, "Paging"), counted from the document alone: each
 * list to its last page, 200 records a page and 93 days a request at most, a new token for a pass that begins after the
 * last one's 300 seconds; the entries once more if a record that a final paid is missing.
 */
class Minimum {
  readonly #entries = new Map<string, number>();
  readonly #shifts = new Map<string, number>();
  readonly finals: { readonly from: LocalDate; readonly to: LocalDate }[] = [];
  /** Whether a record of a final's days was deleted since the last complete pass. */
  lost = false;

  constructor(firstDay: LocalDate, lastDay: LocalDate) {
    for (const [, date] of weekdaysOf({ from: firstDay, to: lastDay })) this.#shifts.set(date, PEOPLE);
  }

  work(date: string, count: number): void {
    this.#entries.set(date, (this.#entries.get(date) ?? 0) + count);
  }

  ofPass(today: LocalDate, isWhole: boolean): number {
    const days = new Set<LocalDate>();
    const add = (from: LocalDate, to: LocalDate) => {
      for (let date = from; date <= to; date = addDays(date, 1)) days.add(date);
    };
    add(addDays(today, -14), addDays(today, 28));
    if (isWhole) for (const { from, to } of this.finals.slice(-3)) add(addDays(from, -1), addDays(to, 1));
    const windows = windowsOf([...days].sort());
    const pagesOf = (counts: ReadonlyMap<string, number>) =>
      windows.reduce((sum, window) => sum + fewestPages(window, counts), 0);
    const entryPages = pagesOf(this.#entries);
    const years = new Set([...days].map((date) => date.slice(0, 4))).size;
    const again = isWhole && this.lost ? entryPages : 0;
    if (isWhole) this.lost = false;
    // A token; establishments, employees, agency workers, teams and tasks are a page each.
    return 1 + 5 + years + entryPages + again + pagesOf(this.#shifts);
  }
}

function windowsOf(days: readonly LocalDate[]): LocalDate[][] {
  const windows: LocalDate[][] = [];
  for (const date of days) {
    const last = windows.at(-1);
    if (last !== undefined && daysBetween(last.at(-1) ?? date, date) === 1) last.push(date);
    else windows.push([date]);
  }
  return windows;
}

/** At least a request for 93 days, and for 200 records. */
function fewestPages(window: readonly LocalDate[], counts: ReadonlyMap<string, number>): number {
  const records = window.reduce((sum, date) => sum + (counts.get(date) ?? 0), 0);
  return Math.max(Math.ceil(window.length / 93), Math.ceil(records / 200));
}

interface Played {
  passes: number;
  requests: number;
  minimum: number;
}

/** A year on a clock that only the loop's own waits move. */
class Year {
  readonly #service: WatchedService;
  readonly #minimum: Minimum;
  readonly #random = randomFor('a year of nights');
  readonly whole: Played = { passes: 0, requests: 0, minimum: 0 };
  readonly window: Played = { passes: 0, requests: 0, minimum: 0 };
  #nowMs = midnight(START) + 2 * 3_600_000;
  #wholeDay = '';
  #workedTo = addDays(START, -1);

  constructor(service: WatchedService, minimum: Minimum) {
    this.#service = service;
    this.#minimum = minimum;
  }

  get today(): LocalDate {
    return dayAt(this.#nowMs);
  }

  /** The running monitor until a given moment. */
  async watch(every: string, stepMs: number, untilMs: number): Promise<void> {
    const path = join(this.#service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/every: .*? }/, `every: ${every} }`));
    const stop = new AbortController();
    let counted = this.#requests();
    const sleep = async () => {
      const requests = this.#requests() - counted;
      counted += requests;
      if (requests > 0) this.#count(requests);
      this.#nowMs += stepMs;
      this.#goOn();
      counted = this.#requests();
      if (this.#nowMs >= untilMs) stop.abort();
    };
    const clock = { nowMs: () => this.#nowMs, sleep };
    const { status, stderr } = await this.#service.run(['monitor', '--json'], {
      context: { clock },
      signal: stop.signal,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  }

  async final(period: LocalDate): Promise<void> {
    const month = period.slice(0, 7);
    const argv = [
      'export',
      month,
      '--final',
      '--quiet',
      '--accept',
      'SHIFT_NO_ENTRY=known',
      '--accept',
      'ENTRY_NO_SHIFT=known',
    ];
    expect(await this.#service.run(argv, { nowMs: this.#nowMs })).toMatchObject({ status: 0 });
    this.#nowMs += 120_000;
    this.#minimum.finals.push({ from: toLocalDate(`${month}-01`), to: lastOfMonth(month) });
  }

  #requests(): number {
    return this.#service.sandbox.stats().requests;
  }

  #count(requests: number): void {
    const isWhole = this.#wholeDay !== this.today;
    this.#wholeDay = this.today;
    const sums = isWhole ? this.whole : this.window;
    sums.passes += 1;
    sums.requests += requests;
    sums.minimum += this.#minimum.ofPass(this.today, isWhole);
  }

  /**
   * Edits since then: each evening the day's entries are added, and occasionally an earlier one is changed or deleted.
   */
  #goOn(): void {
    while (addDays(this.#workedTo, 1) < this.today) {
      this.#workedTo = addDays(this.#workedTo, 1);
      const date = this.#workedTo;
      if (weekdayNumber(date) < 6) {
        const day = daysBetween(FIRST, date);
        for (let index = 0; index < PEOPLE; index += 1)
          this.#service.edit(editEntry.put(workedEntry(index, day, date)));
        this.#minimum.work(date, PEOPLE);
      }
      if (this.#random.between(0, 2) === 0) this.#editEarlier();
    }
  }

  #editEarlier(): void {
    const date = addDays(this.#workedTo, -this.#random.between(1, 60));
    if (weekdayNumber(date) > 5) return;
    const [index, day] = [this.#random.between(0, PEOPLE - 1), daysBetween(FIRST, date)];
    if (this.#random.between(0, 5) > 0) {
      const put = workedEntry(index, day, date, this.#random.between(30, 450));
      // This restores a deleted one.
      if (!this.#deleted.has(put.id)) this.#service.edit(editEntry.put(put));
      return;
    }
    const id = entryId(index, day);
    if (this.#deleted.has(id)) return;
    this.#deleted.add(id);
    this.#service.edit(editEntry.delete(id));
    this.#minimum.work(date, -1);
    if (
      this.#minimum.finals
        .slice(-3)
        .some(({ from, to }) => addDays(from, -1) <= date && date <= addDays(to, 1))
    )
      this.#minimum.lost = true;
  }

  readonly #deleted = new Set<string>();
}

function lastOfMonth(month: string): LocalDate {
  const next = new Date(Date.parse(`${month}-28T00:00:00Z`) + 4 * DAY_MS).toISOString().slice(0, 7);
  return addDays(toLocalDate(`${next}-01`), -1);
}

test('a year of passes stays within the requests that the procedure needs', {
  timeout: 3_600_000,
}, async () => {
  const lastDay = addDays(START, NIGHTS);
  const shiftsTo = addDays(lastDay, 40);
  const service = await startWatchedService(
    { people: PEOPLE, from: FIRST, to: shiftsTo, workedTo: addDays(START, -1) },
    'monitor: { every: 15m }',
  );
  try {
    const minimum = new Minimum(FIRST, shiftsTo);
    for (const [, date] of weekdaysOf({ from: FIRST, to: addDays(START, -1) })) minimum.work(date, PEOPLE);
    const year = new Year(service, minimum);
    for (const month of ['2025-10-01', '2025-11-01', '2025-12-01']) await year.final(toLocalDate(month));
    while (year.today < lastDay) {
      const { today } = year;
      if (today.endsWith('-04')) await year.final(addDays(today, -20));
      const tomorrow = midnight(addDays(today, 1)) + 2 * 3_600_000;
      if (BUSY_DAY.test(today)) await year.watch('15m', 900_000, tomorrow);
      else await year.watch('1d', DAY_MS, tomorrow);
    }
    const { whole, window } = year;
    // On the days that were not played, the other 95 passes are like those that were.
    const perDay = { requests: window.requests / window.passes, minimum: window.minimum / window.passes };
    const all = {
      requests: whole.requests + 95 * whole.passes * perDay.requests,
      minimum: whole.minimum + 95 * whole.passes * perDay.minimum,
    };
    const share = ({ requests, minimum: least }: Pick<Played, 'requests' | 'minimum'>) => requests / least;
    console.log(
      `nights: ${whole.passes} passes, ${whole.requests} requests, ${share(whole).toFixed(4)} of the minimum; ` +
        `quarter-hours: ${window.passes} passes, ${window.requests} requests, ${share(window).toFixed(4)}; ` +
        `a year of both: ${share(all).toFixed(4)}`,
    );
    expect(share(whole)).toBeLessThanOrEqual(BUDGET);
    expect(share(window)).toBeLessThanOrEqual(BUDGET);
  } finally {
    await service.stop();
    rmSync(service.cwd, { recursive: true, force: true });
  }
});
