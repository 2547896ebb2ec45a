import { type CellValue, clockFractionOf, serialDateOf } from '../../../workbook/index.js';
import type { ReportContext } from '../reportContext.js';
import type { Kind } from '../reportStyles.js';
import type { TimesheetLine, TimesheetPage } from '../timesheet/timesheetPage.js';
import { inUnit, type TimeUnit } from '../timeUnit.js';

/** A column of a timesheet's lines. */
export interface TimesheetColumn {
  readonly heading: string;
  readonly headingStyle: string;
  readonly kind: Kind;
  readonly width: number;
  readonly value: (line: TimesheetLine) => CellValue;
  /** Whether a week's line adds the lines above it up. */
  readonly isSummed: boolean;
  /** Minutes of the whole period. */
  readonly total?: number;
}

type MinuteField = 'breakMinutes' | 'netMinutes' | 'plannedMinutes' | 'workedMinutes' | 'paidMinutes';

/** Date, clock times, break and net time of each entry, planned and worked time of each day, remarks. */
export function timesheetColumns(
  { t }: ReportContext,
  page: TimesheetPage,
  unit: TimeUnit,
): readonly TimesheetColumn[] {
  const time = (heading: string, field: MinuteField, total?: number): TimesheetColumn => ({
    heading: unit === 'decimal' ? `${heading} (${t('hoursUnit')})` : heading,
    headingStyle: 'heading.right',
    kind: unit === 'decimal' ? 'plainHours' : 'duration',
    width: Math.max(11, heading.length + 4),
    value: (line) => minutesValue(line[field], unit),
    isSummed: total !== undefined,
    ...(total === undefined ? {} : { total }),
  });
  const clock = (heading: string, of: (line: TimesheetLine) => string): TimesheetColumn => ({
    heading,
    headingStyle: 'heading.centre',
    kind: 'time',
    width: page.lines.some((line) => of(line).length > 8) ? 17 : 10,
    value: (line) => clockValue(of(line)),
    isSummed: false,
  });
  const text = (heading: string, width: number, of: (line: TimesheetLine) => string): TimesheetColumn => ({
    heading,
    headingStyle: 'heading',
    kind: 'text',
    width,
    value: (line) => of(line) || null,
    isSummed: false,
  });
  return [
    { ...text(t('date'), 12, () => ''), kind: 'date', headingStyle: 'heading.centre', value: dateValue },
    text(t('weekday'), 10, ({ weekday }) => weekday),
    clock(t('start'), ({ start }) => start),
    clock(t('end'), ({ end }) => end),
    time(t('break'), 'breakMinutes'),
    time(t('net'), 'netMinutes'),
    time(t('planned'), 'plannedMinutes', page.plannedMinutes),
    time(t('worked'), 'workedMinutes', page.workedMinutes),
    ...(page.showsPaid ? [time(t('paid'), 'paidMinutes', page.paidMinutes)] : []),
    text(t('remark'), 30, ({ remark }) => remark),
  ];
}

/** A week's line has the word for one instead of a date. */
function dateValue({ isoDate, date }: TimesheetLine): CellValue {
  if (date === '') return null;
  return isoDate === '' ? date : serialDateOf(isoDate);
}

/** A number where the time says all; text with an offset, or with `+1` for the next day. */
function clockValue(text: string): CellValue {
  if (text === '') return null;
  return /^\d\d:\d\d$/.test(text) ? clockFractionOf(text) : text;
}

function minutesValue(minutes: number | null, unit: TimeUnit): CellValue {
  return minutes === null ? null : inUnit(unit, minutes);
}
