import { z } from 'zod';
import { refuseTags } from '../../language/compileText.js';
import { checkFormatNames } from '../../language/formats.js';
import {
  type AggregateExpression,
  type Expression,
  expressionText,
  type FormatCall,
} from '../../language/grammar.js';
import { parseText } from '../../language/placeholders.js';
import { type ColumnFormat, cellFormat, signStyle } from './columnFormat.js';
import { PLAIN_SETTINGS, readOrReport } from './conditionText.js';
import { conditionsOf, type FilterCondition } from './rowSelection.js';

/** Where a value comes from, and how it is written. One of the first four is set. */
export interface ValueSource {
  readonly field?: string | undefined;
  readonly const?: string | undefined;
  readonly variable?: string | undefined;
  /** Any other text with placeholders. A single one keeps its type. */
  readonly text?: string | undefined;
  readonly format?: ColumnFormat | undefined;
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

/** Formats that do not exist are mistakes of the template, whatever its data. @throws TemplateError */
function checkPieces(pieces: ReturnType<typeof parseText>): void {
  for (const piece of pieces)
    if (typeof piece !== 'string') checkFormatNames(piece.expression, PLAIN_SETTINGS);
}

/** One placeholder: its outermost formats are those of the cell. */
function singleValue(whole: Expression): ValueSource {
  let expression = whole;
  let [ifEmpty, sign, format]: [ValueSource['ifEmpty'], FormatCall | undefined, ColumnFormat | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  const emptyText = defaultText(expression);
  if (emptyText !== undefined && expression.kind === 'format') {
    ifEmpty = emptyText;
    expression = expression.of;
  }
  if (expression.kind === 'format' && signStyle(expression.call) !== undefined) {
    sign = expression.call;
    expression = expression.of;
  }
  if (expression.kind === 'format') {
    format = cellFormat(expression.call);
    if (format !== undefined) expression = expression.of;
  }
  const isPlain = sign === undefined || (format !== undefined && 'sign' in withSign(format, sign));
  if (!isPlain) return { text: `{{${expressionText(whole)}}}` };
  return {
    ...plainSource(expression),
    ...(format === undefined ? {} : { format: sign === undefined ? format : withSign(format, sign) }),
    ...(ifEmpty === undefined ? {} : { ifEmpty }),
  };
}

const SIGNED: readonly ColumnFormat['type'][] = [
  ...(['number', 'hours', 'implied', 'minutes', 'hhmm', 'clock', 'clock-hours', 'clock-minutes'] as const),
];

function withSign(format: ColumnFormat, call: FormatCall): ColumnFormat {
  const sign = signStyle(call);
  return SIGNED.includes(format.type) ? ({ ...format, sign } as ColumnFormat) : format;
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
  if (of.kind !== 'field' || inputs.length > 0) return undefined;
  if (name === 'join') return where === undefined ? { field: of.path, joins: [of.path] } : undefined;
  if (name !== 'sum' && name !== 'distinct') return undefined;
  const total: ValueTotal = { name, path: of.path, filter: where === undefined ? [] : conditionsOf(where) };
  return name === 'sum' && where === undefined
    ? { field: of.path, sums: [of.path], total }
    : { text: `{{${expressionText({ kind: 'aggregate', name, of, where, inputs })}}}`, total };
}
