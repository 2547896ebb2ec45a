import { resultUnless, TemplateError } from '../../language/templateError.js';
import { type Area, contains } from '../cells/address.js';
import { compileFormula, referencesIn } from '../formula/compileFormula.js';
import type { CompiledToken } from '../formula/movedReference.js';
import { tableName, unfoldSharedFormula } from '../formula/tokens.js';
import { isName, joinedAreas, POSITIONAL, type SheetArea, VOLATILE } from './precedents.js';
import type { DefinedName, DrawnSheet, TemplateWorkbook } from './templatePlan.js';
import type { TemplateTable } from './templateTables.js';

/** A cell of the template with a formula. */
export interface FormulaCell {
  readonly sheet: DrawnSheet;
  readonly row: number;
  readonly column: number;
}

/** What names and tables mean in a formula. */
export interface NamedCells {
  readonly areas: readonly SheetArea[];
  /** Cells in the row of the formula: `Hours[[#This Row],[Worked]]`. */
  readonly inRow: readonly SheetArea[];
  /** Whether they are other cells, or have another result, in another place. */
  readonly isPositional: boolean;
}

/** The cells of names and tables in a formula, in the template; undefined if they are not known. */
export type NamedAreas = (tokens: readonly CompiledToken[], cell: FormulaCell) => NamedCells | undefined;

/** Names within names. */
const MOST_NESTED = 10;

/** The maximum number of times to read names that mean other cells in each cell, in one workbook. */
const MOST_READINGS = 100_000;

const NOTHING: NamedCells = { areas: [], inRow: [], isPositional: false };

/** The drawn cells of the names and tables in formulas. */
export function namedAreas(plan: TemplateWorkbook): NamedAreas {
  const finder = new NameReader(plan);
  return (tokens, cell) => finder.areasOf(tokens, cell, 0);
}

class NameReader {
  /** Names that mean the same in each cell; undefined while they are read, and if they are not known. */
  readonly #known = new Map<DefinedName, NamedCells | undefined>();
  readonly #named = new Map<string, DefinedName[]>();
  #readings = 0;

  constructor(readonly plan: TemplateWorkbook) {
    for (const name of plan.names) {
      const key = name.name.toLowerCase();
      this.#named.set(key, [...(this.#named.get(key) ?? []), name]);
    }
  }

  areasOf(tokens: readonly CompiledToken[], cell: FormulaCell, depth: number): NamedCells | undefined {
    const found = tokens.map((token) => this.#areasOfToken(token, cell, depth));
    return found.reduce(together, NOTHING);
  }

  #areasOfToken(token: CompiledToken, cell: FormulaCell, depth: number): NamedCells | undefined {
    if (token.kind === 'table') return tableCells(token.text, cell, this.plan);
    // A name can be a function of its own: `=LAMBDA(…)`.
    if (token.kind !== 'function' && !isName(token)) return NOTHING;
    const bare = token.text.slice(token.text.lastIndexOf('!') + 1);
    if (this.plan.tables.has(bare.toLowerCase())) return tableCells(bare, cell, this.plan);
    const meant = this.#meantBy(bare, bare === token.text ? cell.sheet : undefined);
    return meant.map((name) => this.#areasOfName(name, cell, depth)).reduce(together, NOTHING);
  }

  /**
   * A name of the sheet has priority over one of the workbook. Of those with a sheet before them, such as `Hours!rate`,
   * any with this name; none of those that only the formula knows, such as a variable of LET.
   */
  #meantBy(bare: string, usedOn: DrawnSheet | undefined): readonly DefinedName[] {
    const same = this.#named.get(bare.toLowerCase()) ?? [];
    if (usedOn === undefined) return same;
    const own = same.filter(({ sheet }) => sheet === usedOn);
    return own.length > 0 ? own : same.filter(({ sheet }) => sheet === undefined);
  }

  #areasOfName(name: DefinedName, cell: FormulaCell, depth: number): NamedCells | undefined {
    if (this.#known.has(name) || depth > MOST_NESTED) return this.#known.get(name);
    if (this.#readings++ > MOST_READINGS || VOLATILE.test(name.text)) return undefined;
    this.#known.set(name, undefined);
    const found = this.#readName(name, cell, depth);
    if (found && (found.isPositional || found.inRow.length > 0)) this.#known.delete(name);
    else this.#known.set(name, found);
    return found;
  }

  /** A relative name is written as seen from A1. */
  #readName({ text, sheet }: DefinedName, cell: FormulaCell, depth: number): NamedCells | undefined {
    const seen = unfoldSharedFormula(text, cell.row - 1, cell.column - 1);
    const isRelative = unfoldSharedFormula(text, 1, 1) !== unfoldSharedFormula(text, 0, 0);
    const place = sheet ? { sheet, band: sheet.root } : this.plan.outside;
    const formula = resultUnless(TemplateError, () =>
      compileFormula(seen, place, this.plan.context, 'range'),
    );
    const joined = formula && joinedAreas(formula.tokens);
    const inner = formula && this.areasOf(formula.tokens, cell, depth + 1);
    if (!joined || !inner) return undefined;
    const isPositional = isRelative || inner.isPositional || POSITIONAL.test(text);
    return { ...inner, areas: [...referencesIn(formula.tokens), ...joined, ...inner.areas], isPositional };
  }
}

function together(one: NamedCells | undefined, other: NamedCells | undefined): NamedCells | undefined {
  if (!one || !other) return undefined;
  const isPositional = one.isPositional || other.isPositional;
  const [areas, inRow] = [
    [...one.areas, ...other.areas],
    [...one.inRow, ...other.inRow],
  ];
  return { areas, inRow, isPositional };
}

/** The cells of a structured reference; without a name, those of the table around the formula. */
function tableCells(text: string, cell: FormulaCell, { tables }: TemplateWorkbook): NamedCells | undefined {
  const name = tableName(text).toLowerCase();
  const found =
    name === ''
      ? [...tables.values()].find(
          ({ table: { area }, sheet }) => sheet === cell.sheet && contains(area, cell.row, cell.column),
        )
      : tables.get(name);
  if (!found) return undefined;
  const { table, sheet } = found;
  const inside = text.slice(name.length);
  const items = [...inside.matchAll(/\[((?:[^[\]']|'.)*)\]/g)].map(([, item = '']) => item);
  const parts = items.filter((item) => item.startsWith('#')).map((item) => item.toLowerCase());
  const columns = columnsOf(
    items.filter((item) => !item.startsWith('#')),
    table,
  );
  const isInside = sheet === cell.sheet && table.area.top <= cell.row && cell.row <= table.area.bottom;
  if (isInside && (parts.includes('#this row') || /^\[\s*@/.test(inside))) {
    const area = { top: cell.row, bottom: cell.row, ...columns };
    return { ...NOTHING, inRow: [{ sheet, area }] };
  }
  return { ...NOTHING, areas: [{ sheet, area: { ...rowsOf(parts, table), ...columns } }] };
}

type Rows = Pick<Area, 'top' | 'bottom'>;

/** The rows of the parts of a table that a reference names; its data if it names none. */
function rowsOf(parts: readonly string[], { area, headerRows, totalsRows }: TemplateTable): Rows {
  const firstData = area.top + headerRows;
  const lastData = area.bottom - totalsRows;
  const known: Readonly<Record<string, Rows>> = {
    '#headers': { top: area.top, bottom: firstData - 1 },
    '#data': { top: firstData, bottom: lastData },
    '#totals': { top: lastData + 1, bottom: area.bottom },
  };
  const named = (parts.length === 0 ? ['#data'] : parts).map((part) => known[part] ?? area);
  return {
    top: Math.min(...named.map(({ top }) => top)),
    bottom: Math.max(...named.map(({ bottom }) => bottom)),
  };
}

/** The columns from the first to the last that a reference names; all if it names none, or unknown ones. */
function columnsOf(named: readonly string[], { area, columns }: TemplateTable): Pick<Area, 'left' | 'right'> {
  const places = named.map((item) => {
    const column = item.replace(/^@/, '').replace(/'(.)/g, '$1').toLowerCase();
    return columns.findIndex((each) => each.toLowerCase() === column);
  });
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const isKnown = places.length > 0 && from >= 0;
  return isKnown ? { left: area.left + from, right: area.left + to } : { left: area.left, right: area.right };
}
