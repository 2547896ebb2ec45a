import { changed, type Expression, expressionText } from '../../language/grammar.js';
import type { DataRow, FieldType, Scalar } from '../../language/languageValues.js';
import type { TemplateFields } from '../../language/templateFields.js';
import type { Typed } from '../../language/typed.js';
import type { Text } from '../messages.js';
import type { FullSettings } from '../model.js';
import type { Problems } from '../workbookError.js';
import type { BandData, PlacedAxis } from './bands.js';

/** A value for a repetition of the rows of a cell, and of its columns if these repeat. */
export type ValueAt<T> = (instance: number, columnInstance?: number) => T;

/** The source of values: a sheet with placed bands, and the data. */
export interface PlacedBands {
  readonly rows: PlacedAxis;
  readonly columns: PlacedAxis;
  readonly data: BandData;
  /** Problems that only appear with data. */
  readonly refusals: Problems;
}

/** A template value that is known after its sheet has been placed. */
export type Placed<T> = (sheet: PlacedBands) => T;

export type ResolvedPlaceholder = Typed<[instance: number, columnInstance?: number], PlacedBands>;

export interface ResolveSettings extends FullSettings {
  readonly counts1904: boolean;
}

export interface Written {
  readonly expression: Expression;
  /** `{{… }}`, `{{#if …}}`: for messages. */
  readonly within: (text: string) => string;
}

/** The input of name resolution: known names, and the place for messages. */
export interface FieldContext {
  readonly fields: TemplateFields;
  readonly sheet: string;
  readonly cell: Text;
  readonly written: Written;
  readonly settings: ResolveSettings;
  /** Rows are found by a condition, so they need not belong to the surrounding ones. */
  readonly isLookup?: boolean;
}

/** The source of a field's value, seen from the repetitions of a band. */
export interface FieldSource {
  readonly type: FieldType;
  /** Undefined if only all rows together have a value: `employees.workedMinutes` needs `| sum`. */
  readonly valueAt: Placed<ValueAt<Scalar>> | undefined;
  /** The rows of its value, for `| sum` and similar totals, and their data set. */
  readonly rowsAt: Placed<ValueAt<readonly DataRow[]>> | undefined;
  readonly set?: string | undefined;
  readonly field: string | undefined;
  /** The rows of the group have different values. */
  readonly varies?: boolean;
}

/** The expression with other parts, as a valid example. */
export function exampleWith(
  { expression, within }: Written,
  change: (part: Expression) => Expression | undefined,
): string {
  return within(expressionText(changed(expression, change)));
}
