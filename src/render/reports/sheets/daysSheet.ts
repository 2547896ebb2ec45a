import type { SheetPlan } from '../../xlsx/workbook/sheetPlan.js';
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
import { rowsOf } from '../rowAccess.js';
import { HEADING_ROW, tableSheet } from '../sheetFrame.js';
import { tableBlock } from '../tableBlock.js';

/** One row per employee and day. */
export function daysSheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  const rows = rowsOf(context.model, 'employee-days');
  const columns = [
    ...personColumns(context, rows),
    dateColumn(t('date')),
    weekdayColumn(context),
    textColumn(t('holiday'), 'holiday', rows),
    textColumn(t('establishments'), 'establishments', rows, 30),
    minutesColumn(context, t('planned'), 'plannedMinutes', rows),
    minutesColumn(context, t('worked'), 'workedMinutes', rows),
    differenceColumn(t('difference')),
    countColumn(t('entries'), 'entries'),
  ];
  const block =
    rows.length === 0
      ? undefined
      : tableBlock({ name: 'EmployeeDays', headingRow: HEADING_ROW, columns, rows, totalLabel: t('total') });
  const widths = columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  return tableSheet(context, name, { title: t('days'), empty: t('nothingWorked'), frame }, block);
}
