import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { suggestion } from '../../config/input/nearestName.js';
import { readHolidayFile } from '../../config/inputFiles.js';
import type { ScheduleSettings } from '../../config/schema/scheduleSchema.js';
import { HolidayCalendar } from '../../domain/holidays/holidayCalendar.js';
import { type Period, resolvePeriod } from '../../domain/period/period.js';
import { type Holidays, parseCron, type TimesOfDay, workdayTimes } from '../../domain/schedule/cron.js';
import type { DueTime, EmployerSchedule } from '../../domain/schedule/dueTimes.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { localDateAt, type Zone } from '../../domain/time/zone.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';

/** A schedule of an employer with everything needed to run it. */
export interface ConfiguredSchedule extends EmployerSchedule {
  readonly settings: ScheduleSettings;
  readonly config: Config;
  /** The employer's zone, in which relative periods are resolved, regardless of the schedule's zone. */
  readonly employerZone: Zone;
}

/** The paths of scheduled runs. */
export interface SchedulePlace {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  /** Folder for the files of an employer, absolute. */
  readonly outOf: (employer: string) => string;
}

/** The input of schedules besides the configuration. */
export interface ScheduleContext {
  /** The employer's zone; requested if the configuration sets none. @throws PaytallyError */
  readonly zoneOf: (config: Config) => Promise<string>;
  readonly holidaysOf: (config: Config) => Promise<Holidays>;
}

/**
 * The schedules of these employers, in the configuration's order of employers, then of schedules. A general schedule is
 * listed once for each employer.
 * @throws PaytallyError CONFIG_INVALID, PERIOD_INVALID naming the schedule
 */
export async function employerSchedules(
  loaded: LoadedConfig,
  employers: readonly string[],
  context: ScheduleContext,
): Promise<ConfiguredSchedule[]> {
  const found: ConfiguredSchedule[] = [];
  for (const employer of employers) {
    const config = configOf(loaded, employer);
    const schedules = Object.entries(config.schedule);
    if (schedules.length === 0) continue;
    const employerZone = zoneByName(await context.zoneOf(config));
    for (const [name, settings] of schedules) {
      checkSchedule(name, settings, config);
      const times = await timesOf(settings, () => holidaysOfAll(config, loaded, context));
      const zone = settings.zone === undefined ? employerZone : zoneByName(settings.zone);
      found.push({ name, employer, times, zone, settings, config, employerZone });
    }
  }
  return found;
}

/** The schedules of each employer whose schedules can be determined, and why those of the others cannot. */
export interface SchedulesOfEach {
  readonly schedules: readonly ConfiguredSchedule[];
  readonly failures: ReadonlyMap<string, PaytallyError>;
}

/** The schedules of employers: a fault of one, such as refused credentials, leaves the others as they are. */
export async function schedulesOfEach(
  loaded: LoadedConfig,
  employers: readonly string[],
  context: ScheduleContext,
  signal: AbortSignal,
): Promise<SchedulesOfEach> {
  const schedules: ConfiguredSchedule[] = [];
  const failures = new Map<string, PaytallyError>();
  for (const employer of employers) {
    try {
      schedules.push(...(await employerSchedules(loaded, [employer], context)));
    } catch (failure) {
      if (signal.aborted || !(failure instanceof PaytallyError)) throw failure;
      failures.set(employer, failure);
    }
  }
  return { schedules, failures };
}

async function timesOf(
  { cron, workday = 1, at = '06:00' }: ScheduleSettings,
  holidays: () => Promise<Holidays>,
): Promise<TimesOfDay> {
  if (cron === undefined) {
    const [hour, minute] = at.split(':').map(Number);
    return workdayTimes(workday, (hour ?? 0) * 60 + (minute ?? 0), await holidays());
  }
  const times = parseCron(cron);
  if ('problem' in times) throw new PaytallyError('CONFIG_INVALID', times.problem);
  return times;
}

/**
 * The whole days that are holidays for the whole employer: those that it grants, with the rows of the file of holidays
 * that name no place and no people. A holiday of one place is a working day of the office that runs the export.
 * @throws PaytallyError HOLIDAYS_INVALID
 */
async function holidaysOfAll(
  config: Config,
  { folder }: Pick<LoadedConfig, 'folder'>,
  { holidaysOf }: ScheduleContext,
): Promise<Holidays> {
  const granted = await holidaysOf(config);
  const { rows } = await readHolidayFile(config.holidays, folder);
  if (rows.length === 0) return granted;
  const holidays = [...granted].map((date) => ({ date, name: '', originalDate: undefined }));
  return new Set(new HolidayCalendar({ holidays, establishments: [] }, rows).datesEverywhere());
}

/** The period that is due at a time: resolved on that day in the employer's zone, also when it is caught up. */
export function periodDue({ schedule, due }: DueTime<ConfiguredSchedule>): Period {
  const { settings, config, employerZone } = schedule;
  return resolvePeriod(settings.period, localDateAt(due, employerZone), config.calendars);
}

/** In command-line notation with absolute dates, so that it does not depend on the day. */
export function absolutePeriodText(time: DueTime<ConfiguredSchedule>): string {
  const { settings, config } = time.schedule;
  const period = periodDue(time);
  return Object.hasOwn(config.calendars, settings.period)
    ? `${settings.period}@${period.from}`
    : period.label;
}

const ANY_DAY = toLocalDate('2026-10-26');

/** Checks a schedule, independent of the day. @throws PaytallyError CONFIG_INVALID, PERIOD_INVALID */
export function checkSchedule(name: string, settings: ScheduleSettings, config: Config): void {
  checkNames(name, settings, config);
  try {
    resolvePeriod(settings.period, ANY_DAY, config.calendars);
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
    const place = `${config.employerKey}: schedule.${name}.period`;
    throw new PaytallyError(failure.code, message('schedule.at', { place, problem: failure.text }), {
      record: name,
      remedy: failure.remedyText,
      cause: failure,
    });
  }
}

function checkNames(name: string, { deliver }: ScheduleSettings, { employerKey, deliveries }: Config): void {
  const known = Object.keys(deliveries);
  const unknown = deliver.find((delivery) => !known.includes(delivery));
  if (unknown === undefined) return;
  const remedy = message('delivery.remedy.known', { known: known.join(', ') });
  const values = { employer: employerKey, name, delivery: unknown, ...suggestion(unknown, known) };
  throw new PaytallyError('CONFIG_INVALID', message('schedule.unknownDelivery', values), {
    record: name,
    ...(known.length === 0 ? {} : { remedy }),
  });
}
