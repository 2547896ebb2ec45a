import { CELL_CHARACTERS } from '../../limits.js';
import { type CellResult, FormulaError } from '../formula/cellResult.js';
import type { MovedReference } from '../formula/movedReference.js';
import type { Band } from '../language/band.js';
import { neighbourBand } from '../sheet/neighbours.js';
import type { FormulaContent, SpilledContent } from './cellContent.js';
import type { TemplateSheet } from './templateSheet.js';

/** Functions whose result changes by itself, or with the place of the formula and what else is in the workbook. */
const VOLATILE =
  /\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|OFFSET|INDIRECT|CELL|INFO|ROWS?|COLUMNS?|ADDRESS|SHEETS?|FORMULATEXT|GETPIVOTDATA|CUBE[A-Z]+|RTD|WEBSERVICE)\(/i;
/** Cells that are looked at for one formula. */
const MOST_LOOKED_AT = 20_000;

/** What is known of the workbook's old results, and how much may still be looked at. */
export interface Looks {
  readonly isUncalculated: boolean;
  keptLooks: number;
}

/** The old result of a formula that is left to Excel, if all cells that it refers to stay what they were. */
export function keptResult(content: FormulaContent, sheet: TemplateSheet, looks: Looks): CellResult {
  content.known.isKept ??= isKept(content, sheet, looks);
  if (!content.known.isKept) return undefined;
  const { value, error } = content.cell;
  if (error !== undefined) return new FormulaError(error);
  if (value === null || typeof value !== 'object') return value;
  return value.text.length > CELL_CHARACTERS ? undefined : value.text;
}

/** Whether what an array formula or data table put into another cell still holds. */
export function isSpillKept({ from }: SpilledContent, sheet: TemplateSheet, looks: Looks): boolean {
  from.known.isKept ??= isKept(from, sheet, looks);
  return from.known.isKept;
}

function isKept({ formula, dataTable }: FormulaContent, sheet: TemplateSheet, looks: Looks): boolean {
  if (dataTable || looks.isUncalculated || VOLATILE.test(formula.source)) return false;
  if (sheet.hasColumnBands) return false;
  const path = formula.place.sheet === sheet ? formula.place.band.path : [sheet.root];
  return formula.tokens.every((token) => {
    if (token.kind !== 'moved')
      return token.kind !== 'name' && token.kind !== 'table' && token.kind !== 'external';
    if (token.sheet !== sheet || token.stretchedBand || growsWithin(token, path)) return false;
    return !holdsOthers(sheet.root, path, token.area) && isStatic(sheet, token.area, looks);
  });
}

type Cells = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** Rows of a band that the formula is not in may vanish, or stay blank; of its own band there are more and more. */
function holdsOthers(band: Band, path: readonly Band[], area: Cells): boolean {
  return band.children.some((child) => {
    if (child.to < area.top || child.from > area.bottom) return false;
    const isWithin = child.from <= area.top && area.bottom <= child.to;
    return !path.includes(child) || !isWithin || holdsOthers(child, path, area);
  });
}

/** `C$5:C5` in repeated rows, from the first repetition to one's own; and the row before. */
function growsWithin({ token, area }: MovedReference, path: readonly Band[]): boolean {
  const corners = token.last ? [token.first, token.last] : [token.first];
  const own = path.at(-1);
  if (own && corners.some(({ row, rowFixed }) => row !== undefined && !rowFixed && neighbourBand(own, row)))
    return true;
  const { first, last } = token;
  if (!last || (!first.rowFixed && !last.rowFixed)) return false;
  return path.some((band) => band.repeats && band.from <= area.bottom && area.top <= band.to);
}

function isStatic(sheet: TemplateSheet, area: Cells, looks: Looks): boolean {
  const bottom = Math.min(area.bottom, sheet.lastRow);
  const right = Math.min(area.right, sheet.lastColumn);
  const count = Math.max(0, bottom - area.top + 1) * Math.max(0, right - area.left + 1);
  if (count > MOST_LOOKED_AT || count > looks.keptLooks) return false;
  looks.keptLooks -= count;
  for (let row = area.top; row <= bottom; row++) {
    for (let column = area.left; column <= right; column++) {
      if ((sheet.contentAt(row, column)?.kind ?? 'static') !== 'static') return false;
    }
  }
  return true;
}
