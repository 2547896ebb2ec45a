import { isRelativePeriod, type Period, resolvePeriod } from '../domain/period/period.js';
import type { Establishment } from '../domain/records/records.js';
import { todayIn } from '../domain/time/tzdata.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { Config } from './config.js';

export interface PeriodQuestion {
  readonly periodText: string;
  readonly config: Config;
  readonly nowMs: number;
}

/** Whether the dates depend on time zones that only the service knows. */
export function needsZones({ periodText, config }: PeriodQuestion): boolean {
  return config.employer.zone === undefined && isRelativePeriod(periodText, config.calendars);
}

/**
 * The period in local days. `last-month` is the month before today in the employer's time zone: the configured one, or
 * that of most establishments.
 * @throws PaytallyError PERIOD_INVALID, ZONE_UNKNOWN
 */
export function resolveEmployerPeriod(
  question: PeriodQuestion,
  establishments: readonly Establishment[],
): Period {
  const { periodText, config, nowMs } = question;
  const zone = employerZone(config, establishments);
  if (zone === undefined && isRelativePeriod(periodText, config.calendars)) throw noZone(periodText);
  const today = todayIn(zone, nowMs);
  return resolvePeriod(periodText, today, config.calendars);
}

/** The days if they are known without the service, for messages about a failed run. */
export function periodIfKnown(question: PeriodQuestion): Period | undefined {
  try {
    return resolveEmployerPeriod(question, []);
  } catch {
    return undefined;
  }
}

/** The employer's zone, or the best guess while the service has named none: it moves a month by hours at most. */
export function assumedZone(config: Config, seen: readonly Establishment[]): string {
  return employerZone(config, seen) ?? Object.values(config.schedule)[0]?.zone ?? 'Etc/UTC';
}

/** The configured time zone, or that of most establishments; undefined if neither is known. */
export function employerZone(
  { employer, zones }: Pick<Config, 'employer' | 'zones'>,
  establishments: readonly Establishment[],
): string | undefined {
  return employer.zone ?? mostCommonZone(establishments, zones);
}

/** Resolves ties by name, so that the order of the list has no effect. */
function mostCommonZone(
  establishments: readonly Establishment[],
  zones: Readonly<Record<string, string>>,
): string | undefined {
  const counts = new Map<string, number>();
  const named = establishments.map(({ id, zone }) => zone ?? zones[id]);
  for (const zone of named.length > 0 ? named : Object.values(zones)) {
    if (zone !== undefined) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  return [...counts].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))[0]?.[0];
}

function noZone(periodText: string): PaytallyError {
  const text = message('config.noZone', { period: periodText });
  return new PaytallyError('PERIOD_INVALID', text, { record: periodText });
}
