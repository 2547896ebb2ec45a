import { areaName } from '../cells/address.js';
import { escapeText } from '../cells/escapeText.js';

/** Whether the table has a totals row. */
function hasTotals(table: TablePlan): boolean {
  return table.columns.some((column) => column.total !== undefined);
}

/** A table part (ECMA-376 part 1, 18.5.1.2). @param id unique in the workbook, from 1. */
export function tableXml(table: TablePlan, id: number): string {
  checkTable(table);
  const { firstColumn, headingRow, dataRows, columns } = table;
  const lastColumn = firstColumn + columns.length - 1;
  const lastRow = headingRow + dataRows;
  const filtered = areaName(firstColumn, headingRow, lastColumn, lastRow);
  const totals = hasTotals(table);
  const area = totals ? areaName(firstColumn, headingRow, lastColumn, lastRow + 1) : filtered;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="${id}" name="${table.name}" ` +
    `displayName="${table.name}" ref="${area}" ${totals ? 'totalsRowCount="1"' : 'totalsRowShown="0"'}>` +
    `<autoFilter ref="${filtered}"/><tableColumns count="${columns.length}">` +
    columns.map(columnXml).join('') +
    '</tableColumns><tableStyleInfo showFirstColumn="0" showLastColumn="0" showRowStripes="0" showColumnStripes="0"/></table>'
  );
}

function columnXml(column: TableColumn, index: number): string {
  const { name, total } = column;
  const head = `<tableColumn id="${index + 1}" name="${escapeText(name).replaceAll('\n', '_x000a_')}"`;
  if (total === undefined) return `${head}/>`;
  if ('label' in total) return `${head} totalsRowLabel="${escapeText(total.label)}"/>`;
  return `${head} totalsRowFunction="${total.function}"/>`;
}

/** Excel repairs, that is damages, a workbook whose tables break these rules: better to fail here. */
function checkTable({ name, columns, dataRows }: TablePlan): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new RangeError(`not a table name: ${name}`);
  if (dataRows < 1) throw new RangeError(`table ${name} has no rows`);
  const names = new Set(columns.map((column) => column.name.toLowerCase()));
  if (names.size !== columns.length || names.has(''))
    throw new RangeError(`table ${name}: headings must differ`);
}

/** A column of a native table. */
export interface TableColumn {
  /** Exactly the text of the heading cell. */
  readonly name: string;
  /** What the totals row shows, where the table has one. */
  readonly total?: { readonly label: string } | { readonly function: 'sum' };
}

/** A native table: headings in its first row, data below, and a totals row where a column has a total. */
export interface TablePlan {
  /** Unique in the workbook; letters, digits and `_` only. */
  readonly name: string;
  /** From 0. */
  readonly firstColumn: number;
  /** The row of the headings, from 1. */
  readonly headingRow: number;
  /** At least 1: Excel knows no table without a row. */
  readonly dataRows: number;
  readonly columns: readonly TableColumn[];
}
