import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import {
  countColumn,
  dateColumn,
  differenceColumn,
  minutesColumn,
  personColumns,
  textColumn,
  weekdayColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { HEADING_ROW, tableSheet } from '../sheetFrame.js';
import { tableBlock } from '../tableBlock.js';
import { PLANNED_AND_WORKED, timesOf } from '../timeUnit.js';

/** One row per employee and day. @param tableName unique in the workbook */
export function daysSheet(
  context: ReportContext,
  name: string,
  rows: readonly DataRow[],
  tableName: string,
): SheetPlan {
  const { t } = context;
  const times = timesOf(rows, PLANNED_AND_WORKED);
  const columns = [
    ...personColumns(context, rows),
    dateColumn(t('date')),
    weekdayColumn(context),
    textColumn(t('holiday'), 'holiday', rows),
    textColumn(t('establishments'), 'establishments', rows, 38),
    minutesColumn(context, t('planned'), 'plannedMinutes', times),
    minutesColumn(context, t('worked'), 'workedMinutes', times),
    differenceColumn(t('difference'), rows),
    // An entry over midnight is one of either day: a sum would count it twice.
    countColumn(t('entries'), 'entries', rows, 'repeatedly'),
  ];
  const block =
    rows.length === 0
      ? undefined
      : tableBlock({ name: tableName, headingRow: HEADING_ROW, columns, rows, totalLabel: t('total') });
  const widths = columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  return tableSheet(context, name, { title: t('days'), empty: t('nothingWorked'), frame }, block);
}
