import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { calculatedText, type ReportColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { textOf } from '../rowAccess.js';
import { HEADING_ROW, tableSheet } from '../sheetFrame.js';
import { allocationText, stampText } from '../stampText.js';
import { tableBlock } from '../tableBlock.js';

/** A sheet that shows entry by entry what was counted where. @param words `table` is the native table's name */
export function proofSheet(
  context: ReportContext,
  name: string,
  { title, empty, table }: { readonly title: string; readonly empty: string; readonly table: string },
  columns: readonly ReportColumn[],
  rows: readonly DataRow[],
): SheetPlan {
  const block =
    rows.length === 0 ? undefined : tableBlock({ name: table, headingRow: HEADING_ROW, columns, rows });
  const widths = columns.map(({ width }) => width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 1 } as const;
  return tableSheet(context, name, { title, empty, frame }, block);
}

export function stampColumn(
  { language }: ReportContext,
  heading: string,
  field: string,
  rows: readonly DataRow[],
): ReportColumn {
  return { ...calculatedText(heading, rows, (row) => stampText(language, textOf(row, field))), width: 25 };
}

export function allocationColumn({ t, language }: ReportContext, rows: readonly DataRow[]): ReportColumn {
  return calculatedText(
    t('allocation'),
    rows,
    (row) => allocationText(language, textOf(row, 'allocation')),
    60,
  );
}
