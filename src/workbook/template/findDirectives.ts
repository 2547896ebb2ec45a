import type { Expression } from '../../language/grammar.js';
import { findBraceMistake, parseText } from '../../language/placeholders.js';
import { resultUnless, TemplateError } from '../../language/templateError.js';
import { isSameWithin, type TemplateFields } from '../../language/templateFields.js';
import { type Area, columnLetters, contains, MAX_COLUMNS, MAX_ROWS, parseArea } from '../cells/address.js';
import { tokenize } from '../formula/tokens.js';
import {
  DIRECTIVE,
  type Directive,
  type Extent,
  type NamedRule,
  parseRuleName,
  readNamedDirective,
} from '../language/directive.js';
import { message, orElse } from '../messages.js';
import type { TemplateRow } from '../package/templateCells.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import { childOf, childrenOf, deepText, type XmlElement } from '../xml/xml.js';
import { type DirectiveReading, type PlacedDirective, type ReportMistake, readPlaced } from './readBands.js';
import type { ImpliedBand } from './templatePlan.js';
import type { TemplateTable } from './templateTables.js';

export function directivesInCells(
  rows: ReadonlyMap<number, TemplateRow>,
  pivots: readonly Area[],
  reading: DirectiveReading,
): PlacedDirective[] {
  const found: PlacedDirective[] = [];
  for (const { row, cells } of rows.values()) {
    for (const { column, value, formula } of cells) {
      if (pivots.some((area) => contains(area, row, column))) continue;
      if (formula || value === null || typeof value !== 'object') continue;
      if (!value.text.includes('{{')) {
        // Not a placeholder, so other code does not examine it.
        reportSlip(value.text, columnLetters(column) + row, reading);
        continue;
      }
      for (const [, inside = ''] of value.text.matchAll(DIRECTIVE)) {
        found.push(...readPlaced(inside, { row, column }, columnLetters(column) + row, reading));
      }
    }
  }
  return found;
}

/** A directive without a brace would silently have no effect. */
function reportSlip(text: string, cell: string, { report }: DirectiveReading): void {
  const slip = text.includes('{') ? findBraceMistake(text) : undefined;
  if (slip) report(cell, slip);
}

/** Directives in notes; the cells of those notes are added to `noteCells`. */
export function directivesInNotes(
  file: TemplatePackage,
  sheetPart: string,
  noteCells: Set<string>,
  reading: DirectiveReading,
): PlacedDirective[] {
  return file.related(sheetPart, 'comments').flatMap((part) => {
    const comments = childrenOf(childOf(file.xml(part).root, 'commentList'), 'comment');
    return comments.flatMap((comment) => {
      const cell = comment.attributes.ref ?? '';
      const { top: row = 0, left: column = 0 } = parseArea(cell) ?? {};
      const text = deepText(comment);
      reportSlip(text, cell, reading);
      const matches = [...text.matchAll(DIRECTIVE)];
      if (matches.length > 0) noteCells.add(cell);
      return matches.flatMap(([, inside = '']) => readPlaced(inside, { row, column }, cell, reading));
    });
  });
}

/** Directives in the form of defined names: `each_employee_days`. */
export function directivesInNames(
  names: readonly XmlElement[],
  sheet: string,
  { report, examples, knownSets }: DirectiveReading,
): PlacedDirective[] {
  return names.flatMap((element) => {
    const { name = '', comment = '' } = element.attributes;
    const rule = parseRuleName(name);
    const target = parseNamedArea(element.text);
    if (!rule || target?.sheet.toLowerCase() !== sheet.toLowerCase()) return [];
    if (!isIntendedRule(rule, comment, knownSets) || (rule.kind !== 'sheet' && isWholeSheet(target)))
      return [];
    try {
      const directive = readNamedDirective(rule, comment, toExtent(target));
      return [{ directive, row: target.top, column: target.left, place: name }];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const { groupField, sortField } = examples;
      const remedy = orElse(error.remedyText, message('nameExample', { groupField, sortField }));
      report(name, new TemplateError(message('ofName', { name, problem: error.text }), remedy));
      return [];
    }
  });
}

/** Names of other tools may look similar; `each_` with a comment is meant for paytally. */
export function isIntendedRule(rule: NamedRule, comment: string, knownSets: ReadonlySet<string>): boolean {
  if (comment !== '' || rule.kind === 'each') return true;
  return rule.kind !== 'if' && knownSets.has(rule.subject);
}

/** Whole columns repeat as columns, other areas as rows. */
function toExtent({ top, bottom, left, right }: Area): Extent {
  const isColumns = top === 1 && bottom === MAX_ROWS;
  return isColumns ? { axis: 'columns', count: right - left + 1 } : { axis: 'rows', count: bottom - top + 1 };
}

/** Neither its rows nor its columns can repeat. */
export function isWholeSheet({ bottom, right }: Area): boolean {
  return bottom === MAX_ROWS && right === MAX_COLUMNS;
}

/** The cells of a name; undefined if it is not a single area. */
export function parseNamedArea(text: string): ({ readonly sheet: string } & Area) | undefined {
  const tokens = tokenize(text);
  const [token] = tokens;
  if (tokens.length !== 1 || token?.kind !== 'reference' || token.sheet === undefined) return undefined;
  const { first, last = first } = token;
  const rows = [first.row ?? 1, last.row ?? MAX_ROWS];
  const columns = [first.column ?? 1, last.column ?? MAX_COLUMNS];
  return {
    sheet: token.sheet,
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

interface SheetRows {
  readonly pivots: readonly Area[];
  readonly rows: ReadonlyMap<number, TemplateRow>;
  readonly tables: readonly TemplateTable[];
  readonly directives: readonly PlacedDirective[];
}

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

export function reportUnclear({ row, column, sets }: ImpliedBand, report: ReportMistake): void {
  if (sets.length < 2) return;
  const cell = columnLetters(column) + row;
  const lines = sets.map((set) => `{{#each ${set}}}`).join(' / ');
  const text = message('band.whichSet', { row, sets: sets.join(', '), cell, lines });
  report(cell, new TemplateError(text));
}
