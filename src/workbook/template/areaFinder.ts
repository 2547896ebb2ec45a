import { MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import { compileFormula, referencesIn } from '../formula/compileFormula.js';
import type { FormulaNode } from '../formula/expression.js';
import type {
  CompiledFormula,
  CompiledToken,
  FormulaSheet,
  MovedReference,
} from '../formula/movedReference.js';
import { type PlacedReference, placedReference, type WrittenSheet } from '../formula/placedFormula.js';
import { type CellResult, type FormulaPosition, type OutputArea, outputArea } from '../formula/ranges.js';
import { tableName, tokenize } from '../formula/tokens.js';
import { stretchedArea } from '../placement/movedAreas.js';
import { childOf } from '../xml/xml.js';
import type { AreaFinder } from './outputCells.js';
import { isName } from './precedents.js';
import type { DefinedName, DrawnSheet, SheetContents, TemplateWorkbook } from './templatePlan.js';

type NameNode = Extract<FormulaNode, { kind: 'table' | 'name' }>;

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

export function constantFinder(plan: TemplateWorkbook): (name: string, at: FormulaPosition) => CellResult {
  return (name, { sheet }) => {
    const text = definedName(name, sheet.drawn, plan)?.text.trim() ?? '';
    if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
    return /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : undefined;
  };
}

/** A name of the sheet has priority over one of the workbook. */
export function definedName(
  text: string,
  usedOn: FormulaSheet,
  plan: TemplateWorkbook,
): DefinedName | undefined {
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

/** `Hours[Worked]`, `Hours[[#This Row],[Worked]]`, `Hours[[Worked]:[Planned]]`; `Hours` alone is all its data. */
function tableArea(
  expression: NameNode,
  at: FormulaPosition,
  plan: TemplateWorkbook,
): OutputArea | undefined {
  const { text } = expression;
  const name = tableName(text);
  const found = name === '' ? findTableAround(at, plan) : plan.tables.get(name.toLowerCase());
  if (!found) return undefined;
  const { area, columns, headerRows, totalsRows } = found.table;
  const inside = text.slice(name.length);
  const [, at1, plain, at2, named = 'data', first = plain, last = first] = STRUCTURED.exec(inside) ?? [];
  const place = (written = ''): number => {
    const column = written.replace(/'(.)/g, '$1').toLowerCase();
    return columns.findIndex((each) => each.toLowerCase() === column);
  };
  const [from, to] = inside === '' ? [0, columns.length - 1] : [place(first), place(last)];
  const part = at1 || at2 ? 'this row' : named.toLowerCase();
  if (from < 0 || to < from || (part === 'totals' && totalsRows === 0)) return undefined;
  const top = part === 'totals' ? area.bottom : area.top + headerRows;
  const bottom = part === 'totals' ? area.bottom : area.bottom - totalsRows;
  const sheet = at.sheet.sheetOf(found.sheet);
  const drawn = { top, bottom, left: area.left + from, right: area.left + to };
  const own = from === to ? repeatedColumn(name || found.table.name, columns[from], at, sheet) : undefined;
  const across = own === undefined ? {} : { left: own, right: own };
  const cells = { ...stretchedArea(sheet, drawn), ...across, sheet, owner: expression };
  if (part !== 'this row') return cells;
  const isInside = at.sheet === sheet && cells.top <= at.row && at.row <= cells.bottom;
  return isInside ? { ...cells, top: at.row, bottom: at.row } : undefined;
}

/**
 * A column of a table that repeats has a heading for each repetition: the output column whose heading the written formula
 * names. Undefined if its columns do not repeat.
 */
function repeatedColumn(
  table: string,
  heading: string | undefined,
  at: FormulaPosition,
  sheet: WrittenSheet,
): number | undefined {
  const written = heading && at.sheet.columnName?.(table, heading, at.columnInstance);
  if (!written || sheet.drawn.columnRoot.children.length === 0) return undefined;
  return at.sheet.headedColumn?.(table, written);
}

/** `[Worked]` within a table means the table's own column; unambiguous only if no other table is next to it. */
function findTableAround(at: FormulaPosition, plan: TemplateWorkbook) {
  const around = [...plan.tables.values()].filter(({ table, sheet }) => {
    if (sheet !== at.sheet.drawn) return false;
    const { top, bottom } = stretchedArea(at.sheet, table.area);
    return top <= at.row && at.row <= bottom;
  });
  return around.length === 1 ? around[0] : undefined;
}

/** A formula, and the sheet whose part must be rewritten if the formula's references change. */
export interface UsedFormula {
  readonly sheet: FormulaSheet;
  readonly formula: CompiledFormula;
}

/** Finds the sheets that have to be rewritten: those with placeholders or bands, and those that refer to them. */
export function changedSheets(
  plan: TemplateWorkbook,
  contents: ReadonlyMap<DrawnSheet, SheetContents>,
  uses: readonly UsedFormula[],
): Set<FormulaSheet> {
  const known = new Map<string, DrawnSheet[]>();
  const refersTo = new Map<FormulaSheet, Set<FormulaSheet>>();
  const ofCells = [...contents.values()].flatMap((each) =>
    [...each.formulas()].map(({ formula }) => ({ sheet: each.sheet, formula })),
  );
  for (const { sheet, formula } of [...ofCells, ...uses]) {
    const targets = refersTo.get(sheet) ?? new Set();
    refersTo.set(sheet, targets);
    for (const target of findTargets(formula.tokens, plan, known)) targets.add(target);
  }
  const changed = new Set<FormulaSheet>(
    plan.sheets.filter((sheet) => {
      if (sheet.moves || sheet.isRepeated || sheet.directiveNotes.size > 0 || sheet.links.size > 0)
        return true;
      const header = childOf(sheet.part.root, 'headerFooter')?.children ?? [];
      const texts = [sheet.name, ...header.map(({ text }) => text)];
      return texts.some((text) => text.includes('{{')) || contents.get(sheet)?.hasPlaceholders;
    }),
  );
  let isSettled = false;
  while (!isSettled) {
    const affected = plan.sheets.filter(
      (sheet) => !changed.has(sheet) && [...(refersTo.get(sheet) ?? [])].some((each) => changed.has(each)),
    );
    for (const sheet of affected) changed.add(sheet);
    isSettled = affected.length === 0;
  }
  return changed;
}

/**
 * The sheets that a formula refers to, also by names and tables.
 * @param known sheets of names, as a cache
 */
export function findTargets(
  tokens: readonly CompiledToken[],
  plan: Pick<TemplateWorkbook, 'names' | 'sheets' | 'tables'>,
  known = new Map<string, DrawnSheet[]>(),
): Set<FormulaSheet> {
  const sheets = new Set<FormulaSheet>();
  for (const token of tokens) {
    for (const { sheet } of referencesIn([token])) sheets.add(sheet);
    if (token.kind === 'table') {
      const table = plan.tables.get(token.text.slice(0, token.text.indexOf('[')).toLowerCase());
      if (table) sheets.add(table.sheet);
    } else if (isName(token)) {
      const table = plan.tables.get(token.text.toLowerCase());
      const bare = token.text.slice(token.text.lastIndexOf('!') + 1).toLowerCase();
      const named = known.get(bare) ?? findSheetsOfName(bare, plan);
      known.set(bare, named);
      for (const sheet of table ? [table.sheet] : named) sheets.add(sheet);
    }
  }
  return sheets;
}

function findSheetsOfName(bare: string, plan: Pick<TemplateWorkbook, 'names' | 'sheets'>): DrawnSheet[] {
  return plan.names
    .filter((each) => each.name.toLowerCase() === bare)
    .flatMap((each) => tokenize(each.text))
    .flatMap((token) =>
      token.kind === 'reference' && token.sheet !== undefined ? [token.sheet.toLowerCase()] : [],
    )
    .flatMap((name) => plan.sheets.filter((sheet) => sheet.name.toLowerCase() === name));
}
