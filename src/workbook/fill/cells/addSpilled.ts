import { type Area, contains, parseArea } from '../../cells/address.js';
import { Mistake } from '../mistake.js';
import type { CellContent, FormulaContent } from '../plan/cellContent.js';
import { attempt, type CompileContext } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import { staticContentAt } from '../plan/sheetContents.js';

/** Rows that are looked at for the array formulas of a sheet; a person's never need as many. */
const MOST_LOOKS = 10_000_000;

type Filled = Map<number, Map<number, CellContent>>;

/** Adds the cells that array formulas and data tables fill, so that no old result passes for typed in. */
export function addSpilled(filled: Filled, sheet: DrawnSheet, context: CompileContext): void {
  let left = MOST_LOOKS;
  attempt(context, sheet.name, undefined, () => {
    for (const { from, area } of spillingFormulas(filled)) {
      const bottom = Math.min(area.bottom, sheet.lastRow);
      left -= Math.max(0, bottom - area.top + 1);
      if (left < 0) throw tooMany();
      for (let row = area.top; row <= bottom; row++) addRow(filled, row, { from, area }, sheet);
    }
  });
}

function tooMany(): Mistake {
  return new Mistake('array formulas fill too many rows', 'Use formulas of one cell where these will do.');
}

interface Spill {
  readonly from: FormulaContent;
  readonly area: Area;
}

function spillingFormulas(filled: Filled): Spill[] {
  return [...filled.values()]
    .flatMap((row) => [...row.values()])
    .flatMap((from) => {
      if (from.kind !== 'formula' || !(from.array || from.dataTable)) return [];
      const area = parseArea(from.cell.formula?.area ?? '');
      const isMany = area && (area.top < area.bottom || area.left < area.right);
      return isMany ? [{ from, area }] : [];
    });
}

function addRow(filled: Filled, row: number, { from, area }: Spill, sheet: DrawnSheet): void {
  for (const cell of sheet.rows.get(row)?.cells ?? []) {
    if (!contains(area, row, cell.column) || filled.get(row)?.has(cell.column)) continue;
    const content = staticContentAt(sheet, row, cell.column);
    if (content?.kind !== 'static') continue;
    const contents = filled.get(row) ?? new Map<number, CellContent>();
    filled.set(row, contents.set(cell.column, { kind: 'spilled', cell, result: content.result, from }));
  }
}
