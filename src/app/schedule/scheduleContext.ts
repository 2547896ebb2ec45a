import type { Config, LoadedConfig } from '../../config/config.js';
import { employerZone } from '../../config/employerPeriod.js';
import type { Holidays } from '../../domain/schedule/cron.js';
import { type LocalDate, toLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { holidayYears, type ReadWindow } from '../../sources/records/readWindows.js';
import type { Source } from '../../sources/source.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';
import type { Store } from '../../store/store.js';
import type { PeopleHost } from '../people/employeesListing.js';
import type { ScheduleContext } from './employerSchedules.js';

/** The years whose working days may be counted. */
export interface CountedYears {
  readonly years: readonly number[];
  /** Holidays that were read before are read again; undefined for never. */
  readonly knownSince?: Date | undefined;
}

/** Holidays can be granted later: those of these years are read again after a day. */
export function countedYears(nowMs: number): CountedYears {
  const year = new Date(nowMs).getUTCFullYear();
  return { years: [year - 1, year, year + 1], knownSince: new Date(nowMs - DAY_MS) };
}

const DAY_MS = 86_400_000;

/**
 * Zones and holidays from the configuration and the store, otherwise from the service. Years without a source count as
 * having no holidays, with a warning.
 */
export function scheduleContext(
  host: PeopleHost,
  loaded: LoadedConfig,
  store: Store,
  counted: CountedYears,
): ScheduleContext {
  // The client of the service is loaded only for what the store does not know yet.
  const sourceOf = async (config: Config): Promise<Source> => {
    const { knownFields } = await import('../../sources/staging/fetchPeriod.js');
    const { openLiveSource } = await import('../../sources/staging/openSource.js');
    return openLiveSource(host, loaded, config, knownFields(store, config.employer.employerId));
  };
  return {
    zoneOf: async (config) => {
      const seen = store.known.establishments(config.employer.employerId);
      const known = employerZone(config, seen);
      if (known !== undefined) return known;
      const { establishments } = await (await sourceOf(config)).readEstablishments();
      return employerZone(config, establishments) ?? noZone(config);
    },
    holidaysOf: (config) => holidaysOf(host, store, config, counted, () => sourceOf(config)),
  };
}

/** Whether an employer's zone, and the holidays that its schedules count with, are known without asking the service. */
export function isContextKnown(store: Store, config: Config, counted: CountedYears): boolean {
  const { employerId } = config.employer;
  if (employerZone(config, store.known.establishments(employerId)) === undefined) return false;
  const countsWorkdays = Object.values(config.schedule).some(({ cron }) => cron === undefined);
  return !countsWorkdays || areKnown(store, employerId, counted);
}

function areKnown(store: Store, employerId: string, { years, knownSince }: CountedYears): boolean {
  return years.every((year) => {
    const readAt = store.scheduleState.holidaysReadAt(employerId, year);
    return readAt !== undefined && (knownSince === undefined || readAt > knownSince);
  });
}

async function holidaysOf(
  { context, terminal }: Pick<ReadHost, 'context' | 'terminal'>,
  store: Store,
  config: Config,
  counted: CountedYears,
  sourceOf: () => Promise<Source>,
): Promise<Holidays> {
  const { employerId } = config.employer;
  const { years } = counted;
  if (!areKnown(store, employerId, counted))
    await readGranted({ context, terminal }, store, config, years, sourceOf);
  return new Set(years.flatMap((year) => store.scheduleState.findHolidays(employerId, year) ?? []));
}

async function readGranted(
  { context, terminal }: Pick<ReadHost, 'context' | 'terminal'>,
  store: Store,
  config: Config,
  years: readonly number[],
  sourceOf: () => Promise<Source>,
): Promise<void> {
  const { employerId } = config.employer;
  try {
    const dates = await (await sourceOf()).readGrantedHolidays(holidayYears(daysOf(years)));
    if (store.mode !== 'write') return;
    for (const year of years) store.scheduleState.recordHolidays(employerId, year, ofYear(dates, year));
  } catch (failure) {
    if (!(failure instanceof PaytallyError) || context.signal.aborted) throw failure;
    terminal.alert(message('schedule.holidaysUnread', { employer: config.employerKey, code: failure.code }));
  }
}

function daysOf(years: readonly number[]): ReadWindow {
  return {
    from: toLocalDate(`${Math.min(...years)}-01-01`),
    to: toLocalDate(`${Math.max(...years)}-12-31`),
  };
}

function ofYear(dates: readonly LocalDate[], year: number): LocalDate[] {
  return dates.filter((date) => date.startsWith(`${year}-`));
}

function noZone({ employerKey }: Config): never {
  throw new PaytallyError('CONFIG_INVALID', message('schedule.noZone', { employer: employerKey }), {
    record: employerKey,
  });
}
