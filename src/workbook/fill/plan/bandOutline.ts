import { Band, type BandRule, type Selection } from '../language/band.js';
import type { Axis, Directive } from '../language/directive.js';
import { Mistake } from '../mistake.js';

/** A directive and the cell that it stands in. */
export interface PlacedDirective {
  readonly directive: Directive;
  readonly row: number;
  readonly column: number;
  /** `B4`, or the defined name: for messages. */
  readonly place: string;
}

/** A band while it is not known yet what stands inside of it. */
export interface Outline {
  readonly rule: BandRule;
  readonly from: number;
  readonly to: number;
  readonly place: string;
  readonly inside: Outline[];
}

export function bandOf({ rule, from, to, place, inside }: Outline, built?: Map<Outline, Band>): Band {
  const children = inside.map((outline) => {
    const child = bandOf(outline, built);
    built?.set(outline, child);
    return child;
  });
  return new Band(rule, from, to, place, children);
}

/** An `if` on the very rows of an ungrouped `each` says which rows of data it takes. */
export function withConditionsFolded(directives: readonly PlacedDirective[]): Outline[] {
  const bands = directives.flatMap((placed) => outlineOf(placed) ?? []);
  return bands.flatMap((band) => {
    const { rule } = band;
    const isSame = (other: Outline): boolean =>
      other !== band && other.from === band.from && other.to === band.to;
    const isPlainEach = (other: Outline): boolean =>
      other.rule.kind === 'each' && other.rule.selection.groupBy.length === 0;
    if (rule.kind === 'if' && bands.some((other) => isSame(other) && isPlainEach(other))) return [];
    if (rule.kind !== 'each' || !isPlainEach(band)) return [band];
    const conditions = bands.flatMap((other) =>
      isSame(other) && other.rule.kind === 'if' ? [other.rule.condition] : [],
    );
    const where = [rule.selection.where, ...conditions]
      .filter((condition) => condition !== undefined)
      .reduce<Selection['where']>((left, right) => (left ? { kind: 'and', left, right } : right), undefined);
    return [{ ...band, rule: { ...rule, selection: { ...rule.selection, where } } }];
  });
}

function outlineOf({ directive, row, column, place }: PlacedDirective): Outline | undefined {
  if (directive.kind === 'sheet') return undefined;
  const { axis, count, ...rule } = directive;
  const from = axis === 'rows' ? row : column;
  return { rule: rule satisfies BandRule, from, to: from + count - 1, place, inside: [] };
}

const INNER_LAST = { sheet: 0, each: 1, empty: 2, if: 3 } as const;

export function outlinesInOrder(bands: readonly Outline[]): Outline[] {
  return [...bands].sort(
    (a, b) => a.from - b.from || b.to - a.to || INNER_LAST[a.rule.kind] - INNER_LAST[b.rule.kind],
  );
}

/** Limits that no drawn workbook meets. */
const MOST_NESTED = 8;
export function nest(outer: Outline, band: Outline, axis: Axis, depth = 0): void {
  if (band.to > outer.to) {
    throw new Mistake(`${extentOf(band, axis)} reach beyond the sheet`, 'Say fewer of them.');
  }
  const around = outer.inside.find((child) => child.from <= band.from && band.to <= child.to);
  if (around && depth >= MOST_NESTED) {
    throw new Mistake(
      `repeated rows stand in each other ${MOST_NESTED + 1} deep`,
      'Use fewer levels of groups.',
    );
  }
  if (around) {
    if (around.from === band.from && around.to === band.to && band.rule.kind !== 'if') {
      throw new Mistake(
        `${extentOf(band, axis)} already repeat (${around.place})`,
        'Leave one of the two away.',
      );
    }
    nest(around, band, axis, depth + 1);
    return;
  }
  const crossing = outer.inside.find((child) => child.from <= band.to && band.from <= child.to);
  if (crossing) {
    throw new Mistake(
      `${extentOf(band, axis)} cross the repeated ${extentOf(crossing, axis)} (${crossing.place})`,
      'Put one of them wholly inside the other, or apart from it.',
    );
  }
  outer.inside.push(band);
}

/** `rows 5 to 7`, `columns 2 to 3`. */
function extentOf({ from, to }: Outline, axis: Axis): string {
  return `${axis} ${from} to ${to}`;
}
