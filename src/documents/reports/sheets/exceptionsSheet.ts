import { exceptionName, textOfCode } from '../../../language/text.js';
import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import {
  calculatedText,
  dateColumn,
  personColumn,
  type ReportColumn,
  textColumn,
  wrappedColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { rowsOf, textOf } from '../rowAccess.js';
import { HEADING_ROW, tableSheet } from '../sheetFrame.js';
import { tableBlock } from '../tableBlock.js';

/** All exceptions of the run, with what happened and what to do. */
export function exceptionsSheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  const rows = worstFirst(rowsOf(context.model, 'exceptions'));
  const columns = exceptionColumns(context, rows);
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

const SEVERITIES = ['block', 'block-final'];

/** What stops a run comes first; the rest stays in its order. */
function worstFirst(rows: readonly DataRow[]): DataRow[] {
  const rankOf = (row: DataRow) => {
    const rank = SEVERITIES.indexOf(textOf(row, 'severity'));
    return rank === -1 || row.accepted === true ? SEVERITIES.length : rank;
  };
  return [...rows].sort((a, b) => rankOf(a) - rankOf(b));
}

function exceptionColumns(context: ReportContext, rows: readonly DataRow[]): readonly ReportColumn[] {
  const { t, language } = context;
  return [
    calculatedText(t('severity'), rows, (row) => textOfCode(language, textOf(row, 'severity')), 18),
    calculatedText(t('meaning'), rows, (row) => exceptionName(language, textOf(row, 'code')), 28),
    personColumn(context, rows),
    dateColumn(t('date')),
    wrappedColumn(t('message'), 48, (row) => textOf(row, 'message')),
    wrappedColumn(t('remedy'), 42, (row) => textOf(row, 'remedy')),
    calculatedText(t('accepted'), rows, (row) => t(row.accepted === true ? 'yes' : 'no'), 12),
    textColumn(t('code'), 'code', rows, 26),
    textColumn(t('record'), 'record', rows, 40),
  ];
}
