import type { Area } from '../../cells/address.js';
import type { Scalar } from '../../model.js';
import type { CellResult } from '../formula/cellResult.js';
import type { CompiledFormula } from '../formula/compileFormula.js';
import type { Expression } from '../formula/expression.js';
import type { WrittenSheet } from '../formula/sheetOfFormula.js';
import type { Placed, ValueAt } from '../language/filling.js';
import type { TemplateCell } from '../sheet/templateRows.js';

/** A cell without placeholders or formula: written as it is, but for its row. */
export interface StaticContent {
  readonly kind: 'static';
  readonly cell: TemplateCell;
  readonly result: CellResult;
}

/** A cell with placeholders: one value, or text with values in it. */
export interface ValueContent {
  readonly kind: 'value';
  readonly cell: TemplateCell;
  readonly style: number;
  readonly valueAt: Placed<ValueAt<Scalar>>;
  /** Text in several looks: the runs, each with its properties as XML. */
  readonly runs: readonly { readonly look: string; readonly textAt: Placed<ValueAt<string>> }[] | undefined;
  /** Numbers may stand here: totals that stretch over the cell would count it. */
  readonly isNumeric: boolean;
}

export interface FormulaContent {
  readonly kind: 'formula';
  readonly cell: TemplateCell;
  readonly formula: CompiledFormula;
  /** Undefined if it uses anything that is not calculated here. */
  readonly expression: Expression | undefined;
  readonly isSubtotal: boolean;
  /** The cells of an array formula. */
  readonly array: Area | undefined;
  /** Attributes of a data table's formula, whose cells lie outside of all bands. */
  readonly dataTable: ((sheet: WrittenSheet) => string) | undefined;
}

/** A cell beside an array formula or data table that fills it: what it shows is as old as the formula's result. */
export interface SpilledContent {
  readonly kind: 'spilled';
  readonly cell: TemplateCell;
  readonly result: CellResult;
  readonly from: FormulaContent;
}

export type CellContent = StaticContent | ValueContent | FormulaContent | SpilledContent;

/** Whether numbers may stand in a cell; in one without content none do. */
export function isNumber(content: CellContent | undefined): boolean {
  if (content === undefined) return false;
  if (content.kind === 'formula') return true;
  return content.kind === 'value' ? content.isNumeric : typeof content.result === 'number';
}
