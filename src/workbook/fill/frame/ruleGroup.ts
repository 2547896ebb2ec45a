import { parseArea } from '../../cells/address.js';
import { type CompiledFormula, compileFormula } from '../formula/compileFormula.js';
import type { MovedReference } from '../formula/movedReference.js';
import type { Band } from '../language/band.js';
import { Mistake } from '../mistake.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import { isEvenlyFar, neighbourBand, repeatedAround } from '../sheet/neighbours.js';
import { commonBand } from '../sheet/rowResolver.js';
import type { CellRule } from './cellRule.js';

/** Prepares the formulas of a rule, which count from the first of its cells. @throws Mistake */
export function compiledRule(
  { areas, formulas, use }: CellRule,
  sheet: DrawnSheet,
  context: CompileContext,
): CompiledFormula[] {
  const columnBand = sheet.columnBandAt(parseArea(areas.trim().split(/\s+/)[0] ?? '')?.left ?? 1);
  const place = { sheet, band: sheet.root.at(firstRow(areas)), columnBand, isShared: true };
  return formulas.map(({ text }) => compileFormula(text, place, context, use));
}

/**
 * The innermost repeated rows whose repetitions see different cells through a rule; undefined if one rule does for
 * all: its references count on from row to row, or are the same for all rows.
 * @throws Mistake if it cannot be there once for each
 */
export function groupOfRule(
  { areas, isLinked }: CellRule,
  formulas: readonly CompiledFormula[],
  sheet: DrawnSheet,
): Band | undefined {
  const own = sheet.root.at(firstRow(areas));
  const groups = formulas
    .flatMap(({ tokens }) => tokens.filter((token) => token.kind === 'moved' && token.sheet === sheet))
    .flatMap((token) => groupsOf(token as MovedReference, own, firstRow(areas), sheet.root));
  const group = groups.reduce<Band | undefined>((a, b) => (a && a.depth >= b.depth ? a : b), undefined);
  if (group && isLinked) {
    throw new Mistake(
      `the data bar for ${areas} compares with cells of its group`,
      'Let its limits be numbers, or cells outside of the repeated rows.',
    );
  }
  if (
    group &&
    areas
      .trim()
      .split(/\s+/)
      .some((area) => !liesIn(area, own, sheet.root))
  ) {
    throw new Mistake(
      `the rule for ${areas} compares with cells of its group, but some of its cells belong to other repeated rows`,
      'Give each kind of row a rule of its own.',
    );
  }
  return group;
}

function firstRow(areas: string): number {
  return parseArea(areas.trim().split(/\s+/)[0] ?? '')?.top ?? 1;
}

function liesIn(text: string, own: Band, root: Band): boolean {
  const area = parseArea(text);
  return !area || (root.at(area.top) === own && root.at(area.bottom) === own);
}

function groupsOf({ token, area }: MovedReference, own: Band, first: number, root: Band): Band[] {
  if (token.first.row === undefined) return [];
  const corners = token.last ? [token.first, token.last] : [token.first];
  return corners.flatMap(({ row = area.top, rowFixed }) => {
    const beside = rowFixed ? undefined : neighbourBand(own, row);
    if (beside) return beside === repeatedAround(own) && isEvenlyFar(beside, row) ? [] : [beside];
    const target = root.at(row);
    const common = commonBand(target, own, rowFixed);
    if (!common?.path.some((band) => band.repeats)) return [];
    return common === own && target === own && isBesides(own, first, row) ? [] : [common];
  });
}

/** No rows of unknown number lie between two rows of a band. */
function isBesides(band: Band, one: number, other: number): boolean {
  return band.firstChildTo(one) === band.firstChildTo(other);
}
