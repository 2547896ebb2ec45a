import { z } from 'zod';
import { signStyle } from '../../language/cellForm.js';
import { refuseTags } from '../../language/compileText.js';
import { checkFormatNames } from '../../language/formats.js';
import {
  type AggregateExpression,
  type Expression,
  expressionText,
  partsOf,
} from '../../language/grammar.js';
import { parseText } from '../../language/placeholders.js';
import { type CellFormat, cellFormat, withSign } from './cellFormat.js';
import { PLAIN_SETTINGS, readOrReport } from './conditionText.js';
import { usesRow } from './otherTotals.js';
import { conditionsOf, type FilterCondition } from './rowSelection.js';

/** Where a value comes from, and how it is written. One of the first four is set. */
export interface ValueSource {
  readonly field?: string | undefined;
  readonly const?: string | undefined;
  readonly variable?: string | undefined;
  /** Any other text with placeholders. A single one keeps its type. */
  readonly text?: string | undefined;
  readonly format?: CellFormat | undefined;
  /** Written where there is no value. */
  readonly ifEmpty?: string | { readonly variable: string } | undefined;
  /** Fields that are added up in a group. */
  readonly sums?: readonly string[] | undefined;
  /** Fields whose values are listed in a group. */
  readonly joins?: readonly string[] | undefined;
  /** A total of the field, with its condition and its data set. */
  readonly total?: ValueTotal | undefined;
}

interface ValueTotal {
  readonly name: 'sum' | 'distinct';
  readonly path: string;
  readonly filter: readonly FilterCondition[];
}

/** A text with placeholders: `{{minutes | hours:2,","}}`. */
export const value = z
  .string()
  .transform((text, context): ValueSource => {
    return readOrReport(context, () => readValue(text)) ?? { const: '' };
  })
  .describe('A text with values in {{…}}: "{{minutes | hours:2}}".');

/** A text around the lines of a file, or the name of the file. */
export const composedText = z.string().superRefine((text, context) => {
  readOrReport(context, () => {
    refuseTags(text);
    checkPieces(parseText(text));
  });
});

function readValue(text: string): ValueSource {
  refuseTags(text);
  const pieces = parseText(text);
  checkPieces(pieces);
  const [first] = pieces;
  if (first === undefined) return { const: '' };
  if (pieces.length === 1)
    return typeof first === 'string' ? { const: first } : singleValue(first.expression);
  return { text };
}

/** Whether a text has a total with a condition of its own. */
export function hasConditions(text: string): boolean {
  return totalsIn(text).some(({ where }) => where !== undefined);
}

/** The totals in a text. */
export function totalsIn(text: string): readonly AggregateExpression[] {
  return parseText(text).flatMap((piece) =>
    typeof piece === 'string'
      ? []
      : [...partsOf(piece.expression)].flatMap((part) => (part.kind === 'aggregate' ? [part] : [])),
  );
}

/** Formats that do not exist are mistakes of the template, whatever its data. @throws TemplateError */
function checkPieces(pieces: ReturnType<typeof parseText>): void {
  for (const piece of pieces)
    if (typeof piece !== 'string') checkFormatNames(piece.expression, PLAIN_SETTINGS);
}

/** One placeholder: its outermost formats are those of the cell. */
function singleValue(whole: Expression): ValueSource {
  const ifEmpty = defaultText(whole);
  const filled = ifEmpty !== undefined && whole.kind === 'format' ? whole.of : whole;
  const cell = cellOf(filled);
  if (cell === undefined) return { text: `{{${expressionText(whole)}}}` };
  return {
    ...plainSource(cell.of),
    ...(cell.format === undefined ? {} : { format: cell.format }),
    ...(ifEmpty === undefined ? {} : { ifEmpty }),
  };
}

interface Cell {
  readonly of: Expression;
  readonly format?: CellFormat;
}

/** The format of a cell, with the one that moves its sign; undefined if the sign is not that of a written number. */
function cellOf(expression: Expression): Cell | undefined {
  if (expression.kind !== 'format') return { of: expression };
  const { call, of } = expression;
  if (signStyle(call.name, []) === undefined) {
    const format = cellFormat(call);
    return format === undefined ? { of: expression } : { of, format };
  }
  const inner = cellOf(of);
  const isUnsigned = inner?.format !== undefined && inner.format.sign === undefined;
  const format = isUnsigned ? withSign(inner.format, call) : undefined;
  return inner === undefined || format === undefined ? undefined : { of: inner.of, format };
}

function defaultText(expression: Expression): ValueSource['ifEmpty'] {
  if (expression.kind !== 'format' || expression.call.name !== 'default') return undefined;
  const [input] = expression.call.inputs;
  if (typeof input !== 'object') return input === undefined ? undefined : String(input);
  const [, variable] = /^variables\.(\w+)$/.exec(input.path) ?? [];
  return variable === undefined ? undefined : { variable };
}

/** The source of a value without its formats. */
function plainSource(expression: Expression): ValueSource {
  if (expression.kind === 'field') {
    const [, variable] = /^variables\.(\w+)$/.exec(expression.path) ?? [];
    return variable === undefined ? { field: expression.path } : { variable };
  }
  if (expression.kind === 'constant' && typeof expression.value === 'string')
    return { const: expression.value };
  const total = expression.kind === 'aggregate' ? plainTotal(expression) : undefined;
  return total ?? { text: `{{${expressionText(expression)}}}` };
}

function plainTotal({ name, of, where, inputs }: AggregateExpression): ValueSource | undefined {
  if (of.kind !== 'field' || inputs.length > 0 || usesRow(where)) return undefined;
  if (name === 'join') return where === undefined ? { field: of.path, joins: [of.path] } : undefined;
  if (name !== 'sum' && name !== 'distinct') return undefined;
  const total: ValueTotal = { name, path: of.path, filter: where === undefined ? [] : conditionsOf(where) };
  return name === 'sum' && where === undefined
    ? { field: of.path, sums: [of.path], total }
    : { text: `{{${expressionText({ kind: 'aggregate', name, of, where, inputs })}}}`, total };
}
