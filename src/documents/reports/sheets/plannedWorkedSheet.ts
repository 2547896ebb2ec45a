import { textOfCode } from '../../../language/text.js';
import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import {
  calculatedText,
  clockColumn,
  dateColumn,
  differenceColumn,
  minutesColumn,
  personColumns,
  type ReportColumn,
  textColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import type { Place } from '../reportStyles.js';
import { textOf } from '../rowAccess.js';
import { HEADING_ROW, tableSheet } from '../sheetFrame.js';
import { clockTimeOf } from '../stampText.js';
import { tableBlock } from '../tableBlock.js';
import { PLANNED_AND_WORKED, timesOf } from '../timeUnit.js';

/** Each shift beside the entry that belongs to it. @param tableName unique in the workbook */
export function plannedWorkedSheet(
  context: ReportContext,
  name: string,
  rows: readonly DataRow[],
  tableName: string,
): SheetPlan {
  const { t } = context;
  const columns = plannedWorkedColumns(context, rows);
  const totalLabel = t('total');
  const block =
    rows.length === 0
      ? undefined
      : tableBlock({ name: tableName, headingRow: HEADING_ROW, columns, rows, totalLabel, place: placeOf });
  const widths = columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  return tableSheet(context, name, { title: t('plannedWorked'), empty: t('noPlannedWorked'), frame }, block);
}

function plannedWorkedColumns(context: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const { t, language } = context;
  const times = timesOf(rows, PLANNED_AND_WORKED);
  return [
    ...personColumns(context, rows),
    dateColumn(t('date')),
    textColumn(t('establishment'), 'establishment.name', rows, 38),
    timeColumn(t('plannedStart'), 'shift.start', rows),
    timeColumn(t('plannedEnd'), 'shift.end', rows),
    timeColumn(t('workedStart'), 'entry.start', rows),
    timeColumn(t('workedEnd'), 'entry.end', rows),
    minutesColumn(context, t('planned'), 'plannedMinutes', times),
    minutesColumn(context, t('worked'), 'workedMinutes', times),
    differenceColumn(t('difference'), rows),
    calculatedText(t('status'), rows, (row) => textOfCode(language, textOf(row, 'status')), 20),
  ];
}

/** The local clock time of a stamp. @param moment `shift.start`, `entry.end` */
function timeColumn(heading: string, moment: string, rows: readonly DataRow[]): ReportColumn {
  const source = {
    time: (row: DataRow) => clockTimeOf(textOf(row, `${moment}sAt`)),
    offsetField: `${moment}Offset`,
  };
  return clockColumn(heading, source, rows, Math.max(12, heading.length + 4));
}

function placeOf(row: DataRow): Place {
  const status = textOf(row, 'status');
  if (status === 'no-show') return '.less';
  return status === 'unplanned' ? '.more' : '';
}
