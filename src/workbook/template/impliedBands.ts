import { message } from '../../i18n/message.js';
import { type Area, columnLetters, contains } from '../cells/address.js';
import { DIRECTIVE, type Directive } from '../language/directive.js';
import type { Expression } from '../language/grammar.js';
import { parseText } from '../language/placeholder.js';
import { isSameWithin, type TemplateFields } from '../language/templateFields.js';
import type { TemplateRow } from '../package/templateRows.js';
import { resultUnless, TemplateError } from '../workbookError.js';
import type { ImpliedBand, TemplateTable } from './drawnSheet.js';
import type { PlacedDirective, ReportMistake } from './readBands.js';

interface SheetRows {
  /** Cells that pivot tables fill. */
  readonly pivots: readonly Area[];
  readonly rows: ReadonlyMap<number, TemplateRow>;
  readonly tables: readonly TemplateTable[];
  readonly directives: readonly PlacedDirective[];
}

/** Finds the rows of a sheet that repeat without a directive. */
export function impliedBands(sheet: SheetRows, fields: TemplateFields): ImpliedBand[] {
  const { rows, tables, directives } = sheet;
  const each = directives.flatMap(({ directive, row }) =>
    directive.kind === 'each' ? [{ ...directive, row }] : [],
  );
  const around = sheetDirective(sheet);
  const isFree = (row: number): boolean =>
    each.every((one) => one.axis === 'columns' || row < one.row || one.row + one.count <= row);
  const found = (row: number, table?: TemplateTable): ImpliedBand[] => {
    const used = isFree(row) ? rowFields(rows.get(row), sheet, fields, table?.area) : [];
    const [first] = used;
    if (!first) return [];
    const fitting = fittingSets(used, fields, around);
    // A single cell may also be meant as a total.
    if (!table && used.length === 1 && fitting.length > 1) return [];
    const named = fitting.filter((set) => table && plain(set) === plain(table.name));
    return fitting.length === 0
      ? []
      : [{ row, column: first.column, sets: named.length === 1 ? named : fitting }];
  };
  const ofTables = tables.flatMap((table) => {
    const [top, bottom] = [table.area.top + table.headerRows, table.area.bottom - table.totalsRows];
    return top === bottom ? found(top, table) : [];
  });
  if (ofTables.length > 0 || each.length > 0) return ofTables;
  const others = [...rows.keys()].filter((row) => rowFields(rows.get(row), sheet, fields).length > 0);
  return others.length === 1 ? others.flatMap((row) => found(row)) : [];
}

function sheetDirective({ directives }: SheetRows): SheetDirective | undefined {
  return directives.flatMap(({ directive }) =>
    directive.kind === 'sheet' && directive.selection ? [directive] : [],
  )[0];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

type SheetDirective = Extract<Directive, { kind: 'sheet' }>;

interface UsedField {
  readonly path: string;
  readonly column: number;
}

/** The fields of rows that a row shows, except those of the whole sheet. */
function rowFields(
  row: TemplateRow | undefined,
  sheet: SheetRows,
  { dataSets }: TemplateFields,
  { left, right } = { left: 0, right: Number.POSITIVE_INFINITY },
): UsedField[] {
  const { dataSet = '', groupBy = [] } = sheetDirective(sheet)?.selection ?? {};
  const ofSheet = dataSets.get(dataSet) ?? [];
  const isOfSheet = (path: string): boolean =>
    ofSheet.some(({ name }) => name === path) && isSameWithin(path, groupBy, ofSheet);
  const isKnown = (path: string): boolean =>
    [...dataSets.values()].some((set) => set.some(({ name }) => name === path));
  return (row?.cells ?? []).flatMap(({ column, value, formula }) => {
    if (formula || value === null || typeof value !== 'object' || column < left || right < column) return [];
    if (row && sheet.pivots.some((area) => contains(area, row.row, column))) return [];
    const pieces = resultUnless(TemplateError, () => parseText(value.text.replace(DIRECTIVE, ''))) ?? [];
    const paths = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : plainFields(piece.expression)));
    return paths.filter((path) => isKnown(path) && !isOfSheet(path)).map((path) => ({ path, column }));
  });
}

/** The fields in an expression that are not added up. */
function plainFields(expression: Expression): string[] {
  if (expression.kind === 'aggregate') return [];
  if (expression.kind === 'field') return [expression.path];
  return Object.values(expression).flatMap((part) =>
    typeof part === 'object' && part !== null && 'kind' in part ? plainFields(part) : [],
  );
}

/** The data sets that have all fields, and on a repeated sheet follow its groups. */
function fittingSets(
  used: readonly UsedField[],
  { dataSets }: TemplateFields,
  around: SheetDirective | undefined,
): string[] {
  const { dataSet, groupBy = [] } = around?.selection ?? {};
  return [...dataSets].flatMap(([set, list]) => {
    const has = (path: string): boolean => list.some(({ name }) => name === path);
    const isLinked = !around || set === dataSet || groupBy.some(has);
    return isLinked && used.every(({ path }) => has(path)) ? [set] : [];
  });
}

/** The directive of an implied band; the first of several. */
export function impliedDirective({ row, column, sets: [dataSet = ''] }: ImpliedBand): PlacedDirective {
  const selection = { dataSet, keys: [], groupBy: [], sortBy: [], where: undefined, limit: undefined };
  const extent = { axis: 'rows', count: 1, breaksPage: false, isOutlined: false } as const;
  return {
    directive: { kind: 'each', selection, ...extent },
    row,
    column,
    place: columnLetters(column) + row,
  };
}

/** Asks for the data set if several match. */
export function reportUnclear({ row, column, sets }: ImpliedBand, report: ReportMistake): void {
  if (sets.length < 2) return;
  const cell = columnLetters(column) + row;
  const lines = sets.map((set) => `{{#each ${set}}}`).join(' / ');
  const text = message('workbook.band.whichSet', { row, sets: sets.join(', '), cell, lines });
  report(cell, new TemplateError(text));
}
