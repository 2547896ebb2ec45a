import { MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import type { CellResult } from '../formula/cellResult.js';
import { compileFormula } from '../formula/compileFormula.js';
import type { FormulaNode } from '../formula/expression.js';
import type { FormulaSheet, MovedReference, WrittenSheet } from '../formula/movedReference.js';
import { type PlacedReference, placedReference } from '../formula/placedFormula.js';
import { type FormulaPosition, type OutputArea, outputArea } from '../formula/ranges.js';
import { stretchedColumns, stretchedRows } from '../placement/movedAreas.js';
import type { TemplateTable } from './drawnSheet.js';
import type { AreaFinder } from './outputCells.js';
import type { DefinedName, TemplateWorkbook } from './templatePlan.js';

type NameNode = Extract<FormulaNode, { kind: 'table' | 'name' }>;

/** The target of a defined name, as drawn and as written. */
interface Named {
  readonly found: MovedReference;
  readonly placed: PlacedReference;
}

/** Finds the cells of defined names and structured references. */
export function areaFinder(plan: TemplateWorkbook, outside: WrittenSheet): AreaFinder {
  const known = new WeakMap<WrittenSheet, Map<string, Named | undefined>>();
  return (expression, at) => {
    const { sheet } = at;
    if (expression.kind === 'table' || plan.tables.has(expression.text.toLowerCase()))
      return tableArea(expression, at, plan);
    const names = known.get(sheet) ?? new Map<string, Named | undefined>();
    known.set(sheet, names);
    if (!names.has(expression.text)) {
      const found = namedReference(expression.text, sheet.drawn, plan);
      const from = found && (found.place.sheet === sheet.drawn ? sheet : outside);
      names.set(expression.text, found && from && { found, placed: placedReference(found, from) });
    }
    const named = names.get(expression.text);
    return named && areaSeenFrom(named, at);
  };
}

/** The number or text of a defined name. */
export function constantFinder(plan: TemplateWorkbook): (name: string, at: FormulaPosition) => CellResult {
  return (name, { sheet }) => {
    const text = definedName(name, sheet.drawn, plan)?.text.trim() ?? '';
    if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
    return /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : undefined;
  };
}

/** A name of the sheet has priority over one of the workbook. */
function definedName(text: string, usedOn: FormulaSheet, plan: TemplateWorkbook): DefinedName | undefined {
  const same = plan.names.filter((each) => each.name.toLowerCase() === text.toLowerCase());
  return same.find((each) => each.sheet === usedOn) ?? same.find((each) => each.sheet === undefined);
}

/** A relative name means other cells in each cell that uses it: it is written as seen from A1. */
function areaSeenFrom({ found, placed }: Named, { row, column }: FormulaPosition): OutputArea | undefined {
  const area = outputArea(placed);
  const { first, last = first } = found.token;
  const [down, across] = [
    first.row !== undefined && !first.rowFixed,
    first.column !== undefined && !first.columnFixed,
  ];
  if (!isRelative(found)) return area;
  const isLike = first.rowFixed === last.rowFixed && first.columnFixed === last.columnFixed;
  const isMoved = (['top', 'bottom', 'left', 'right'] as const).some(
    (side) => area?.[side] !== found.area[side],
  );
  if (!area || !isLike || isMoved) return undefined;
  const [rows, columns] = [down ? row - 1 : 0, across ? column - 1 : 0];
  const seen = { ...area, top: area.top + rows, bottom: area.bottom + rows };
  if (seen.bottom > MAX_ROWS || area.right + columns > MAX_COLUMNS) return undefined;
  return { ...seen, left: area.left + columns, right: area.right + columns };
}

function isRelative({ token: { first, last = first } }: MovedReference): boolean {
  return [first, last].some(
    (corner) =>
      (corner.row !== undefined && !corner.rowFixed) || (corner.column !== undefined && !corner.columnFixed),
  );
}

/** The cells of a defined name, the same everywhere; undefined if it is not such an area. @throws TemplateError */
export function nameReference(
  text: string,
  usedOn: FormulaSheet,
  plan: TemplateWorkbook,
): MovedReference | undefined {
  const found = namedReference(text, usedOn, plan);
  return found && !isRelative(found) ? found : undefined;
}

function namedReference(
  text: string,
  usedOn: FormulaSheet,
  plan: TemplateWorkbook,
): MovedReference | undefined {
  const found = definedName(text, usedOn, plan);
  if (!found) return undefined;
  const sheet = found.sheet;
  const place = sheet ? { sheet, band: sheet.root } : plan.outside;
  const { tokens } = compileFormula(found.text, place, plan.context, 'range');
  const [only] = tokens;
  return tokens.length === 1 && only?.kind === 'moved' ? only : undefined;
}

const COLUMN = String.raw`(?:[^[\]'#@]|'.)+`;
/** `[Worked]`, `[@Worked]`, `[@[Worked]:[Planned]]`, `[[#Totals],[Worked]]`, `[[Worked]:[Planned]]`. */
const STRUCTURED = new RegExp(
  String.raw`^\[(?:(@?)(${COLUMN})|(@?)(?:\[#(This Row|Totals|Data)\],\s*)?\[(${COLUMN})\](?::\[(${COLUMN})\])?)\]$`,
  'i',
);

/** `Hours[Worked]`, `Hours[[#This Row],[Worked]]`, `Hours[[Worked]:[Planned]]`. */
function tableArea(
  expression: NameNode,
  at: FormulaPosition,
  plan: TemplateWorkbook,
): OutputArea | undefined {
  const bracket = expression.text.indexOf('[');
  if (bracket < 0) return wholeTable(expression, at, plan);
  const found =
    bracket === 0
      ? findTableAround(at, plan)
      : plan.tables.get(expression.text.slice(0, bracket).toLowerCase());
  const [, at1, plain, at2, part, first = plain, last = first] =
    STRUCTURED.exec(expression.text.slice(bracket)) ?? [];
  const place = (written = ''): number => {
    const name = written.replace(/'(.)/g, '$1').toLowerCase();
    return found?.table.columns.findIndex((each) => each.toLowerCase() === name) ?? -1;
  };
  const [from, to] = [place(first), place(last)];
  if (!found || from < 0 || to < from) return undefined;
  const { table } = found;
  const sheet = at.sheet.sheetOf(found.sheet);
  const start = table.area.left;
  const { left, right } = stretchedColumns(sheet, { left: start + from, right: start + to });
  const rows = tableRows(at1 || at2 ? 'this row' : (part ?? 'data').toLowerCase(), table, sheet, at);
  return rows && { sheet, ...rows, left, right, owner: expression };
}

/** `Hours` alone: all data of the table. */
function wholeTable(
  expression: NameNode,
  at: FormulaPosition,
  plan: TemplateWorkbook,
): OutputArea | undefined {
  const found = plan.tables.get(expression.text.toLowerCase());
  if (!found) return undefined;
  const sheet = at.sheet.sheetOf(found.sheet);
  const rows = tableRows('data', found.table, sheet, at);
  const { left, right } = stretchedColumns(sheet, found.table.area);
  return rows && { sheet, ...rows, left, right, owner: expression };
}

/** `[Worked]` within a table means the table's own column; unambiguous only if no other table is next to it. */
function findTableAround(at: FormulaPosition, plan: TemplateWorkbook) {
  const around = [...plan.tables.values()].filter(({ table, sheet }) => {
    if (sheet !== at.sheet.drawn) return false;
    const { top, bottom } = stretchedRows(at.sheet, table.area);
    return top <= at.row && at.row <= bottom;
  });
  return around.length === 1 ? around[0] : undefined;
}

function tableRows(
  part: string,
  { area, headerRows, totalsRows }: TemplateTable,
  sheet: WrittenSheet,
  at: FormulaPosition,
): { top: number; bottom: number } | undefined {
  const data = stretchedRows(sheet, { top: area.top + headerRows, bottom: area.bottom - totalsRows });
  if (part === 'data') return data;
  if (part === 'totals')
    return totalsRows === 0 ? undefined : stretchedRows(sheet, { top: area.bottom, bottom: area.bottom });
  const isInside = at.sheet === sheet && data.top <= at.row && at.row <= data.bottom;
  return isInside ? { top: at.row, bottom: at.row } : undefined;
}
