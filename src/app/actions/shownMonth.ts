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

/** Months computed since the server started. After a restart they are loaded from the store, if a run saved them. */
export class SeenMonths {
  readonly #months = new Map<string, SeenMonth>();

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

/** What a clerk confirms: a digest of all hours as `hours`, and for each cause a digest of its findings and facts. */
export function figuresOf({ review, found, seen }: MonthView): Record<string, string> {
  const hours = review.people.map(({ id, days, paidMinutes, estimatedMinutes }) => {
    return [id, days, paidMinutes, estimatedMinutes];
  });
  const causes = [...groupBy(found.findings, ({ code }) => code)].map(
    ([code, findings]) =>
      [code, shortDigest(findings.map((finding) => markOfFinding(finding, seen)).sort())] as const,
  );
  const codes = review.codes.map(({ code, people, amount }) => [code, people, amount]);
  return { ...Object.fromEntries(causes), hours: shortDigest([hours, codes]) };
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

/** The final of these days, otherwise the newest draft; undefined if there is none, or its records were deleted. */
export async function viewOfStore(
  context: Context,
  loaded: LoadedConfig,
  store: Store,
  runs: readonly HistoryRun[],
  { from, to }: Days,
  language: Language,
): Promise<SeenMonth | undefined> {
  const same = runs.filter(({ period }) => period.from === from && period.to === to);
  const run = same.find(({ state }) => state === 'final') ?? same.find(({ state }) => state === 'draft');
  if (run === undefined) return undefined;
  const { packageFolder, version, signal } = context;
  const places = { loaded, packageFolder, version, signal };
  try {
    const view = await storedMonthView(store, run.runId, places, language);
    return { ...view, viewedAt: run.startedAt, runId: run.runId };
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'RUN_PURGED') return undefined;
    throw failure;
  }
}
