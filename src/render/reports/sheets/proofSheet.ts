import { stampText } from '../../../language/dateText.js';
import type { SheetPlan } from '../../../workbook/index.js';
import { allocationText } from '../allocationText.js';
import type { SheetOfRows } from '../hoursOfPeriod.js';
import { type ColumnDraft, calculatedText, surveyed, withWidth } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { HEADING_ROW, tableSheet } from '../reportFrame.js';
import { textOf } from '../rowAccess.js';
import { tableBlock } from '../tableBlock.js';

/** A sheet that shows entry by entry what was counted where. @param words `table` is the native table's name */
export function proofSheet(
  context: ReportContext,
  name: string,
  { title, empty, table }: { readonly title: string; readonly empty: string; readonly table: string },
  drafts: readonly ColumnDraft[],
  rows: SheetOfRows,
): SheetPlan {
  const known = surveyed(rows, drafts);
  const block =
    known.count === 0 ? undefined : tableBlock({ ...known, name: table, headingRow: HEADING_ROW });
  const widths = known.columns.map(({ width }) => width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 1 } as const;
  return tableSheet(context, name, { title, empty, frame }, block);
}

export function stampColumn({ language }: ReportContext, heading: string, field: string): ColumnDraft {
  const column = calculatedText(heading, (row) => stampText(language, textOf(row, field)));
  return withWidth(column, () => 25);
}

export function allocationColumn({ t, language, hours }: ReportContext): ColumnDraft {
  return calculatedText(
    t('allocation'),
    (row) => allocationText(language, hours, textOf(row, 'allocation')),
    60,
  );
}
