import { exceptionName } from '../../../language/text.js';
import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import type { SheetOfRows } from '../hoursOfPeriod.js';
import { personText } from '../personText.js';
import { type ColumnDraft, calculatedText, dateColumn, surveyed, textColumn, wrappedColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { HEADING_ROW, tableSheet } from '../reportFrame.js';
import { textOf } from '../rowAccess.js';
import { tableBlock } from '../tableBlock.js';

/** All exceptions of the run in the order of the work list, with what happened, what to do and who can do it. */
export function exceptionsSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { t } = context;
  const table = surveyed(rows, exceptionColumns(context));
  const block =
    table.count === 0
      ? undefined
      : tableBlock({
          ...table,
          name: 'Exceptions',
          headingRow: HEADING_ROW,
          place: (row) => (textOf(row, 'severity') === 'warn' || row.accepted === true ? '' : '.less'),
        });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, printedColumns: 8 } as const;
  return tableSheet(context, name, { title: t('exceptions'), empty: t('noExceptions'), frame }, block);
}

/** The person, or the agency worker by name; empty where it is about nobody. */
function whoOf(context: ReportContext, row: DataRow): string {
  const who = textOf(row, 'who');
  return personText(context, row) || (who === textOf(row, 'record') ? '' : who);
}

function exceptionColumns(context: ReportContext): readonly ColumnDraft[] {
  const { t, language } = context;
  return [
    textColumn(t('severity'), 'severityText', 22),
    calculatedText(t('meaning'), (row) => exceptionName(language, textOf(row, 'code')), 28),
    textColumn(t('establishment'), 'establishment.name', 22),
    calculatedText(t('employee'), (row) => whoOf(context, row), 26),
    dateColumn(t('date')),
    wrappedColumn(t('message'), 48, (row) => textOf(row, 'message')),
    wrappedColumn(t('remedy'), 42, (row) => textOf(row, 'remedy')),
    textColumn(t('actor'), 'actor', 20),
    calculatedText(t('accepted'), (row) => t(row.accepted === true ? 'yes' : 'no'), 12),
    textColumn(t('code'), 'code', 26),
    textColumn(t('record'), 'record', 40),
  ];
}
