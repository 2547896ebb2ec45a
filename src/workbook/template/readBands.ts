import { isDeepStrictEqual } from 'node:util';
import { message } from '../../i18n/message.js';
import { MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import { Band, type BandRule, type Selection } from '../language/bands.js';
import { type Axis, type Directive, readDirective } from '../language/directive.js';
import { unlinkedKeyError } from '../language/fieldSource.js';
import { compileSelection } from '../language/selection.js';
import type { TemplateFields } from '../language/templateFields.js';
import type { FullSettings, WorkbookExamples } from '../model.js';
import { TemplateError } from '../workbookError.js';
/** The input for reading directives. */
export interface DirectiveReading {
  readonly report: ReportMistake;
  readonly examples: WorkbookExamples;
  /** Names of data sets. */
  readonly knownSets: ReadonlySet<string>;
}

export type ReportMistake = (place: string | undefined, error: TemplateError) => void;

/** The syntax of a directive, by its first word. */
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
    const remedy = error.remedyText ?? message('workbook.example', { example: findExample(text, examples) });
    const directive = `{{#${text.trim()}}}`;
    report(
      place,
      new TemplateError(message('workbook.ofDirective', { directive, problem: error.text }), remedy),
    );
    return [];
  }
}

function findExample(text: string, examples: WorkbookExamples): string {
  return EXAMPLES.find(([kind]) => kind.test(text))?.[1](examples) ?? '';
}

/** The input for checking bands. */
interface BandReading {
  readonly fields: TemplateFields;
  readonly settings: FullSettings;
  readonly report: ReportMistake;
}

/** Builds the bands of a sheet, of rows or of columns, from its directives. */
export function readBands(
  all: readonly PlacedDirective[],
  axis: Axis,
  sheetSelection: Selection | undefined,
  { fields, settings, report }: BandReading,
): Band {
  const last = axis === 'rows' ? MAX_ROWS : MAX_COLUMNS;
  const directives = all.filter(({ directive }) => directive.kind !== 'sheet' && directive.axis === axis);
  const rule: BandRule = { kind: 'sheet', selection: sheetSelection };
  const root: Outline = { rule, from: 1, to: last, column: 1, place: axis, inside: [], beside: [] };
  const mistakes = new ErrorsInOrder();
  if (directives.length > MOST_BANDS) {
    if (sheetSelection && axis === 'rows')
      mistakes.attempt('sheet', () => checkSelection(sheetSelection, buildBand(root), fields, settings));
    mistakes.tell(report);
    report(
      undefined,
      new TemplateError(message('workbook.band.tooMany', { count: directives.length, most: MOST_BANDS })),
    );
    return buildBand(root);
  }
  const outlines = sortOutlines(foldConditions(directives));
  for (const outline of outlines)
    mistakes.attempt(outline.place, () => insertOutline(root, outline, axis), outline);
  const bands = new Map<Outline, Band>();
  const built = buildBand(root, bands);
  if (sheetSelection && axis === 'rows')
    mistakes.attempt('sheet', () => checkSelection(sheetSelection, built, fields, settings), root);
  for (const outline of outlines) {
    const band = bands.get(outline);
    if (band?.rule.kind !== 'each') continue;
    const { selection } = band.rule;
    mistakes.attempt(band.place, () => checkSelection(selection, band, fields, settings), outline);
  }
  mistakes.tell(report, [root, ...outlines]);
  for (const band of built.within()) {
    if (band.rule.kind === 'empty' && !band.standsInFor)
      report(band.place, unmatchedEmptyError(band.rule.dataSet));
  }
  return built;
}

/** The problems of bands, reported in the order in which they were drawn. */
class ErrorsInOrder {
  readonly #found: {
    readonly of: Outline | undefined;
    readonly place: string;
    readonly mistake: TemplateError;
  }[] = [];

  attempt(place: string, action: () => void, of?: Outline): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.#found.push({ of, place, mistake: error });
    }
  }

  tell(report: ReportMistake, order: readonly (Outline | undefined)[] = [undefined]): void {
    for (const outline of order) {
      for (const { of, place, mistake } of this.#found) if (of === outline) report(place, mistake);
    }
  }
}

const MOST_BANDS = 2_000;

function unmatchedEmptyError(dataSet: string): TemplateError {
  return new TemplateError(
    message('workbook.band.emptyAlone', {
      directive: `{{#empty ${dataSet}}}`,
      set: dataSet,
      each: `{{#each ${dataSet}}}`,
    }),
  );
}

/** A directive and its cell. */
export interface PlacedDirective {
  readonly directive: Directive;
  readonly row: number;
  readonly column: number;
  /** `B4`, or the defined name: for messages. */
  readonly place: string;
}

/** A band whose nested bands are not yet known. */
interface Outline {
  readonly rule: BandRule;
  readonly from: number;
  readonly to: number;
  /** The column of the cell with the directive. */
  readonly column: number;
  readonly place: string;
  readonly inside: Outline[];
  /** Further lists in the same rows. */
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
function foldConditions(directives: readonly PlacedDirective[]): Outline[] {
  const bands = directives.flatMap((placed) => toOutline(placed) ?? []);
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

function toOutline({ directive, row, column, place }: PlacedDirective): Outline | undefined {
  if (directive.kind === 'sheet') return undefined;
  const { axis, count, ...rule } = directive;
  const from = axis === 'rows' ? row : column;
  return { rule: rule satisfies BandRule, from, to: from + count - 1, column, place, inside: [], beside: [] };
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

/** Limits far above any drawn workbook. */
const MOST_NESTED = 8;
function insertOutline(outer: Outline, band: Outline, axis: Axis, depth = 0): void {
  if (band.to > outer.to) {
    throw new TemplateError(message('workbook.band.beyondSheet', extentOf(band, axis)));
  }
  const around = outer.inside.find((child) => child.from <= band.from && band.to <= child.to);
  if (around && depth >= MOST_NESTED) {
    throw new TemplateError(message('workbook.band.tooDeep', { depth: MOST_NESTED + 1 }));
  }
  if (around) {
    if (around.from === band.from && around.to === band.to && band.rule.kind !== 'if') {
      if (axis === 'rows' && isBeside(around, band)) {
        around.beside.push(band);
        return;
      }
      throw new TemplateError(
        message('workbook.band.twice', { ...extentOf(band, axis), other: around.place }),
      );
    }
    insertOutline(around, band, axis, depth + 1);
    return;
  }
  const crossing = outer.inside.find((child) => child.from <= band.to && band.from <= child.to);
  if (crossing) {
    const other = { otherFrom: crossing.from, otherTo: crossing.to, other: crossing.place };
    throw new TemplateError(message('workbook.band.crosses', { ...extentOf(band, axis), ...other }));
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

function extentOf({ from, to }: Outline, axis: Axis) {
  return { axis, from, to };
}

/**
 * Checks what a band repeats over: its data set, fields and conditions, and its link to the surrounding rows. @throws
 * TemplateError
 */
function checkSelection(
  selection: Selection,
  band: Band,
  fields: TemplateFields,
  settings: FullSettings,
): void {
  compileSelection(selection, fields, settings);
  const names = fields.dataSets.get(selection.dataSet)?.map(({ name }) => name) ?? [];
  checkOuter(selection, band, names, fields);
}

/** A nested band must be linked to the outer band's rows: by the same data set in groups, or by a shared field. */
function checkOuter(
  { dataSet }: Selection,
  band: Band,
  names: readonly string[],
  { dataSets }: TemplateFields,
): void {
  const outer = band.parent?.selection;
  // Days across a sheet are the same in every row: the cells below them combine both.
  const isAcrossSheet = band.parent?.parent === undefined && band.root.place === 'columns';
  if (!outer || isAcrossSheet) return;
  const keys: string[] = [];
  for (let around: Band | undefined = band.parent; around; around = around.parent) {
    keys.push(...(around.ownSelection?.groupBy ?? []));
  }
  const isLinked =
    outer.dataSet === dataSet ? outer.groupBy.length > 0 : keys.some((key) => names.includes(key));
  const written = outer.dataSet === dataSet ? undefined : keys.find((each) => each.includes('|'));
  if (written !== undefined) throw unlinkedKeyError(written, dataSet, outer.dataSet);
  if (isLinked) return;
  const shared = (dataSets.get(outer.dataSet) ?? [])
    .map((field) => field.name)
    .filter((name) => names.includes(name));
  const key = shared.find((name) => name.endsWith('.id')) ?? shared[0];
  const link = { set: dataSet, around: outer.dataSet };
  if (key === undefined) throw new TemplateError(message('workbook.link.nothingShared', link));
  const directive = `{{#each ${outer.dataSet} group by ${key} rows …}}`;
  throw new TemplateError(message('workbook.link.inner', { ...link, directive }));
}
