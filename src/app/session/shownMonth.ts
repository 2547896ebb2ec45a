import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { groupBy } from '../../domain/collections.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { isAcceptedByEstimates } from '../../domain/exceptions/ratedFindings.js';
import { personName } from '../../domain/exceptions/workList.js';
import type { MonthRead } from '../../domain/month/monthStatus.js';
import { PaytallyError } from '../../errors.js';
import type { Language } from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import type { Store } from '../../store/store.js';
import { type MonthView, storedMonthView } from '../export/monthView.js';
import {
  type heldReasons,
  markOfFinding,
  reasonsOfRun,
  shortDigest,
  withReasons,
} from '../ledger/acceptances.js';
import type { HistoryRun } from '../ledger/history.js';
import { monthRead } from '../ledger/monthFacts.js';

/** A month that a run has computed, whether it was blocked or not. */
export interface SeenMonth extends MonthView {
  readonly viewedAt: string;
  /** undefined if the run was blocked, so that the store has none. */
  readonly runId: string | undefined;
}

/** Large months need megabytes. */
const MOST_SEEN = 6;

/** Views of stored runs that are kept: each was computed from its records. */
const MOST_STORED = 4;

/** Months computed since the server started. After a restart they are loaded from the store, if a run saved them. */
export class SeenMonths {
  readonly #months = new Map<string, SeenMonth>();
  readonly #stored = new Map<string, Promise<SeenMonth>>();

  find(employer: string, days: Days): SeenMonth | undefined {
    return this.#months.get(keyOf(employer, days));
  }

  remember(employer: string, days: Days, month: SeenMonth): void {
    const key = keyOf(employer, days);
    this.#months.delete(key);
    this.#months.set(key, month);
    const [oldest] = this.#months.keys();
    if (this.#months.size > MOST_SEEN && oldest !== undefined) this.#months.delete(oldest);
  }

  forget(employer: string, days: Days | undefined): void {
    if (days !== undefined) this.#months.delete(keyOf(employer, days));
  }

  /** The view of a stored run, computed once. @param key changes if the run's records do */
  async stored(key: string, compute: () => Promise<SeenMonth>): Promise<SeenMonth> {
    const view = this.#stored.get(key) ?? compute();
    this.#stored.delete(key);
    this.#stored.set(key, view);
    const [oldest] = this.#stored.keys();
    if (this.#stored.size > MOST_STORED && oldest !== undefined) this.#stored.delete(oldest);
    // What failed is tried again.
    view.catch(() => this.#stored.delete(key));
    return view;
  }

  /** The findings of a stored run whose month was shown; undefined if it was not. */
  async findingsOf(runId: string): Promise<readonly RatedFinding[] | undefined> {
    const read = [...this.#months.values()].find((month) => month.runId === runId);
    if (read !== undefined) return read.found.findings;
    for (const view of [...this.#stored.values()].reverse()) {
      const month = await view.catch(() => undefined);
      if (month?.runId === runId) return month.found.findings;
    }
    return undefined;
  }

  /** The work of each person in the months of an employer, the newest read last: what people are recognised by. */
  work(employer: string): Readonly<Record<string, ShownWork>> {
    const months = [...this.#months].filter(([key]) => key.startsWith(`${employer} `));
    const lines = months.flatMap(([, { review }]) =>
      review.people.map(({ id, name, places, days, workedMinutes }) => {
        const named = places.flatMap((place) => review.places[place] ?? []);
        const worked = days.filter((minutes) => minutes > 0).length;
        return [id, { name, places: named, days: worked, minutes: workedMinutes }] as const;
      }),
    );
    return Object.fromEntries(lines);
  }

  /** Names by ID of the employees without a payroll ID in the months of an employer. */
  unmapped(employer: string): ReadonlyMap<string, string> {
    const months = [...this.#months].filter(([key]) => key.startsWith(`${employer} `));
    const lines = months.flatMap(([, { found }]) =>
      found.findings
        .filter(({ code }) => code === 'UNMAPPED_EMPLOYEE')
        .map((finding) => [finding.record, personName(finding, found)] as const),
    );
    return new Map(lines);
  }
}

/** What a person did in a month. */
export interface ShownWork {
  readonly name: string;
  readonly places: readonly string[];
  readonly days: number;
  readonly minutes: number;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

function keyOf(employer: string, { from, to }: Days): string {
  return `${employer} ${from} ${to}`;
}

export const NO_REASONS: ReturnType<typeof heldReasons> = new Map();

/** The findings with what accepts them now: the newest run, and the window. */
export function acceptedNow(
  { found: { findings }, seen }: MonthView,
  read: MonthRead | undefined,
  held: typeof NO_REASONS,
): readonly RatedFinding[] {
  const ofRun = read === undefined ? NO_REASONS : reasonsOfRun(findings, seen, read);
  const fresh = findings.map((each) =>
    isAcceptedByEstimates(each) ? each : { ...each, accepted: undefined },
  );
  return withReasons(fresh, new Map([...ofRun, ...held]));
}

/** Whether the newest read found something else than what is shown. */
export function isReadSince(month: MonthView | undefined, read: MonthRead | undefined): boolean {
  if (month === undefined || read === undefined || read.problem !== undefined) return false;
  const marks = (groups: MonthRead['found']) =>
    groups
      .flatMap((group) => group.marks)
      .sort()
      .join();
  const shown = monthRead(month.found.findings, month.seen, { accepted: {}, owed: [] });
  return marks(shown.found) !== marks(read.found);
}

/** A month that was read before its final or before the newest draft, which may be of another command, is not shown. */
export function newestRead(
  month: SeenMonth | undefined,
  runs: readonly HistoryRun[],
  { from, to }: Days,
): SeenMonth | undefined {
  if (month === undefined) return undefined;
  const same = runs.filter(({ period }) => period.from === from && period.to === to);
  const final = same.find(({ state }) => state === 'final');
  if (final !== undefined && month.viewedAt < final.startedAt) return undefined;
  const draft = same.find(({ state }) => state === 'draft');
  if (draft === undefined || draft.runId === month.runId) return month;
  // A blocked read has no run.
  const isOlder = month.runId !== undefined || month.viewedAt < draft.startedAt;
  return isOlder ? undefined : month;
}

/** Whether the configuration or the payroll IDs have changed since a period was read. */
export async function isEditedSince(
  viewedAt: string | undefined,
  loaded: LoadedConfig,
  employer: string,
): Promise<boolean> {
  if (viewedAt === undefined) return false;
  const employees = loaded.config.employers[employer]?.employees;
  const paths = [...loaded.texts.keys(), ...(employees === undefined ? [] : [employees])];
  const times = paths.map((path) =>
    stat(resolve(loaded.folder, path)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(times))) > Date.parse(viewedAt);
}

/**
 * What a clerk confirms: as `hours` a digest of all hours, of who is paid what and of the balances, and for each cause a
 * digest of its findings and facts.
 */
export function figuresOf({ review, found, seen, paid }: MonthView): Record<string, string> {
  const hours = review.people.map(({ id, days, paidMinutes, estimatedMinutes }) => {
    return [id, days, paidMinutes, estimatedMinutes];
  });
  const causes = [...groupBy(found.findings, ({ code }) => code)].map(
    ([code, findings]) =>
      [code, shortDigest(findings.map((finding) => markOfFinding(finding, seen)).sort())] as const,
  );
  const balances = review.accounts.map(({ id, before, after }) => [id, before, after]);
  return { ...Object.fromEntries(causes), hours: shortDigest([hours, paid, balances]) };
}

/**
 * Refuses a run whose hours differ from those that the clerk confirmed, or that would accept what the clerk did not see.
 * @param confirmed the figures of the shown month; undefined if a program asks, which saw none
 * @throws PaytallyError CHANGED_SINCE_READ
 */
export function assertConfirmed(
  confirmed: Readonly<Record<string, string>> | undefined,
  accepted: readonly string[],
  view: MonthView,
): void {
  if (confirmed === undefined) return;
  const now = figuresOf(view);
  const codes = accepted.map((key) => key.split('@')[0] ?? '');
  if (['hours', ...codes].every((name) => now[name] === confirmed[name])) return;
  throw new PaytallyError('CHANGED_SINCE_READ', message('ui.changedSinceRead'));
}

/** The final of these days, otherwise the newest draft; undefined if there is none. */
export function shownRun(runs: readonly HistoryRun[], { from, to }: Days): HistoryRun | undefined {
  const same = runs.filter(({ period }) => period.from === from && period.to === to);
  return same.find(({ state }) => state === 'final') ?? same.find(({ state }) => state === 'draft');
}

/** The view of the run that is shown; undefined if there is none, or its records were deleted. */
export async function viewOfStore(
  context: Context,
  seen: SeenMonths,
  loaded: LoadedConfig,
  store: Store,
  runs: readonly HistoryRun[],
  days: Days,
  language: Language,
): Promise<SeenMonth | undefined> {
  const run = shownRun(runs, days);
  if (run === undefined) return undefined;
  const { packageFolder, version, signal } = context;
  const places = { loaded, packageFolder, version, signal };
  try {
    const { runId, startedAt } = run;
    // A purge changes what the store has of a run.
    const key = JSON.stringify([runId, language, store.ledger.purges().length]);
    return await seen.stored(key, async () => {
      const view = await storedMonthView(store, runId, places, language);
      return { ...view, viewedAt: startedAt, runId };
    });
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'RUN_PURGED') return undefined;
    throw failure;
  }
}
