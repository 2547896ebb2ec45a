import { type Config, configOf, type LoadedConfig } from '../config/config.js';
import { employerZone } from '../config/employerPeriod.js';
import { type Period, resolvePeriod } from '../domain/period/period.js';
import { latestDue, upcomingTimes } from '../domain/schedule/dueTimes.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { formatInstant } from '../domain/time/stamp.js';
import { zoneByName } from '../domain/time/tzdata.js';
import { localDateAt } from '../domain/time/zone.js';
import { activeFinals, overlaps } from '../ledger/finals.js';
import { type DeliveryStanding, standingOf } from '../run.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import type { Store } from '../store/store.js';
import { employerSchedules, periodDue } from './employerSchedules.js';
import { type WaitingFor, waitingFor } from './waitingFor.js';

export type BoardState = 'unread' | 'blocked' | 'ready' | 'final' | 'sent' | 'corrected' | 'changed';

/** An employer's progress in the period that is due. */
export interface BoardLine {
  readonly employer: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
  readonly state: BoardState;
  /** Code -> how often, of the newest export. */
  readonly exceptions: Readonly<Record<string, unknown>>;
  readonly deliveries: readonly DeliveryStanding[];
  /** Who blocks it; empty unless it is blocked. */
  readonly waitingFor: readonly WaitingFor[];
}

export interface BoardQuestion {
  readonly loaded: LoadedConfig;
  readonly employers: readonly string[];
  /** undefined: that of the newest schedule that was due, else last month. */
  readonly periodText: string | undefined;
  readonly nowMs: number;
}

/** The board, from the store alone. @throws PaytallyError PERIOD_INVALID, CONFIG_INVALID */
export async function boardOf(store: Store, question: BoardQuestion): Promise<readonly BoardLine[]> {
  const lines: BoardLine[] = [];
  for (const employer of question.employers) {
    const config = configOf(question.loaded, employer);
    const period = await periodFor(store, question, config);
    lines.push({
      employer,
      period: { from: period.from, to: period.to },
      ...standing(store, config, period),
    });
  }
  return lines;
}

async function periodFor(
  store: Store,
  { loaded, periodText, nowMs }: BoardQuestion,
  config: Config,
): Promise<Period> {
  const { zone, now, today } = localToday(store, config, nowMs);
  if (periodText !== undefined) return resolvePeriod(periodText, today, config.calendars);
  const newest = latestDue(await schedulesFromStore(store, loaded, config, { zone, today }), now);
  return newest === undefined ? resolvePeriod('last-month', today, config.calendars) : periodDue(newest);
}

function localToday(store: Store, config: Config, nowMs: number) {
  const seen = store.knownEstablishments(config.employer.employerId);
  // The service has not been asked for the zone yet: a wrong one changes the month for a few hours only.
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

/** The next scheduled run of an employer, from the store alone; undefined where nothing is scheduled. */
export async function nextScheduledRun(
  store: Store,
  { loaded, nowMs }: Pick<BoardQuestion, 'loaded' | 'nowMs'>,
  employer: string,
): Promise<{ readonly name: string; readonly at: string } | undefined> {
  const config = configOf(loaded, employer);
  if (Object.keys(config.schedule).length === 0) return undefined;
  const place = localToday(store, config, nowMs);
  for (const { schedule, due } of upcomingTimes(
    await schedulesFromStore(store, loaded, config, place),
    place.now,
  ))
    return { name: schedule.name, at: formatInstant(due, schedule.zone) };
  return undefined;
}

function standing(store: Store, config: Config, period: Period): Omit<BoardLine, 'employer' | 'period'> {
  const { employerId } = config.employer;
  const outcome = store.scheduleState.findOutcome(employerId, period.from, period.to);
  const exceptions = outcome?.exceptions ?? {};
  const links = store.ledger.links(employerId).filter((link) => overlaps(link.period, period));
  const finals = activeFinals(links).map(({ link }) => link);
  if (finals.length > 0) {
    const corrections = links.filter(({ kind }) => kind === 'correction');
    const deliveries = deliveriesOf(store, [...finals, ...corrections]);
    const state = isChanged(store, links, employerId, period)
      ? 'changed'
      : finalState(corrections, deliveries);
    return { state, exceptions, deliveries, waitingFor: [] };
  }
  const [draft] = store.runs({ employerId, state: 'draft', period });
  const deliveries = draft === undefined ? [] : deliveriesOf(store, [draft]);
  const state = outcome?.state ?? (draft === undefined ? 'unread' : 'ready');
  const waiting = state === 'blocked' ? waitingFor(store, employerId, period) : [];
  return { state, exceptions, deliveries, waitingFor: waiting };
}

/** Whether a read has found a difference to the finals that no correction has covered since. */
function isChanged(store: Store, links: readonly LedgerLink[], employerId: string, period: Period): boolean {
  const newest = Math.max(...links.map(({ position }) => position));
  return store.scheduleState.changedDays(employerId, period).some(({ position }) => position >= newest);
}

function finalState(corrections: readonly LedgerLink[], deliveries: readonly DeliveryStanding[]): BoardState {
  if (corrections.length > 0) return 'corrected';
  const isSent = deliveries.length > 0 && deliveries.every(({ state }) => state === 'sent');
  return isSent ? 'sent' : 'final';
}

function deliveriesOf(store: Store, runs: readonly { readonly runId: string }[]): DeliveryStanding[] {
  return runs.flatMap(({ runId }) => store.outbox.findByRun(runId).map(standingOf));
}
