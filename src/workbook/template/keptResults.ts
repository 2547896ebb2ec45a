import { type Area, CELL_CHARACTERS } from '../cells/address.js';
import { referencesIn } from '../formula/compileFormula.js';
import type { MovedReference } from '../formula/movedReference.js';
import { type CellResult, FormulaError } from '../formula/ranges.js';
import type { Band } from '../language/bands.js';
import { neighbourBand } from '../placement/movedAreas.js';
import { isTrue } from '../xml/xml.js';
import type { NamedAreas } from './namedAreas.js';
import type { PlacedSheet } from './placedSheet.js';
import { joinedAreas, POSITIONAL, type SheetArea, VOLATILE } from './precedents.js';
import type { FormulaContent, SpilledContent } from './templatePlan.js';

/** The maximum number of cells to check for one formula. */
const MOST_LOOKED_AT = 20_000;

/** The maximum number of cells to check in one workbook. Excel calculates formulas that are not checked. */
const MOST_LOOKS = 2_000_000;

/** Formulas over formulas over formulas: deeper ones are checked from nearer ones. */
const DEEPEST = 200;

/** Finds the results of the template that are still valid: those of formulas over cells that do not change. */
export class KeptResults {
  readonly #known = new Map<FormulaContent, boolean>();
  #looks = MOST_LOOKS;
  #depth = 0;
  #isCutShort = false;

  constructor(
    /** Old results are unusable if the program that wrote them does not calculate. */
    readonly isUncalculated: boolean,
    readonly namedAreas: NamedAreas,
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
    const known = this.#known.get(content);
    if (known !== undefined) return known;
    if (this.#depth > DEEPEST) {
      this.#isCutShort = true;
      return false;
    }
    // A formula that depends on itself is not kept.
    this.#known.set(content, false);
    this.#depth++;
    const isKept = this.#looksKept(content, sheet);
    this.#depth--;
    if (isKept || !this.#isCutShort) this.#known.set(content, isKept);
    else this.#known.delete(content);
    if (this.#depth === 0) this.#isCutShort = false;
    return isKept;
  }

  #looksKept({ cell, formula, dataTable }: FormulaContent, sheet: PlacedSheet): boolean {
    const { drawn } = sheet;
    // Excel marks formulas that change by themselves, such as those over macros, as always calculated.
    const isAlwaysCalculated = isTrue(cell.formula?.element.attributes.ca) || VOLATILE.test(formula.source);
    if (dataTable || this.isUncalculated || isAlwaysCalculated) return false;
    const named = this.namedAreas(formula.tokens, { sheet: drawn, row: cell.row, column: cell.column });
    const joined = joinedAreas(formula.tokens);
    if (drawn.hasColumnBands || !named || !joined) return false;
    const path = formula.place.sheet === drawn ? formula.place.band.path : [drawn.root];
    const references = [...referencesIn(formula.tokens)];
    if (references.some((token) => token.stretchedBand || growsWithin(token, path))) return false;
    const isPositional = named.isPositional || POSITIONAL.test(formula.source);
    if (isPositional && drawn.moves) return false;
    const isUnchanged = (reference: SheetArea, own: readonly Band[]): boolean => {
      const other = reference.sheet === drawn ? sheet : sheet.others.get(reference.sheet);
      if (!other || other.drawn.hasColumnBands || (isPositional && other.drawn.moves)) return false;
      const around = other === sheet ? own : [other.drawn.root];
      return (
        !coversOtherBands(other.drawn.root, around, reference.area) && this.#isSame(other, reference.area)
      );
    };
    // Names, tables and joined references mean all repetitions, also in rows that repeat.
    return (
      [...references, ...named.inRow].every((reference) => isUnchanged(reference, path)) &&
      [...named.areas, ...joined].every((reference) => isUnchanged(reference, [drawn.root]))
    );
  }

  /** Whether no cell of an area changes: they are typed, or formulas that are kept themselves. */
  #isSame(sheet: PlacedSheet, area: Area): boolean {
    const { contents, drawn } = sheet;
    const bottom = Math.min(area.bottom, drawn.lastRow);
    const right = Math.min(area.right, drawn.lastColumn);
    const count = Math.max(0, bottom - area.top + 1) * Math.max(0, right - area.left + 1);
    if (count > MOST_LOOKED_AT || count > this.#looks) return false;
    this.#looks -= count;
    for (let row = area.top; row <= bottom; row++) {
      for (let column = area.left; column <= right; column++) {
        const content = contents.at(row, column);
        if (content?.kind === 'value') return false;
        if (content?.kind === 'formula' && !this.#isKept(content, sheet)) return false;
        if (content?.kind === 'spilled' && !this.#isKept(content.from, sheet)) return false;
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
