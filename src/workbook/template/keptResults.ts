import { type Area, CELL_CHARACTERS } from '../cells/address.js';
import { type CellResult, FormulaError } from '../formula/cellResult.js';
import { referencesIn } from '../formula/compileFormula.js';
import type { MovedReference } from '../formula/movedReference.js';
import type { Band } from '../language/bands.js';
import { neighbourBand } from '../placement/resolveRow.js';
import type { PlacedSheet } from './placedSheet.js';
import type { FormulaContent, SheetContents, SpilledContent } from './sheetContents.js';

/**
 * Functions whose result changes by itself, or depends on the position of the formula or on other content of the
 * workbook.
 */
const VOLATILE =
  /\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|OFFSET|INDIRECT|CELL|INFO|ROWS?|COLUMNS?|ADDRESS|SHEETS?|FORMULATEXT|GETPIVOTDATA|CUBE[A-Z]+|RTD|WEBSERVICE)\(/i;
/** The maximum number of cells to check for one formula. */
const MOST_LOOKED_AT = 20_000;

/** The maximum number of cells to check in one workbook. Excel calculates formulas that are not checked. */
const MOST_LOOKS = 2_000_000;

/** Old results of formulas that are still valid. */
export class KeptResults {
  readonly #known = new Map<FormulaContent, boolean>();
  #looks = MOST_LOOKS;

  constructor(
    /** Old results are unusable if the program that wrote them does not calculate. */
    readonly isUncalculated: boolean,
  ) {}

  /** The old result of a formula that is left to Excel, if all cells that it refers to are unchanged. */
  oldResult(content: FormulaContent, sheet: PlacedSheet): CellResult {
    if (!this.#isKept(content, sheet)) return undefined;
    const { value, error } = content.cell;
    if (error !== undefined) return new FormulaError(error);
    if (value === null || typeof value !== 'object') return value;
    return value.text.length > CELL_CHARACTERS ? undefined : value.text;
  }

  /** Whether the result of an array formula or data table in another cell is still valid. */
  holdsSpilled({ from }: SpilledContent, sheet: PlacedSheet): boolean {
    return this.#isKept(from, sheet);
  }

  #isKept(content: FormulaContent, sheet: PlacedSheet): boolean {
    const known = this.#known.get(content) ?? this.#looksKept(content, sheet);
    this.#known.set(content, known);
    return known;
  }

  #looksKept({ formula, dataTable }: FormulaContent, sheet: PlacedSheet): boolean {
    const { drawn } = sheet;
    if (dataTable || this.isUncalculated || VOLATILE.test(formula.source)) return false;
    if (drawn.hasColumnBands) return false;
    const path = formula.place.sheet === drawn ? formula.place.band.path : [drawn.root];
    if (formula.tokens.some(({ kind }) => kind === 'name' || kind === 'table' || kind === 'external'))
      return false;
    return [...referencesIn(formula.tokens)].every((token) => {
      const other = token.sheet === drawn ? sheet : sheet.others.get(token.sheet);
      if (!other || other.drawn.hasColumnBands || token.stretchedBand || growsWithin(token, path))
        return false;
      const around = other === sheet ? path : [other.drawn.root];
      return (
        !coversOtherBands(other.drawn.root, around, token.area) && this.#isStatic(other.contents, token.area)
      );
    });
  }

  #isStatic(contents: SheetContents, area: Area): boolean {
    const bottom = Math.min(area.bottom, contents.sheet.lastRow);
    const right = Math.min(area.right, contents.sheet.lastColumn);
    const count = Math.max(0, bottom - area.top + 1) * Math.max(0, right - area.left + 1);
    if (count > MOST_LOOKED_AT || count > this.#looks) return false;
    this.#looks -= count;
    for (let row = area.top; row <= bottom; row++) {
      for (let column = area.left; column <= right; column++) {
        if ((contents.at(row, column)?.kind ?? 'static') !== 'static') return false;
      }
    }
    return true;
  }
}

/** Rows of a band outside of the formula may disappear or stay blank; its own band's rows accumulate. */
function coversOtherBands(band: Band, path: readonly Band[], area: Area): boolean {
  return band.children.some((child) => {
    if (child.to < area.top || child.from > area.bottom) return false;
    const isWithin = child.from <= area.top && area.bottom <= child.to;
    return !path.includes(child) || !isWithin || coversOtherBands(child, path, area);
  });
}

/** `C$5:C5` in repeated rows, from the first repetition to the current one, and the previous row. */
function growsWithin({ token, area }: MovedReference, path: readonly Band[]): boolean {
  const corners = token.last ? [token.first, token.last] : [token.first];
  const own = path.at(-1);
  if (own && corners.some(({ row, rowFixed }) => row !== undefined && !rowFixed && neighbourBand(own, row)))
    return true;
  const { first, last } = token;
  if (!last || (!first.rowFixed && !last.rowFixed)) return false;
  return path.some((band) => band.repeats && band.from <= area.bottom && area.top <= band.to);
}
