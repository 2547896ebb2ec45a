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

type Named = Extract<FormulaNode, { kind: 'table' | 'name' }>;

/** Finds the cells that defined names and structured references stand for. */
export function areaFinder(plan: TemplateWorkbook, outside: WrittenSheet): AreaFinder {
  const known = new WeakMap<WrittenSheet, Map<string, PlacedReference | undefined>>();
  return (expression, at) => {
    const { sheet } = at;
    if (expression.kind === 'table' || plan.tables.has(expression.text.toLowerCase()))
      return tableArea(expression, at, plan);
    const names = known.get(sheet) ?? new Map<string, PlacedReference | undefined>();
    known.set(sheet, names);
    if (!names.has(expression.text)) {
      const found = nameReference(expression.text, sheet.drawn, plan);
      const from = found && (found.place.sheet === sheet.drawn ? sheet : outside);
      names.set(expression.text, found && from && placedReference(found, from));
    }
    const reference = names.get(expression.text);
    return reference && outputArea(reference);
  };
}

/** A number or text that a defined name stands for. */
export function constantFinder(plan: TemplateWorkbook): (name: string, at: FormulaPosition) => CellResult {
  return (name, { sheet }) => {
    const text = definedName(name, sheet.drawn, plan)?.text.trim() ?? '';
    if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
    return /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : undefined;
  };
}

/** A name of the sheet goes before one of the workbook. */
function definedName(text: string, usedOn: FormulaSheet, plan: TemplateWorkbook): DefinedName | undefined {
  const same = plan.names.filter((each) => each.name.toLowerCase() === text.toLowerCase());
  return same.find((each) => each.sheet === usedOn) ?? same.find((each) => each.sheet === undefined);
}

/** The cells that a defined name stands for, used on a sheet; undefined if it is no plain area. @throws TemplateError */
export function nameReference(
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
  // A name whose reference is relative means other cells at each place where it is used.
  const isFixed =
    only?.kind === 'moved' && (only.token.first.columnFixed || only.token.first.row === undefined);
  return tokens.length === 1 && only?.kind === 'moved' && isFixed ? only : undefined;
}

const PLAIN_COLUMN = /^\[((?:[^[\]'#@]|'.)+)\]$/;
const PART_AND_COLUMN = /^\[\[#(This Row|Totals|Data)\],\[((?:[^[\]']|'.)+)\]\]$/i;

/** `Hours[Worked]`, `Hours[[#This Row],[Worked]]`, `Hours[[#Totals],[Worked]]`. */
function tableArea(expression: Named, at: FormulaPosition, plan: TemplateWorkbook): OutputArea | undefined {
  const bracket = expression.text.indexOf('[');
  if (bracket < 0) return wholeTable(expression, at, plan);
  const found =
    bracket === 0
      ? findTableAround(at, plan)
      : plan.tables.get(expression.text.slice(0, bracket).toLowerCase());
  const inside = expression.text.slice(bracket);
  const plain = PLAIN_COLUMN.exec(inside);
  const [, part = 'Data', written = ''] = plain
    ? [inside, 'Data', plain[1]]
    : (PART_AND_COLUMN.exec(inside) ?? []);
  const name = written.replace(/'(.)/g, '$1').toLowerCase();
  const column = found?.table.columns.findIndex((each) => each.toLowerCase() === name) ?? -1;
  if (!found || column < 0) return undefined;
  const { table } = found;
  const sheet = at.sheet.sheetOf(found.sheet);
  const { left } = stretchedColumns(sheet, { ...table.area, left: table.area.left + column });
  const rows = tableRows(part.toLowerCase(), table, sheet, at);
  return rows && { sheet, ...rows, left, right: left, owner: expression };
}

/** `Hours` alone: all data of the table. */
function wholeTable(expression: Named, at: FormulaPosition, plan: TemplateWorkbook): OutputArea | undefined {
  const found = plan.tables.get(expression.text.toLowerCase());
  if (!found) return undefined;
  const sheet = at.sheet.sheetOf(found.sheet);
  const rows = tableRows('data', found.table, sheet, at);
  const { left, right } = stretchedColumns(sheet, found.table.area);
  return rows && { sheet, ...rows, left, right, owner: expression };
}

/** `[Worked]` within a table means the table's own column; clear only if no other table stands beside it. */
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
