import { textOfCode } from '../../../language/text.js';
import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { clockTimeOf } from '../allocationText.js';
import { differenceColumns, minutesColumn } from '../amountColumns.js';
import type { SheetOfRows } from '../hoursOfPeriod.js';
import { type ColumnDraft, calculatedText, clockColumn, dateColumn, personColumns, surveyed, textColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { HEADING_ROW, tableSheet } from '../reportFrame.js';
import type { StylePlace } from '../reportStyles.js';
import { textOf } from '../rowAccess.js';
import { tableBlock } from '../tableBlock.js';
import { SharedUnit } from '../timeUnit.js';

/** Each shift beside the entry that belongs to it. @param tableName unique in the workbook */
export function plannedWorkedSheet(
  context: ReportContext,
  name: string,
  rows: SheetOfRows,
  tableName: string,
): SheetPlan {
  const { t } = context;
  const table = surveyed(rows, plannedWorkedColumns(context));
  const totalLabel = t('total');
  const block =
    table.count === 0
      ? undefined
      : tableBlock({ ...table, name: tableName, headingRow: HEADING_ROW, totalLabel, place: placeOf });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  return tableSheet(context, name, { title: t('plannedWorked'), empty: t('noPlannedWorked'), frame }, block);
}

function plannedWorkedColumns(context: ReportContext): ColumnDraft[] {
  const { t, language } = context;
  const unit = new SharedUnit(context);
  return [
    ...personColumns(context),
    dateColumn(t('date')),
    textColumn(t('establishment'), 'establishment.name', 38),
    timeColumn(t('plannedStart'), 'shift.start'),
    timeColumn(t('plannedEnd'), 'shift.end'),
    timeColumn(t('workedStart'), 'entry.start'),
    timeColumn(t('workedEnd'), 'entry.end'),
    minutesColumn(context, t('planned'), 'plannedMinutes', unit),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    calculatedText(t('status'), (row) => textOfCode(language, textOf(row, 'status')), 20),
  ];
}

/** The local clock time of a stamp. @param moment `shift.start`, `entry.end` */
function timeColumn(heading: string, moment: string): ColumnDraft {
  const source = {
    time: (row: DataRow) => clockTimeOf(textOf(row, `${moment}sAt`)),
    offsetField: `${moment}Offset`,
  };
  return clockColumn(heading, source, Math.max(12, heading.length + 4));
}

function placeOf(row: DataRow): StylePlace {
  const status = textOf(row, 'status');
  if (status === 'no-show') return '.less';
  return status === 'unplanned' ? '.more' : '';
}
