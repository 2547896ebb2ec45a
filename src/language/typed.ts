import type { ValueType } from './aggregates.js';
import type { Expression } from './grammar.js';
import type { Scalar } from './languageValues.js';
import { message } from './messageText.js';
import { TemplateError } from './templateError.js';

/** What a value depends on: the instances of rows and columns, a row, or the rows of a group. */
export type Args = readonly unknown[];

/** An expression whose types fit, ready to be evaluated: first with all data, then for each place. */
export interface Typed<At extends Args, Context> {
  readonly type: ValueType;
  readonly valueAt: (context: Context) => (...at: At) => Scalar;
  /** The field that it shows, with or without formats. */
  readonly field: string | undefined;
  readonly constant?: Scalar;
  /** Whether text may appear instead of a value of the type. */
  readonly hasWords?: boolean;
  readonly canBeNegative?: boolean;
  /** Hours as a number: a format of minutes would convert them again. */
  readonly isHours?: boolean;
  /** The format that has written the value as text. */
  readonly writtenBy?: string | undefined;
  /** A sign may stand elsewhere than at the start of the text. */
  readonly hasMovedSign?: boolean;
}

export function aggregateOf(of: Expression, name: string): Expression {
  return { kind: 'aggregate', name, of, where: undefined, inputs: [] };
}

/** A group has different values of a field that is shown as one. */
export function groupDiffersError(name: string, example: string): TemplateError {
  return new TemplateError(message('field.groupDiffers', { name, example }));
}
