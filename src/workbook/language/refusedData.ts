import type { TotalWatch } from '../../language/compileSelection.js';
import {
  type AggregateExpression,
  type Expression,
  parseExpression,
  pathsIn,
} from '../../language/grammar.js';
import type { DataRow, LanguageSettings } from '../../language/languageValues.js';
import type { TemplateFields } from '../../language/templateFields.js';
import { joined, message } from '../messages.js';
import type { Problems } from '../workbookError.js';
import type { DataPlace } from './bands.js';
import { exampleWith, type FieldContext, type PlacedBands } from './filling.js';

/* What the caller refuses about data: rows that are added, and rows that a condition keeps or leaves out. */

/** Names of fields without their data set; those of the surrounding row are not its own. */
export function fieldsOf(expression: Expression, set: string): string[] {
  return pathsIn(expression)
    .filter((path) => !path.startsWith('row.'))
    .map((path) => (path.startsWith(`${set}.`) ? path.slice(set.length + 1) : path));
}

/** Examines each row that a condition tests; undefined if the caller has nothing to say about conditions. */
export function conditionWatch(
  where: Expression | undefined,
  set: string,
  { refuses }: LanguageSettings,
): ((refusals: Problems, at: DataPlace) => NonNullable<TotalWatch['tested']>) | undefined {
  if (refuses === undefined || where === undefined) return undefined;
  const fields = fieldsOf(where, set);
  return (refusals, { sheet, place }) =>
    (row, holds) => {
      const refused = refuses.condition(set, fields, row, holds);
      if (refused === undefined) return;
      const { problem, remedy } = refused;
      const text = message('data.condition', { problem: { ofCaller: problem } });
      refusals.add(sheet, place, text, joined([{ ofCaller: remedy }]));
    };
}

/** Examines rows that are added. @param example the expression, if only rows that meet a condition are added */
export function sumWatch(
  of: Expression,
  set: string,
  { refuses }: LanguageSettings,
  example: (where: Expression) => string,
): ((refusals: Problems, at: DataPlace) => (rows: readonly DataRow[]) => void) | undefined {
  if (refuses === undefined) return undefined;
  const fields = fieldsOf(of, set);
  return (refusals, { sheet, place }) =>
    (rows) => {
      const refused = refuses.total(set, fields, rows);
      if (refused === undefined) return;
      const shown = {
        problem: { ofCaller: refused.problem },
        example: example(parseExpression(refused.where)),
      };
      refusals.add(sheet, place, message('data.total', shown));
    };
}

/** Examines the rows of a total in a cell. */
export function totalWatch(
  aggregate: AggregateExpression,
  set: string,
  { fields, sheet, cell: place, written, settings }: FieldContext,
): (placed: PlacedBands) => TotalWatch {
  useNeeded(set, fields, settings);
  const example = (where: Expression): string =>
    exampleWith(written, (part) => (part === aggregate ? withCondition(aggregate, where) : undefined));
  const added = sumWatch(aggregate.of, set, settings, example);
  const tested = conditionWatch(aggregate.where, set, settings);
  const at = { sheet, place };
  return ({ refusals }) => ({ added: added?.(refusals, at), tested: tested?.(refusals, at) });
}

/** A total or a selection of fewer rows. */
export function withCondition<Rows extends { readonly where: Expression | undefined }>(
  rows: Rows,
  right: Expression,
): Rows {
  const { where: left } = rows;
  return { ...rows, where: left === undefined ? right : { kind: 'binary', sign: 'and', left, right } };
}

/** The fields that the caller looks at are read with those that the template uses. */
export function useNeeded(set: string, { used }: TemplateFields, { refuses }: LanguageSettings): void {
  for (const field of refuses?.needs(set) ?? []) used?.add(field);
}
