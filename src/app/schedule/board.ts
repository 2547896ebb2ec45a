import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { assumedZone } from '../../config/employerPeriod.js';
import { type DeliveryStatus, deliveryStatusOf } from '../../delivery/deliveryStatus.js';
import {
  type EffectCounts,
  MONTH_STATES,
  type MonthState,
  type ReadProblem,
  type WaitingFor,
} from '../../domain/month/monthStatus.js';
import { type Period, resolvePeriod, spanOf } from '../../domain/period/period.js';
import { latestDue, upcomingTimes } from '../../domain/schedule/dueTimes.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { formatInstant } from '../../domain/time/stamp.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { localDateAt } from '../../domain/time/zone.js';
import { sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import type { OpenChange } from '../../store/mirror.js';
import type { Store } from '../../store/store.js';
import { ownKeys } from '../ledger/finals.js';
import { withLedger } from '../ledger/history.js';
import { monthOf, type RecordedMonth } from '../ledger/monthFacts.js';
import { findOpenChanges, keptPlannedBreaches, type PlannedBreach } from '../ledger/openChanges.js';
import { type NextStep, nextStepOf } from '../ledger/stepOfMonth.js';
import { knownNames, type NameOf } from '../people/findEmployee.js';
import { employerSchedules, periodDue } from './employerSchedules.js';

/** An employer's progress in the period that is due. */
export interface BoardLine {
  readonly employer: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
  readonly state: MonthState;
  /** The time since which, in UTC; null if the period was never read. */
  readonly since: string | null;
  /** Count by code, from the newest read. */
  readonly exceptions: Readonly<Record<string, number>>;
  /** The same by effect; left out if the period was not read. */
  readonly counts?: EffectCounts;
  readonly deliveries: readonly DeliveryStatus[];
  /** The people or roles that block it; empty unless it is blocked. */
  readonly waitingFor: readonly WaitingFor[];
  /** Why the newest read failed; only with the state `unread`. */
  readonly error?: ReadProblem;
  /** What to do next. */
  readonly step: NextStep;
  /** Finals after the period that are `changed`. */
  readonly later: RecordedMonth['later'];
  /** The changes found by the monitor or a run; only with the state `changed`. */
  readonly changes?: readonly OpenChange[];
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

/** The board with the names of the people in its changes and breaches. */
export interface NamedBoard {
  readonly lines: readonly BoardLine[];
  /** Names by ID, by employer. */
  readonly namesOf: (employer: string) => NameOf;
}

/** The board, with names as last seen and as the mapping files have them. @throws PaytallyError as `boardOf` */
export async function namedBoard(store: Store, question: BoardQuestion): Promise<NamedBoard> {
  const { loaded } = question;
  const lines = await boardOf(store, question);
  const names = new Map<string, NameOf>();
  for (const { employer, changes = [], plannedBreaches = [] } of lines) {
    if (changes.length + plannedBreaches.length === 0) continue;
    const config = configOf(loaded, employer);
    const known = store.known.employees(config.employer.employerId);
    names.set(employer, await knownNames(known, config, loaded.folder));
  }
  return { lines, namesOf: (employer) => names.get(employer) ?? ((id) => id) };
}

/** The board, from the store only. @throws PaytallyError PERIOD_INVALID, CONFIG_INVALID */
export async function boardOf(store: Store, question: BoardQuestion): Promise<readonly BoardLine[]> {
  const lines: BoardLine[] = [];
  const known: KnownTimes<Period> = new Map();
  for (const employer of question.employers) {
    const config = configOf(question.loaded, employer);
    const period = await periodFor(store, question, config, known);
    lines.push({
      employer,
      period: { from: period.from, to: period.to },
      ...monthLine(store, config, ownKeys(question.loaded, employer), period),
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
  const zone = assumedZone(config, seen);
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

/** The number of employers in each state, in the period that is due. */
export async function countStates(
  context: { readonly clock: { readonly nowMs: () => number } },
  place: { readonly loaded: LoadedConfig; readonly storeFolder: string },
): Promise<ReadonlyMap<MonthState, number>> {
  const employers = Object.keys(place.loaded.config.employers);
  const question = { loaded: place.loaded, employers, periodText: undefined, nowMs: context.clock.nowMs() };
  const days = (store: Store) => daysOfBoard(store, question);
  const board = await withLedger(context, place, (store) => boardOf(store, question), { lists: { days } });
  const counts = new Map<MonthState, number>(MONTH_STATES.map((state) => [state, 0]));
  for (const { state } of board) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
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

/** @see monthOf */
function monthLine(
  store: Store,
  config: Config,
  isOwn: (employerKey: string) => boolean,
  period: Period,
): Omit<BoardLine, 'employer' | 'period'> {
  const { employerId } = config.employer;
  const month = monthOf(store, { employerId, isOwn, period, config });
  const { state, since, exceptions, counts, deliveries, waitingFor, problem, links, later } = month;
  const changes = state === 'changed' ? findOpenChanges(store, links, employerId, period, isOwn) : [];
  const hasDeliveries = Object.values(config.deliveries).some(({ when }) => when !== 'draft');
  return {
    state,
    step: nextStepOf({ ...month, hasDeliveries }),
    later,
    since: instant(since),
    exceptions,
    ...(state === 'unread' ? {} : { counts }),
    deliveries: deliveries.map(deliveryStatusOf),
    waitingFor,
    ...(problem === undefined ? {} : { error: problem }),
    ...(changes.length === 0 ? {} : { changes }),
  };
}

/** `2026-11-03T05:00:00Z` */
function instant(date: Date | undefined): string | null {
  return date === undefined ? null : date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** An address, or the name of a role. */
export function waitingName(
  { recipient, role }: Pick<WaitingFor, 'recipient' | 'role'>,
  language: Language,
): string {
  const isRole = role === 'planner' || role === 'administrator' || role === 'operator';
  return recipient ?? sayIn(language)(`work.actor.${isRole ? role : 'payroll'}`);
}
