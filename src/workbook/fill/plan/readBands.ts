import { MAX_COLUMNS, MAX_ROWS } from '../../cells/address.js';
import type { WorkbookExamples } from '../../fillSettings.js';
import { Band, type BandRule, type Selection } from '../language/band.js';
import { type Axis, type Directive, readDirective } from '../language/directive.js';
import type { TemplateFields } from '../language/templateFields.js';
import { Mistake } from '../mistake.js';
import { checkSelection } from './checkSelection.js';

/** A directive and the cell that it stands in. */
export interface PlacedDirective {
  readonly directive: Directive;
  readonly row: number;
  readonly column: number;
  /** `B4`, or the defined name: for messages. */
  readonly place: string;
}

/** What directives are read with. */
export interface DirectiveReading {
  readonly report: Report;
  readonly examples: WorkbookExamples;
  /** Names of data sets. */
  readonly knownSets: ReadonlySet<string>;
}

export type Report = (place: string | undefined, error: Mistake | SyntaxError) => void;

/** What a directive looks like, by its first word. */
const EXAMPLES: readonly [kind: RegExp, example: (names: WorkbookExamples) => string][] = [
  [/^\s*sheet\b/i, ({ dataSet, groupField }) => `{{#sheet ${dataSet} group by ${groupField}}}`],
  [/^\s*if\b/i, ({ numberField }) => `{{#if ${numberField} > 600}}`],
  [/^\s*empty\b/i, ({ dataSet }) => `{{#empty ${dataSet}}}`],
  [
    /^/,
    ({ dataSet, groupField, sortField }) =>
      `{{#each ${dataSet} group by ${groupField} sort by ${sortField}}}`,
  ],
];

/** Reads the inside of `{{#…}}`; what is wrong is reported at its place. */
export function readPlaced(
  text: string,
  { row, column }: { readonly row: number; readonly column: number },
  place: string,
  { report, examples }: DirectiveReading,
): PlacedDirective[] {
  try {
    return [{ directive: readDirective(text), row, column, place }];
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof Mistake)) throw error;
    const remedy =
      error instanceof Mistake ? error.remedy : `Write for example ${exampleOf(text, examples)}.`;
    report(place, new Mistake(`{{#${text.trim()}}}: ${error.message}`, remedy));
    return [];
  }
}

function exampleOf(text: string, examples: WorkbookExamples): string {
  return EXAMPLES.find(([kind]) => kind.test(text))?.[1](examples) ?? '';
}

/** Builds the bands of a sheet, of rows or of columns, from its directives. */
export function readBands(
  all: readonly PlacedDirective[],
  axis: Axis,
  sheetSelection: Selection | undefined,
  fields: TemplateFields,
  report: Report,
): Band {
  const last = axis === 'rows' ? MAX_ROWS : MAX_COLUMNS;
  const directives = all.filter(({ directive }) => directive.kind !== 'sheet' && directive.axis === axis);
  const root = new Band({ kind: 'sheet', selection: sheetSelection }, 1, last, axis);
  const attempt = (place: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      report(place, error);
    }
  };
  if (sheetSelection && axis === 'rows') attempt('sheet', () => checkSelection(sheetSelection, root, fields));
  if (directives.length > MOST_BANDS) {
    report(
      undefined,
      new Mistake(`the sheet has ${directives.length} directives`, `At most ${MOST_BANDS} are read.`),
    );
    return root;
  }
  for (const band of inOrder(withConditionsFolded(directives))) {
    attempt(band.place, () => {
      nest(root, band);
      if (band.rule.kind === 'each') checkSelection(band.rule.selection, band, fields);
    });
  }
  for (const band of allBands(root)) attempt(band.place, () => linkAlternative(band));
  return root;
}

/** An `if` on the very rows of an ungrouped `each` says which rows of data it takes. */
function withConditionsFolded(directives: readonly PlacedDirective[]): Band[] {
  const bands = directives.flatMap((placed) => toBand(placed) ?? []);
  return bands.flatMap((band) => {
    const { rule } = band;
    const isSame = (other: Band): boolean =>
      other !== band && other.from === band.from && other.to === band.to;
    const isPlainEach = (other: Band): boolean =>
      other.rule.kind === 'each' && other.rule.selection.groupBy.length === 0;
    if (rule.kind === 'if' && bands.some((other) => isSame(other) && isPlainEach(other))) return [];
    if (rule.kind !== 'each' || !isPlainEach(band)) return [band];
    const conditions = bands.flatMap((other) =>
      isSame(other) && other.rule.kind === 'if' ? [other.rule.condition] : [],
    );
    const where = [rule.selection.where, ...conditions]
      .filter((condition) => condition !== undefined)
      .reduce<Selection['where']>((left, right) => (left ? { kind: 'and', left, right } : right), undefined);
    return [new Band({ ...rule, selection: { ...rule.selection, where } }, band.from, band.to, band.place)];
  });
}

function toBand({ directive, row, column, place }: PlacedDirective): Band | undefined {
  if (directive.kind === 'sheet') return undefined;
  const { axis, count, ...rule } = directive;
  const from = axis === 'rows' ? row : column;
  return new Band(rule satisfies BandRule, from, from + count - 1, place);
}

const INNER_LAST = { sheet: 0, each: 1, empty: 2, if: 3 } as const;

function inOrder(bands: readonly Band[]): Band[] {
  return [...bands].sort(
    (a, b) => a.from - b.from || b.to - a.to || INNER_LAST[a.rule.kind] - INNER_LAST[b.rule.kind],
  );
}

/** Limits that no drawn workbook meets. */
const MOST_NESTED = 8;
const MOST_BANDS = 2_000;

function nest(outer: Band, band: Band): void {
  band.parent = outer;
  band.depth = outer.depth + 1;
  if (band.to > outer.to) {
    throw new Mistake(`${extentOf(band)} reach beyond the sheet`, 'Say fewer of them.');
  }
  const around = outer.children.find((child) => child.from <= band.from && band.to <= child.to);
  if (around && outer.depth >= MOST_NESTED) {
    throw new Mistake(
      `repeated rows stand in each other ${MOST_NESTED + 1} deep`,
      'Use fewer levels of groups.',
    );
  }
  if (around) {
    if (around.from === band.from && around.to === band.to && band.rule.kind !== 'if') {
      throw new Mistake(`${extentOf(band)} already repeat (${around.place})`, 'Leave one of the two away.');
    }
    nest(around, band);
    return;
  }
  const crossing = outer.children.find((child) => child.from <= band.to && band.from <= child.to);
  if (crossing) {
    throw new Mistake(
      `${extentOf(band)} cross the repeated ${extentOf(crossing)} (${crossing.place})`,
      'Put one of them wholly inside the other, or apart from it.',
    );
  }
  outer.children.push(band);
}

/** `rows 5 to 7`, `columns 2 to 3`. */
function extentOf({ from, to, root }: Band): string {
  return `${root.place} ${from} to ${to}`;
}

function* allBands(band: Band): Generator<Band> {
  for (const child of band.children) {
    yield child;
    yield* allBands(child);
  }
}

function linkAlternative(band: Band): void {
  const { rule, parent } = band;
  if (rule.kind !== 'empty') return;
  const each = parent?.children.find(
    ({ rule: other, alternative }) =>
      other.kind === 'each' && other.selection.dataSet === rule.dataSet && !alternative,
  );
  if (!each) {
    throw new Mistake(
      `{{#empty ${rule.dataSet}}} has no rows beside it that repeat over ${rule.dataSet}`,
      `Put it next to rows with {{#each ${rule.dataSet}}}.`,
    );
  }
  each.alternative = band;
}
