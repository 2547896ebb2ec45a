import { isDeepStrictEqual } from 'node:util';
import type { Selection } from '../../language/clauses.js';
import { compileSelection } from '../../language/compileSelection.js';
import { TemplateError } from '../../language/templateError.js';
import type { TemplateFields } from '../../language/templateFields.js';
import { MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import { Band, type BandRule } from '../language/bands.js';
import {
  type Axis,
  type BandDirective,
  type Directive,
  isBandDirective,
  readDirective,
} from '../language/directive.js';
import { unlinkedKeyError } from '../language/fieldSource.js';
import { message, orElse } from '../messages.js';
import type { FullSettings, WorkbookExamples } from '../model.js';

export interface DirectiveReading {
  readonly report: ReportMistake;
  readonly examples: WorkbookExamples;
  readonly knownSets: ReadonlySet<string>;
}

export type ReportMistake = (place: string | undefined, error: TemplateError) => void;

/** The syntax of a directive, by its first word. */
const EXAMPLES: readonly [kind: RegExp, example: (names: WorkbookExamples) => string][] = [
  [/^\s*sheet\b/i, ({ dataSet, groupField }) => `{{#sheet ${dataSet} group by ${groupField}}}`],
  [/^\s*if\b/i, ({ numberField }) => `{{#if ${numberField} > 600}}`],
  [/^\s*empty\b/i, ({ dataSet }) => `{{#empty ${dataSet}}}`],
  [/^\s*style\b/i, ({ numberField }) => `{{#style ${numberField} > 600 like Z1}}`],
  [/^\s*fit\b/i, () => '{{#fit}}'],
  [/^\s*print\b/i, ({ dataSet }) => `{{#print if count(${dataSet}) > 0}}`],
  [
    /^/,
    ({ dataSet, groupField, sortField }) =>
      `{{#each ${dataSet} group by ${groupField} sort by ${sortField}}}`,
  ],
];

/** Reads the inside of `{{#…}}`; mistakes are reported at its place. */
export function readPlaced(
  text: string,
  { row, column }: { readonly row: number; readonly column: number },
  place: string,
  { report, examples }: DirectiveReading,
): PlacedDirective[] {
  try {
    return [{ directive: readDirective(text), row, column, place }];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const example = EXAMPLES.find(([kind]) => kind.test(text))?.[1](examples) ?? '';
    const remedy = orElse(error.remedyText, message('example', { example }));
    const directive = `{{#${text.trim()}}}`;
    report(place, new TemplateError(message('ofDirective', { directive, problem: error.text }), remedy));
    return [];
  }
}

interface BandReading {
  readonly fields: TemplateFields;
  readonly settings: FullSettings;
  readonly report: ReportMistake;
}

/** Builds the bands of a sheet, of rows or of columns, from its directives. */
export function readBands(
  all: readonly PlacedDirective<BandDirective>[],
  axis: Axis,
  sheetSelection: Selection | undefined,
  { fields, settings, report }: BandReading,
): Band {
  const last = axis === 'rows' ? MAX_ROWS : MAX_COLUMNS;
  const directives = all.filter(({ directive }) => directive.kind !== 'sheet' && directive.axis === axis);
  const rule: BandRule = { kind: 'sheet', selection: sheetSelection };
  const root: Outline = { rule, from: 1, to: last, column: 1, place: axis, inside: [], beside: [] };
  const tooMany = directives.length > MOST_BANDS;
  const outlines = tooMany ? [] : sortOutlines(foldConditions(directives));
  const mistakes: { readonly order: number; readonly place: string; readonly error: TemplateError }[] = [];
  const attempt = (order: number, place: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      mistakes.push({ order, place, error });
    }
  };
  for (const [order, outline] of outlines.entries())
    attempt(order, outline.place, () => insertOutline(root, outline, axis));
  const bands = new Map<Outline, Band>();
  const built = buildBand(root, bands);
  if (sheetSelection && axis === 'rows')
    attempt(-1, 'sheet', () => checkSelection(sheetSelection, built, fields, settings));
  for (const [order, outline] of outlines.entries()) {
    const band = bands.get(outline);
    if (band?.rule.kind !== 'each') continue;
    const { selection } = band.rule;
    attempt(order, band.place, () => checkSelection(selection, band, fields, settings));
  }
  // In the order in which the bands were drawn.
  for (const { place, error } of mistakes.sort((a, b) => a.order - b.order)) report(place, error);
  const count = directives.length;
  if (tooMany) report(undefined, new TemplateError(message('band.tooMany', { count, most: MOST_BANDS })));
  for (const band of built.within()) {
    if (band.rule.kind !== 'empty' || band.standsInFor) continue;
    const { dataSet: set } = band.rule;
    const written = { directive: `{{#empty ${set}}}`, set, each: `{{#each ${set}}}` };
    report(band.place, new TemplateError(message('band.emptyAlone', written)));
  }
  return built;
}

const MOST_BANDS = 2_000;

/** The instructions about rows and columns that repeat. */
export function bandDirectives(all: readonly PlacedDirective[]): PlacedDirective<BandDirective>[] {
  return all.flatMap(({ directive, ...place }) =>
    isBandDirective(directive) ? [{ directive, ...place }] : [],
  );
}

export interface PlacedDirective<Kind extends Directive = Directive> {
  readonly directive: Kind;
  readonly row: number;
  readonly column: number;
  /** `B4`, or the defined name: for messages. */
  readonly place: string;
}

interface Outline extends Pick<Band, 'rule' | 'from' | 'to' | 'place'> {
  readonly column: number;
  readonly inside: Outline[];
  readonly beside: Outline[];
}

function buildBand({ rule, from, to, place, inside, beside }: Outline, built?: Map<Outline, Band>): Band {
  const build = (outline: Outline): Band => {
    const band = buildBand(outline, built);
    built?.set(outline, band);
    return band;
  };
  const lists = beside.map((outline) => ({ column: outline.column, band: build(outline) }));
  return new Band(rule, from, to, place, inside.map(build), lists);
}

/** An `if` on exactly the rows of an ungrouped `each` filters its data. */
function foldConditions(directives: readonly PlacedDirective<BandDirective>[]): Outline[] {
  const bands = directives.flatMap(({ directive, row, column, place }): Outline[] => {
    if (directive.kind === 'sheet') return [];
    const { axis, count, ...rule } = directive;
    const from = axis === 'rows' ? row : column;
    return [{ rule, from, to: from + count - 1, column, place, inside: [], beside: [] }];
  });
  return bands.flatMap((band) => {
    const { rule } = band;
    const isSame = (other: Outline): boolean =>
      other !== band && other.from === band.from && other.to === band.to;
    const isList = (other: Outline): boolean => isSame(other) && isPlainEach(other);
    if (rule.kind === 'if' && bands.some(isList)) return [];
    if (rule.kind !== 'each' || !isPlainEach(band)) return [band];
    const lists = [band, ...bands.filter(isList)].sort((a, b) => a.column - b.column);
    const listAt = (column: number) => lists.findLast((list) => list.column <= column) ?? lists[0];
    const conditions = bands.flatMap((other) =>
      isSame(other) && other.rule.kind === 'if' && listAt(other.column) === band
        ? [other.rule.condition]
        : [],
    );
    const where = [rule.selection.where, ...conditions]
      .filter((condition) => condition !== undefined)
      .reduce<Selection['where']>(
        (left, right) => (left ? { kind: 'binary', sign: 'and', left, right } : right),
        undefined,
      );
    return [{ ...band, rule: { ...rule, selection: { ...rule.selection, where } } }];
  });
}

function isPlainEach({ rule }: Outline): boolean {
  return rule.kind === 'each' && rule.selection.groupBy.length === 0;
}

const INNER_LAST = { sheet: 0, each: 1, empty: 2, if: 3 } as const;

function sortOutlines(bands: readonly Outline[]): Outline[] {
  return [...bands].sort(
    (a, b) =>
      a.from - b.from ||
      b.to - a.to ||
      INNER_LAST[a.rule.kind] - INNER_LAST[b.rule.kind] ||
      a.column - b.column,
  );
}

const MOST_NESTED = 8;
function insertOutline(outer: Outline, band: Outline, axis: Axis, depth = 0): void {
  const place = { axis, from: band.from, to: band.to };
  if (band.to > outer.to) {
    throw new TemplateError(message('band.beyondSheet', place));
  }
  const around = outer.inside.find((child) => child.from <= band.from && band.to <= child.to);
  if (around && depth >= MOST_NESTED) {
    throw new TemplateError(message('band.tooDeep', { depth: MOST_NESTED + 1 }));
  }
  if (around) {
    if (around.from === band.from && around.to === band.to && band.rule.kind !== 'if') {
      if (axis === 'rows' && isBeside(around, band)) {
        around.beside.push(band);
        return;
      }
      throw new TemplateError(message('band.twice', { ...place, other: around.place }));
    }
    insertOutline(around, band, axis, depth + 1);
    return;
  }
  const crossing = outer.inside.find((child) => child.from <= band.to && band.from <= child.to);
  if (crossing) {
    const other = { otherFrom: crossing.from, otherTo: crossing.to, other: crossing.place };
    throw new TemplateError(message('band.crosses', { ...place, ...other }));
  }
  outer.inside.push(band);
}

/** Two lists side by side in one row; the same one twice is a mistake. */
function isBeside(first: Outline, other: Outline): boolean {
  const lists = [first, ...first.beside];
  const isNew = lists.every(
    ({ rule, column }) => column < other.column && !isDeepStrictEqual(rule, other.rule),
  );
  return first.from === first.to && isPlainEach(first) && isPlainEach(other) && isNew;
}

/**
 * Checks what a band repeats over: its data set, fields and conditions, and its link to the surrounding rows: the same
 * data set in groups, or a shared field.
 * @throws TemplateError
 */
function checkSelection(
  selection: Selection,
  band: Band,
  fields: TemplateFields,
  settings: FullSettings,
): void {
  compileSelection(selection, fields, settings);
  const { dataSets } = fields;
  const { dataSet } = selection;
  const names = dataSets.get(dataSet)?.map(({ name }) => name) ?? [];
  const outer = band.parent?.selection;
  // Days across a sheet are the same in every row: the cells below them combine both.
  const isAcrossSheet = band.parent?.parent === undefined && band.root.place === 'columns';
  if (!outer || isAcrossSheet) return;
  const keys =
    band.parent?.path.toReversed().flatMap(({ ownSelection }) => ownSelection?.groupBy ?? []) ?? [];
  const link = { set: dataSet, around: outer.dataSet };
  const isOfSame = outer.dataSet === dataSet;
  const written = isOfSame ? undefined : keys.find((each) => each.includes('|'));
  if (written !== undefined) throw unlinkedKeyError(written, dataSet, outer.dataSet);
  if (isOfSame ? outer.groupBy.length > 0 : keys.some((key) => names.includes(key))) return;
  const known = dataSets.get(outer.dataSet) ?? [];
  const shared = known.map(({ name }) => name).filter((name) => names.includes(name));
  const key = shared.find((name) => name.endsWith('.id')) ?? shared[0];
  if (key === undefined) throw new TemplateError(message('link.nothingShared', link));
  const directive = `{{#each ${outer.dataSet} group by ${key} rows …}}`;
  throw new TemplateError(message('link.inner', { ...link, directive }));
}
