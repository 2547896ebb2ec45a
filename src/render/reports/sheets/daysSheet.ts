import type { SheetPlan } from '../../../workbook/index.js';
import { countColumn, differenceColumns, minutesColumn } from '../amountColumns.js';
import type { SheetOfRows } from '../hoursOfPeriod.js';
import { dateColumn, personColumns, surveyed, textColumn, weekdayColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { HEADING_ROW, tableSheet } from '../reportFrame.js';
import { tableBlock } from '../tableBlock.js';
import { SharedUnit } from '../timeUnit.js';

/** One row per employee and day. @param tableName unique in the workbook */
export function daysSheet(
  context: ReportContext,
  name: string,
  rows: SheetOfRows,
  tableName: string,
): SheetPlan {
  const { t } = context;
  const unit = new SharedUnit(context);
  const table = surveyed(rows, [
    ...personColumns(context),
    dateColumn(t('date')),
    weekdayColumn(context),
    textColumn(t('holiday'), 'holiday'),
    textColumn(t('establishments'), 'establishments', 38),
    minutesColumn(context, t('planned'), 'plannedMinutes', unit),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    // An entry over midnight is one of either day: a sum would count it twice.
    countColumn(t('entries'), 'entries', 'repeatedly'),
  ]);
  const block =
    table.count === 0
      ? undefined
      : tableBlock({ ...table, name: tableName, headingRow: HEADING_ROW, totalLabel: t('total') });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  return tableSheet(context, name, { title: t('days'), empty: t('nothingWorked'), frame }, block);
}
