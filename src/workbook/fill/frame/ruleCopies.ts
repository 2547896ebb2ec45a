import { type Area, areaText, MAX_ROWS, parseArea } from '../../cells/address.js';
import { shortQuote } from '../../shortText.js';
import { WorkbookError } from '../../workbookError.js';
import { formulaText } from '../formula/placedFormula.js';
import type { Band } from '../language/band.js';
import type { BandPlaces } from '../language/placedBands.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { imageText } from '../sheet/movedAreas.js';
import { rowImage } from '../sheet/rowImage.js';
import type { CellRule } from './cellRule.js';
import { compiledRule, groupOfRule } from './ruleGroup.js';

/** The rule in the output: its cells there, and its formulas seen from the first of them. */
export interface RuleCopy {
  readonly areas: string;
  /** In the order of the rule's formulas. */
  readonly formulas: readonly string[];
}

/** Groups with a rule of their own; Excel opens more only slowly. */
const MOST_COPIES = 8_000;

/**
 * What a rule becomes: one rule over all its cells, or one for each group if it compares with rows of the group. None
 * where no cell is left. @throws WorkbookError RENDER_REFUSED if it falls into too many pieces
 */
export function ruleCopies(rule: CellRule, sheet: PlacedSheet, context: CompileContext): RuleCopy[] {
  const { drawn } = sheet;
  const compiled = compiledRule(rule, drawn, context);
  const group = groupOfRule(rule, compiled, drawn);
  const texts = compiled.map((formula) => formulaText(formula, sheet));
  const textsAt = (instance: number): string[] => texts.map((textAt) => textAt(instance));
  if (!group) {
    const areas = drawn.moves ? imageText(sheet, rule.areas, drawn.name) : rule.areas;
    const isGone = areas === '' && rule.areas !== '';
    return isGone ? [] : [{ areas, formulas: textsAt(0) }];
  }
  return [...piecesByInstance(rule.areas, group, sheet)].map(([, pieces]) => {
    const instance = sheet.rows.instance(pieces[0]?.top ?? 1);
    return { areas: pieces.map(areaText).join(' '), formulas: textsAt(instance) };
  });
}

/** The cells of a rule in the output, by the repetition of the group that they stand in. */
function piecesByInstance(areas: string, group: Band, sheet: PlacedSheet): Map<number, Area[]> {
  const found = new Map<number, Area[]>();
  const places = sheet.rows.of(group);
  for (const area of areas.trim().split(/\s+/).map(parseArea)) {
    if (!area) continue;
    for (const span of rowImage(sheet.rows, area.top, area.bottom)) {
      for (const { instance, ...rows } of withinInstances(
        places,
        span.top,
        Math.min(MAX_ROWS, span.bottom),
      )) {
        const pieces = found.get(instance) ?? [];
        for (const across of rowImage(sheet.columns, area.left, area.right))
          pieces.push({ ...rows, left: across.top, right: across.bottom });
        found.set(instance, pieces);
      }
      if (found.size > MOST_COPIES) throw tooManyCopies(areas, sheet);
    }
  }
  return found;
}

function* withinInstances(places: BandPlaces, top: number, bottom: number) {
  const { starts } = places;
  for (let instance = instanceAt(places, top); instance < starts.length; instance++) {
    const start = starts[instance] ?? 0;
    if (start > bottom) return;
    const end = lastRowOf(places, instance);
    if (end >= top) yield { instance, top: Math.max(top, start), bottom: Math.min(bottom, end) };
  }
}

/** The last repetition that begins at or before a row, or the first one. */
function instanceAt({ starts }: BandPlaces, row: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function lastRowOf({ starts, parentOf, endAt }: BandPlaces, instance: number): number {
  const parent = parentOf[instance] ?? 0;
  const isLast = parentOf[instance + 1] !== parent;
  return (isLast ? (endAt[parent] ?? 0) : (starts[instance + 1] ?? 0)) - 1;
}

function tooManyCopies(areas: string, { drawn: { name } }: PlacedSheet): WorkbookError {
  const problem = `Sheet "${shortQuote(name)}": the rule for ${shortQuote(areas)} compares with its group and would be there more than ${MOST_COPIES} times`;
  const remedy = 'Compare in a cell (=F6>D$5) and let the rule look at that cell.';
  return new WorkbookError('RENDER_REFUSED', problem, { record: name, sheet: name, remedy });
}
