import type { Selection } from '../../language/clauses.js';
import {
  type AggregateExpression,
  type Expression,
  expressionText,
  partsOf,
} from '../../language/grammar.js';
import { parseText } from '../../language/placeholders.js';
import { resultUnless, TemplateError } from '../../language/templateError.js';
import type { TemplateFields } from '../../language/templateFields.js';
import { isFilled } from '../content/valueContent.js';
import type { Band } from '../language/bands.js';
import { DIRECTIVE } from '../language/directive.js';
import { message, type Text } from '../messages.js';
import type { DrawnSheet, TemplatePlan } from '../template/templatePlan.js';

/** A list that shows only its first rows, or groups. */
interface LimitedList {
  readonly selection: Selection;
  readonly limit: number;
  /** undefined for a sheet that is written several times. */
  readonly band: Band | undefined;
  readonly sheet: DrawnSheet;
  readonly place: Text;
}

/** A number of rows that a cell shows, and the bands of the cell. */
interface ShownCount {
  readonly counted: AggregateExpression;
  readonly sheet: DrawnSheet;
  readonly bands: readonly Band[];
}

/** A `limit` leaves rows out, so a cell outside of them must say how many there are in all. */
export function checkLimits({ sheets, context: { fields, problems } }: TemplatePlan): void {
  const limited = sheets.flatMap((sheet) => [...limitedLists(sheet)]);
  if (limited.length === 0) return;
  const counts = sheets.flatMap((sheet) => [...shownCounts(sheet)]);
  for (const list of limited) {
    if (counts.some((count) => tells(count, list, fields))) continue;
    const { limit, selection, sheet, place } = list;
    const example = `{{${expressionText(wantedCount(list, fields))}}}`;
    problems.add(sheet.name, place, message('limit.unsaid', { limit, set: selection.dataSet, example }));
  }
}

function* limitedLists(sheet: DrawnSheet): Generator<LimitedList> {
  const { repeat, root, columnRoot } = sheet;
  const { selection: ofSheet } = repeat ?? {};
  if (ofSheet?.limit !== undefined)
    yield { selection: ofSheet, limit: ofSheet.limit, band: undefined, sheet, place: message('place.tab') };
  for (const band of [root, columnRoot].flatMap((each) => [...each.within()]))
    for (const list of [band, ...band.beside.map((each) => each.band)]) {
      const { ownSelection: selection, place } = list;
      if (selection?.limit !== undefined)
        yield { selection, limit: selection.limit, band: list, sheet, place };
    }
}

function* shownCounts(sheet: DrawnSheet): Generator<ShownCount> {
  for (const { row, cells } of sheet.rows.values())
    for (const { column, value } of cells) {
      if (!isFilled(value)) continue;
      const bands = [sheet.root.at(row).inColumn(column), sheet.columnBandAt(column)];
      const pieces = resultUnless(TemplateError, () => parseText(value.text.replace(DIRECTIVE, ''))) ?? [];
      for (const piece of pieces)
        for (const part of typeof piece === 'string' ? [] : partsOf(piece.expression))
          if (part.kind === 'aggregate' && COUNTS.includes(part.name)) yield { counted: part, sheet, bands };
    }
}

const COUNTS: readonly string[] = ['count', 'distinct'];

/** Whether it counts the rows that a list chooses from, in the rows around the list. */
function tells(
  { counted, sheet, bands }: ShownCount,
  list: LimitedList,
  { dataSets }: TemplateFields,
): boolean {
  const { selection, band, sheet: own } = list;
  const { dataSet, where } = selection;
  const around = selectionsOf(band?.parent === undefined ? [] : [band.parent]);
  const chosen = selectionsOf(bands);
  const path = expressionText(counted.of);
  const isField =
    [...chosen].some((each) => each.dataSet === dataSet) &&
    dataSets.get(dataSet)?.some(({ name }) => name === path) === true;
  const isOfSet = isField || path === dataSet || path.startsWith(`${dataSet}.`);
  if (!isOfSet || textOf(counted.where) !== textOf(where)) return false;
  const isElsewhere = band === undefined ? sheet !== own : around.size === 0;
  if (isElsewhere) return chosen.size === 0;
  return sheet === own && around.size === chosen.size && [...around].every((each) => chosen.has(each));
}

/** What the bands around repeat over; rows and columns of a sheet for each group share its selection. */
function selectionsOf(bands: readonly Band[]): ReadonlySet<Selection> {
  return new Set(bands.flatMap(({ path }) => path).flatMap(({ ownSelection }) => ownSelection ?? []));
}

function textOf(where: Expression | undefined): string {
  return where === undefined ? '' : expressionText(where);
}

/** The number of rows, or of groups with one key. */
function wantedCount({ selection, band }: LimitedList, { dataSets }: TemplateFields): AggregateExpression {
  const { dataSet, keys, where } = selection;
  const [key] = keys;
  const known = dataSets.get(dataSet) ?? [];
  const isHidden = (band?.parent?.path ?? []).some(({ ownSelection }) =>
    dataSets.get(ownSelection?.dataSet ?? '')?.some(({ name }) => name === dataSet),
  );
  const field = known.find(({ name }) => name.endsWith('.id') || name === 'date') ?? known[0];
  const ofKey = keys.length === 1 && key?.kind === 'field' ? key.path : undefined;
  const path =
    ofKey !== undefined ? `${dataSet}.${ofKey}` : isHidden && field ? `${dataSet}.${field.name}` : dataSet;
  const name = ofKey === undefined ? 'count' : 'distinct';
  return { kind: 'aggregate', name, of: { kind: 'field', path }, where, inputs: [] };
}
