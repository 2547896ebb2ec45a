import type { DataRow } from '../../dataSet.js';
import {
  clockColumn,
  dateColumn,
  differenceColumn,
  minutesColumn,
  type ReportColumn,
  weekdayColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { textOf } from '../rowAccess.js';
import type { Times } from '../timeUnit.js';

/** The columns of a timesheet's days. */
export function timesheetColumns(context: ReportContext, times: Times): readonly ReportColumn[] {
  const { t } = context;
  const columns: ReportColumn[] = [
    dateColumn(t('date')),
    weekdayColumn(context),
    { heading: t('holiday'), kind: 'text', width: 27, value: (row) => textOf(row, 'holiday') },
    timeColumn(t('start'), 'startTime', 'startOffset', times.rows),
    timeColumn(t('end'), 'endTime', 'endOffset', times.rows),
    minutesColumn(context, t('planned'), 'plannedMinutes', times),
    minutesColumn(context, t('worked'), 'workedMinutes', times),
    differenceColumn(t('difference'), times.rows),
  ];
  // Days without work stay empty: a page of zeros is hard to read.
  return columns.map((column) => (TIME_KINDS.includes(column.kind) ? withoutZeros(column) : column));
}

const TIME_KINDS: readonly ReportColumn['kind'][] = ['duration', 'plainHours', 'hours'];

function withoutZeros(column: ReportColumn): ReportColumn {
  return { ...column, width: Math.max(column.width, 11), value: (row) => column.value(row) || null };
}

function timeColumn(
  heading: string,
  field: string,
  offsetField: string,
  days: readonly DataRow[],
): ReportColumn {
  return clockColumn(heading, { time: (row) => textOf(row, field), offsetField }, days, 9);
}
