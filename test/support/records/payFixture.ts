import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type PayConfig, payRulesOf, paySchema } from '../../../src/config/schema/paySchema.js';
import { holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { computePay, type Pay, type PayInput } from '../../../src/domain/pay/computePay.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import { type EmployeePayFacts, NO_PAY_FACTS } from '../../../src/domain/pay/referencePeriod.js';
import type { NamedShift, TimeEntry } from '../../../src/domain/records/records.js';
import { type Attribution, attributeMinutes } from '../../../src/domain/time/attribution.js';
import { resolveEntryZone } from '../../../src/domain/time/entryZone.js';
import { type LocalDate, toLocalDate } from '../../../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../../src/domain/time/stamp.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { startDate } from '../../../src/domain/timesheet/buildTimesheet.js';
import type { TimePolicy, WorkedEntry } from '../../../src/domain/timesheet/timesheet.js';

const PRESETS = join(import.meta.dirname, '..', '..', '..', 'samples', 'presets');

export function preset(name: string): PayConfig {
  return paySchema.parse(parse(readFileSync(join(PRESETS, `${name}.yaml`), 'utf8')));
}

export function configured(yaml: string): PayConfig {
  return paySchema.parse(parse(yaml));
}

export interface Work {
  readonly start: string;
  readonly end: string | null;
  /** @default the whole minutes between start and end */
  readonly minutes?: number;
  /** @default Europe/Brussels; null: the zone is unknown */
  readonly zone?: string | null;
  readonly id?: string;
  readonly employeeId?: string;
  readonly establishmentId?: string;
  readonly teamId?: string;
  readonly taskId?: string;
  readonly shift?: NamedShift;
}

export function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new RangeError(stamp);
  return stamp;
}

export function workedOf(work: Work, attribution: Attribution, index = 0, dayStart = 0): WorkedEntry {
  const start = stampOf(work.start);
  const end = work.end === null ? null : stampOf(work.end);
  const elapsed = end === null ? 0 : Math.trunc((end.epochSeconds - start.epochSeconds) / 60);
  const entry: TimeEntry = {
    id: work.id ?? `entry-${index}`,
    workDate: toLocalDate(work.start.slice(0, 10)),
    status: 'Completed',
    start,
    end,
    workedMinutes: work.minutes ?? elapsed,
    shiftId: null,
    employeeId: work.employeeId ?? 'ann',
    reviewedAtUtc: null,
    shift: work.shift,
    establishmentId: work.establishmentId ?? null,
    teamId: work.teamId ?? null,
    taskId: work.taskId ?? null,
    agencyId: null,
    agencyWorkerId: null,
  };
  const establishmentZone = work.zone === null ? undefined : zoneByName(work.zone ?? 'Europe/Brussels');
  const zone =
    establishmentZone &&
    resolveEntryZone({ start, end, establishmentZone, employerZones: [establishmentZone] });
  const startEpoch = start.epochSeconds;
  const endEpoch = Math.max(end?.epochSeconds ?? startEpoch, startEpoch);
  const workDate = startDate(entry, zone?.clock, { dayStart });
  const span = {
    startEpoch,
    endEpoch,
    workDate,
    shiftDate: work.shift?.date,
    workedMinutes: entry.workedMinutes ?? 0,
  };
  const parts = zone
    ? attributeMinutes(span, zone.clock.withDayStart(dayStart), attribution)
    : [
        {
          date: entry.workDate,
          startEpoch,
          endEpoch,
          elapsedSeconds: endEpoch - startEpoch,
          minutes: span.workedMinutes,
        },
      ];
  return { entry, zone, parts, inside: parts };
}

export interface PayCase {
  readonly work: readonly Work[];
  readonly config: PayConfig;
  readonly attribution?: Attribution;
  readonly dst?: TimePolicy['dst'];
  readonly holidays?: readonly string[];
  readonly columns?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns by person and day, in place of `columns`. */
  readonly columnsOn?: PayInput['columnsOf'];
  readonly period?: readonly [from: string, to: string];
  readonly known?: EmployeePayFacts;
  /** Seconds after midnight at which days of totals begin. */
  readonly dayStart?: number;
}

export function payOf(payCase: PayCase): Pay {
  const attribution = payCase.attribution ?? 'start';
  const [from, to] = payCase.period ?? ['2000-01-01', '2037-01-01'];
  const input: PayInput = {
    worked: payCase.work.map((work, index) => workedOf(work, attribution, index, payCase.dayStart)),
    period: { from: toLocalDate(from), to: toLocalDate(to), label: 'test' },
    policy: { attribution, dst: payCase.dst ?? 'elapsed', dayStart: payCase.dayStart },
    rules: payRulesOf(payCase.config),
    holidaysAt: holidaysEverywhere(
      (payCase.holidays ?? []).map((date) => ({
        date: toLocalDate(date),
        name: 'Holiday',
        originalDate: undefined,
      })),
    ),
    columnsOf: payCase.columnsOn ?? ((employeeId) => payCase.columns?.[employeeId]),
    ...(payCase.known === undefined ? {} : { factsOf: () => payCase.known ?? NO_PAY_FACTS }),
  };
  return computePay(input);
}

/** Minutes by pay code. */
export function byCode(lines: readonly PayLine[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { payCode, minutes } of lines) sums[payCode] = (sums[payCode] ?? 0) + minutes;
  return sums;
}

/** Minutes by `date code`. */
export function byDateAndCode(lines: readonly PayLine[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { date, payCode, minutes } of lines) {
    const key = `${date satisfies LocalDate} ${payCode}`;
    sums[key] = (sums[key] ?? 0) + minutes;
  }
  return sums;
}

/** Eight hours from 08:00 and similar, winter time. */
export function daysOfWork(minutesByDate: Readonly<Record<string, number>>): Work[] {
  return Object.entries(minutesByDate).map(([date, minutes]) => {
    const until = 8 * 60 + minutes;
    const clock = `${String(Math.floor(until / 60)).padStart(2, '0')}:${String(until % 60).padStart(2, '0')}`;
    return { start: `${date}T08:00:00+01:00`, end: `${date}T${clock}:00+01:00`, id: `entry-${date}` };
  });
}
