import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { configOf, type LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { groupBy } from '../../domain/collections.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { isAcceptedByEstimates } from '../../domain/exceptions/ratedFindings.js';
import { personName } from '../../domain/exceptions/workList.js';
import type { MonthRead } from '../../domain/month/monthStatus.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { PaytallyError } from '../../errors.js';
import { type Language, languageTag } from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import type { ViewKey } from '../../store/monthViews.js';
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
import { currentInputs, findView, keepView, type SeenMonth, viewInputs } from './keptViews.js';

/** Large months need megabytes. */
const MOST_SEEN = 6;

/** Views of stored runs that are kept: each was computed from its records. */
const MOST_STORED = 4;

/** Months that were shown since the server started. Those of an earlier server are in the store. */
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
function newestRead(
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
 * What a clerk confirms: as `hours` a digest of all hours, of what files have of people and their work and of the
 * balances, and for each cause a digest of its findings and facts.
 */
export function figuresOf({ review, found, seen, content }: MonthView): Record<string, string> {
  const hours = review.people.map(({ id, days, paidMinutes, estimatedMinutes }) => {
    return [id, days, paidMinutes, estimatedMinutes];
  });
  const causes = [...groupBy(found.findings, ({ code }) => code)].map(
    ([code, findings]) =>
      [code, shortDigest(findings.map((finding) => markOfFinding(finding, seen)).sort())] as const,
  );
  const balances = review.accounts.map(({ id, before, after }) => [id, before, after]);
  return { ...Object.fromEntries(causes), hours: shortDigest([hours, content, balances]) };
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
function shownRun(runs: readonly HistoryRun[], { from, to }: Days): HistoryRun | undefined {
  const same = runs.filter(({ period }) => period.from === from && period.to === to);
  return same.find(({ state }) => state === 'final') ?? same.find(({ state }) => state === 'draft');
}

/** The month that a page shows. */
export interface ShownPlace extends Days {
  readonly loaded: LoadedConfig;
  readonly store: Store;
  readonly employer: string;
  readonly language: Language;
}

function viewKey({ loaded, employer, from, to, language }: ShownPlace, runId: string | undefined): ViewKey {
  const { employerId } = configOf(loaded, employer).employer;
  return { employerId, from, to, runId, language: languageTag(language) };
}

/** `cover` shows what the final has, although its period was read again; `brief` only what is known at once. */
export type ShownPart = 'whole' | 'cover' | 'brief';

/** The month that a page shows, and when it was read. */
export async function findShown(
  context: Context,
  seen: SeenMonths,
  runs: readonly HistoryRun[],
  place: ShownPlace,
  part: ShownPart,
): Promise<{ readonly month: SeenMonth | undefined; readonly viewedAt: string | undefined }> {
  const read = part === 'cover' ? undefined : seen.find(place.employer, place);
  if (part === 'brief') {
    const known = newestRead(read, runs, place);
    return { month: undefined, viewedAt: known?.viewedAt ?? shownRun(runs, place)?.startedAt };
  }
  const isUnknown = part === 'whole' && read === undefined;
  const known = newestRead(isUnknown ? await keptRead(context, seen, place) : read, runs, place);
  // Computed in the language of the read: the store has it in any language, unless the run was blocked.
  const isUsable = known?.runId === undefined || known.review.language === languageTag(place.language);
  const month = (isUsable ? known : undefined) ?? (await viewOfStore(context, seen, runs, place)) ?? known;
  return { month, viewedAt: month?.viewedAt ?? shownRun(runs, place)?.startedAt };
}

/** A blocked read that an earlier server showed: no run has it. */
async function keptRead(
  context: Context,
  seen: SeenMonths,
  place: ShownPlace,
): Promise<SeenMonth | undefined> {
  const key = viewKey(place, undefined);
  if (!place.store.monthViews.isKept(key)) return undefined;
  const current = await currentInputs(context, place.loaded, place.employer);
  const month = findView(place.store, key, viewInputs(place.store, key, current));
  if (month !== undefined) seen.remember(place.employer, place, month);
  return month;
}

/** The view of the run that is shown; undefined if there is none, or its records were deleted. */
async function viewOfStore(
  context: Context,
  seen: SeenMonths,
  runs: readonly HistoryRun[],
  place: ShownPlace,
): Promise<SeenMonth | undefined> {
  const run = shownRun(runs, place);
  if (run === undefined) return undefined;
  // A purge changes what the store has of a run.
  const key = JSON.stringify([run.runId, place.language, place.store.ledger.purges().length]);
  try {
    return await seen.stored(key, () => viewOfRun(context, run, place));
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'RUN_PURGED') return undefined;
    throw failure;
  }
}

/** As an earlier server computed it if nothing has changed since, and otherwise computed from the stored records. */
async function viewOfRun(
  { packageFolder, version, env, signal }: Context,
  { runId, startedAt }: HistoryRun,
  place: ShownPlace,
): Promise<SeenMonth> {
  const { loaded, store, employer, language } = place;
  const key = viewKey(place, runId);
  const current = await currentInputs({ packageFolder, version, env }, loaded, employer);
  // As they are before it is computed: a purge may come meanwhile.
  const inputs = viewInputs(store, key, current);
  const kept = findView(store, key, inputs);
  if (kept !== undefined) return kept;
  const view = await storedMonthView(store, runId, { loaded, packageFolder, version, signal }, language);
  const month = { ...view, viewedAt: startedAt, runId };
  keepView(store, key, inputs, month);
  return month;
}
