import { MAX_COLUMNS, MAX_ROWS } from '../../cells/address.js';
import type { FullSettings, WorkbookExamples } from '../../fillSettings.js';
import type { Band, BandRule, Selection } from '../language/band.js';
import { type Axis, readDirective } from '../language/directive.js';
import type { TemplateFields } from '../language/templateFields.js';
import { Mistake } from '../mistake.js';
import { bandOf, nest, type Outline, outlinesInOrder, type PlacedDirective, withConditionsFolded } from './bandOutline.js';
import { checkSelection } from './checkSelection.js';
/** What directives are read with. */
export interface DirectiveReading {
  readonly report: ReportMistake;
  readonly examples: WorkbookExamples;
  /** Names of data sets. */
  readonly knownSets: ReadonlySet<string>;
}

export type ReportMistake = (place: string | undefined, error: Mistake | SyntaxError) => void;

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

/** What bands are checked with. */
export interface BandReading {
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
  const root: Outline = { rule, from: 1, to: last, place: axis, inside: [] };
  const mistakes = new Mistakes();
  if (directives.length > MOST_BANDS) {
    if (sheetSelection && axis === 'rows')
      mistakes.attempt('sheet', () => checkSelection(sheetSelection, bandOf(root), fields, settings));
    mistakes.tell(report);
    report(
      undefined,
      new Mistake(`the sheet has ${directives.length} directives`, `At most ${MOST_BANDS} are read.`),
    );
    return bandOf(root);
  }
  const outlines = outlinesInOrder(withConditionsFolded(directives));
  for (const outline of outlines) mistakes.attempt(outline.place, () => nest(root, outline, axis), outline);
  const bands = new Map<Outline, Band>();
  const built = bandOf(root, bands);
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
    if (band.rule.kind === 'empty' && !band.standsInFor) report(band.place, lonely(band.rule.dataSet));
  }
  return built;
}

/** What is wrong with bands, told in the order in which they were drawn. */
class Mistakes {
  readonly #found: { readonly of: Outline | undefined; readonly place: string; readonly mistake: Mistake }[] =
    [];

  attempt(place: string, action: () => void, of?: Outline): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
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

function lonely(dataSet: string): Mistake {
  return new Mistake(
    `{{#empty ${dataSet}}} has no rows beside it that repeat over ${dataSet}`,
    `Put it next to rows with {{#each ${dataSet}}}.`,
  );
}
