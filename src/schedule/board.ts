import { type Config, configOf, type LoadedConfig } from '../config/config.js';
import { employerZone } from '../config/employerPeriod.js';
import { groupBy } from '../domain/collections.js';
import { type Period, resolvePeriod, spanOf } from '../domain/period/period.js';
import { latestDue, upcomingTimes } from '../domain/schedule/dueTimes.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { formatInstant } from '../domain/time/stamp.js';
import { zoneByName } from '../domain/time/tzdata.js';
import { localDateAt } from '../domain/time/zone.js';
import { activeFinals, overlaps } from '../ledger/finals.js';
import { keptPlannedBreaches, openChanges, type PlannedBreach } from '../ledger/standingChanges.js';
import { type DeliveryStanding, type EffectCounts, standingOf } from '../run.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import type { StandingChange } from '../store/mirror.js';
import type { DeliveryItem } from '../store/outbox.js';
import type { ExportOutcome } from '../store/scheduleState.js';
import type { Store } from '../store/store.js';
import { employerSchedules, periodDue } from './employerSchedules.js';
import { type WaitingFor, waitingFor } from './waitingFor.js';

export type BoardState = 'unread' | 'blocked' | 'ready' | 'final' | 'sent' | 'corrected' | 'changed';

/** An employer's progress in the period that is due. */
export interface BoardLine {
  readonly employer: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
  readonly state: BoardState;
  /** The time since which, in UTC; null if the period was never read. */
  readonly since: string | null;
  /** Count by code, from the newest export. */
  readonly exceptions: Readonly<Record<string, unknown>>;
  /** The same by effect; left out if the period was never exported, or by an earlier version. */
  readonly counts?: EffectCounts;
  readonly deliveries: readonly DeliveryStanding[];
  /** The people or roles that block it; empty unless it is blocked. */
  readonly waitingFor: readonly WaitingFor[];
  /** The changes found by the monitor or a run; only with the state `changed`. */
  readonly changes?: readonly StandingChange[];
  /** Breaches of working-time limits that the published plan would cause; left out if the monitor found none. */
  readonly plannedBreaches?: readonly PlannedBreach[];
}

export interface BoardQuestion {
  readonly loaded: LoadedConfig;
  readonly employers: readonly string[];
  /** undefined for that of the newest due schedule, otherwise last month. */
  readonly periodText: string | undefined;
  readonly nowMs: number;
}

/** The board, from the store only. @throws PaytallyError PERIOD_INVALID, CONFIG_INVALID */
export async function boardOf(store: Store, question: BoardQuestion): Promise<readonly BoardLine[]> {
  const lines: BoardLine[] = [];
  const known: KnownTimes<Period> = new Map();
  const purges = groupBy(store.ledger.purges(), ({ employerId }) => employerId);
  for (const employer of question.employers) {
    const config = configOf(question.loaded, employer);
    const period = await periodFor(store, question, config, known);
    lines.push({
      employer,
      period: { from: period.from, to: period.to },
      ...standing(store, config, period, purges.get(config.employer.employerId) ?? []),
      ...plannedIn(store, config),
    });
  }
  return lines;
}

/** From the first to the last day of the board; undefined if it has no employers. */
export async function daysOfBoard(
  store: Store,
  question: BoardQuestion,
): Promise<Pick<Period, 'from' | 'to'> | undefined> {
  const known: KnownTimes<Period> = new Map();
  const periods: Period[] = [];
  for (const employer of question.employers)
    periods.push(await periodFor(store, question, configOf(question.loaded, employer), known));
  return spanOf(periods);
}

async function periodFor(
  store: Store,
  { loaded, periodText, nowMs }: BoardQuestion,
  config: Config,
  known: KnownTimes<Period>,
): Promise<Period> {
  const { zone, now, today } = localToday(store, config, nowMs);
  if (periodText !== undefined) return resolvePeriod(periodText, today, config.calendars);
  return once(known, config, zone, async () => {
    const newest = latestDue(await schedulesFromStore(store, loaded, config, { zone, today }), now);
    return newest === undefined ? resolvePeriod('last-month', today, config.calendars) : periodDue(newest);
  });
}

/** Times of a schedule that many employers share. */
type KnownTimes<Time> = Map<string, Promise<Time>>;

/** Cached times of a schedule in a zone; working days depend on the employer's holidays. */
function once<Time>(
  known: KnownTimes<Time>,
  { schedule, calendars }: Config,
  zone: string,
  compute: () => Promise<Time>,
): Promise<Time> {
  if (Object.values(schedule).some(({ workday }) => workday !== undefined)) return compute();
  const key = JSON.stringify([schedule, calendars, zone]);
  const time = known.get(key) ?? compute();
  known.set(key, time);
  return time;
}

function localToday(store: Store, config: Config, nowMs: number) {
  const seen = store.known.establishments(config.employer.employerId);
  // The zone has not been read from the service yet: a wrong one changes the month for only a few hours.
  const zone = employerZone(config, seen) ?? Object.values(config.schedule)[0]?.zone ?? 'Etc/UTC';
  const now = Math.floor(nowMs / 1000);
  return { zone, now, today: localDateAt(now, zoneByName(zone)) };
}

function schedulesFromStore(
  store: Store,
  loaded: LoadedConfig,
  { employerKey }: Config,
  { zone, today }: { readonly zone: string; readonly today: LocalDate },
) {
  return employerSchedules(loaded, [employerKey], {
    zoneOf: () => Promise.resolve(zone),
    holidaysOf: async ({ employer: { employerId } }) => {
      const year = Number(today.slice(0, 4));
      return new Set(
        [year - 1, year, year + 1].flatMap(
          (each) => store.scheduleState.findHolidays(employerId, each) ?? [],
        ),
      );
    },
  });
}

/** A scheduled run in the future. */
export interface NextRun {
  readonly name: string;
  readonly at: string;
}

/** The next scheduled run of each employer that has one, from the store only. */
export async function nextScheduledRuns(
  store: Store,
  { loaded, employers, nowMs }: BoardQuestion,
): Promise<ReadonlyMap<string, NextRun>> {
  const known: KnownTimes<NextRun | undefined> = new Map();
  const runs = new Map<string, NextRun>();
  for (const employer of employers) {
    const config = configOf(loaded, employer);
    if (Object.keys(config.schedule).length === 0) continue;
    const place = localToday(store, config, nowMs);
    const next = await once(known, config, place.zone, async () => {
      const schedules = await schedulesFromStore(store, loaded, config, place);
      for (const { schedule, due } of upcomingTimes(schedules, place.now))
        return { name: schedule.name, at: formatInstant(due, schedule.zone) };
      return undefined;
    });
    if (next !== undefined) runs.set(employer, next);
  }
  return runs;
}

function plannedIn(store: Store, { employer }: Config): Pick<BoardLine, 'plannedBreaches'> {
  const planned = keptPlannedBreaches(store, employer.employerId);
  return planned.length === 0 ? {} : { plannedBreaches: planned.map(({ content }) => content) };
}

function standing(
  store: Store,
  config: Config,
  period: Period,
  purges: readonly LedgerLink[],
): Omit<BoardLine, 'employer' | 'period'> {
  const { employerId } = config.employer;
  const outcome = store.scheduleState.findOutcome(employerId, period.from, period.to);
  const found = foundBy(outcome);
  const links = store.ledger.linksOfDays(employerId, period);
  const finals = activeFinals(links).map(({ link }) => link);
  if (finals.length > 0) {
    const corrections = links.filter(({ kind }) => kind === 'correction');
    const deliveries = deliveriesOf(store, [...finals, ...corrections]);
    const about = [...links, ...purges.filter((link) => overlaps(link.period, period))];
    const changed = changedSince(store, about, employerId, period);
    const state = changed === undefined ? finalState(corrections, deliveries) : 'changed';
    const since = changed ?? (state === 'sent' ? lastSent(deliveries) : newest([...finals, ...corrections]));
    const changes = state === 'changed' ? openChanges(store, links, employerId, period) : [];
    const some = changes.length === 0 ? {} : { changes };
    const shown = deliveries.map(standingOf);
    return { state, since: instant(since), ...found, deliveries: shown, waitingFor: [], ...some };
  }
  const [draft] = store.runs({ employerId, state: 'draft', period });
  const deliveries = draft === undefined ? [] : deliveriesOf(store, [draft]).map(standingOf);
  const state = outcome?.state ?? (draft === undefined ? 'unread' : 'ready');
  const waiting = state === 'blocked' ? waitingFor(store, employerId, period) : [];
  const since = instant(outcome?.since ?? draft?.startedAt);
  return { state, since, ...found, deliveries, waitingFor: waiting };
}

/** What the newest export found. @see boardCounts */
function foundBy(outcome: ExportOutcome | undefined): Pick<BoardLine, 'exceptions' | 'counts'> {
  const { counts, ...exceptions } = outcome?.exceptions ?? {};
  return counts === undefined ? { exceptions } : { exceptions, counts: counts as EffectCounts };
}

/** When a read first found a difference to the finals that no correction has covered since. */
function changedSince(
  store: Store,
  links: readonly LedgerLink[],
  employerId: string,
  period: Period,
): Date | undefined {
  const last = Math.max(...links.map(({ position }) => position));
  const open = store.scheduleState.changedDays(employerId, period).filter(({ position }) => position >= last);
  return open.map(({ since }) => since).sort((a, b) => a.getTime() - b.getTime())[0];
}

function newest(links: readonly LedgerLink[]): Date {
  return new Date(Math.max(...links.map(({ startedAt }) => startedAt.getTime())));
}

function lastSent(deliveries: readonly DeliveryItem[]): Date {
  return new Date(Math.max(...deliveries.map(({ changedAt }) => changedAt.getTime())));
}

/** `2026-11-03T05:00:00Z` */
function instant(date: Date | undefined): string | null {
  return date === undefined ? null : date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

function finalState(corrections: readonly LedgerLink[], deliveries: readonly DeliveryItem[]): BoardState {
  if (corrections.length > 0) return 'corrected';
  const isSent = deliveries.length > 0 && deliveries.every(({ state }) => state === 'sent');
  return isSent ? 'sent' : 'final';
}

function deliveriesOf(store: Store, runs: readonly { readonly runId: string }[]): DeliveryItem[] {
  return runs.flatMap(({ runId }) => store.outbox.findByRun(runId));
}
