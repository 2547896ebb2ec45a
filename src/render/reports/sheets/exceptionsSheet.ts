import { exceptionName } from '../../language/exceptionName.js';
import { textOfCode } from '../../language/text.js';
import type { SheetPlan } from '../../xlsx/workbook/sheetPlan.js';
import { calculatedText, dateColumn, type ReportColumn, textColumn, wrappedColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { rowsOf, textOf } from '../rowAccess.js';
import { HEADING_ROW, tableSheet } from '../sheetFrame.js';
import { tableBlock } from '../tableBlock.js';

/** All exceptions of the run, with what happened and what to do. */
export function exceptionsSheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  const rows = rowsOf(context.model, 'exceptions');
  const columns = exceptionColumns(context);
  const block =
    rows.length === 0
      ? undefined
      : tableBlock({
          name: 'Exceptions',
          headingRow: HEADING_ROW,
          columns,
          rows,
          place: (row) => (textOf(row, 'severity') === 'warn' || row.accepted === true ? '' : '.less'),
        });
  const widths = columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, printedColumns: 7 } as const;
  return tableSheet(context, name, { title: t('exceptions'), empty: t('noExceptions'), frame }, block);
}

function exceptionColumns(context: ReportContext): readonly ReportColumn[] {
  const { t, language } = context;
  const rows = rowsOf(context.model, 'exceptions');
  return [
    calculatedText(t('severity'), rows, (row) => textOfCode(language, textOf(row, 'severity')), 18),
    calculatedText(t('meaning'), rows, (row) => exceptionName(language, textOf(row, 'code')), 28),
    calculatedText(
      t('employee'),
      rows,
      (row) => textOf(row, 'employee.name') || textOf(row, 'employee.id'),
      28,
    ),
    dateColumn(t('date')),
    wrappedColumn(t('message'), 48, (row) => textOf(row, 'message')),
    wrappedColumn(t('remedy'), 42, (row) => textOf(row, 'remedy')),
    calculatedText(t('accepted'), rows, (row) => t(row.accepted === true ? 'yes' : 'no'), 12),
    textColumn(t('code'), 'code', rows, 26),
    textColumn(t('record'), 'record', rows, 40),
  ];
}
