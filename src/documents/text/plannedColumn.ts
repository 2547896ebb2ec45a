import type { DataRow, FieldType } from '../dataSet.js';
import { type ColumnWriter, columnWriter } from './cellWriter.js';
import type { ColumnSpec } from './columnSpec.js';
import type { FieldValues } from './fieldValues.js';
import type { FilePart } from './filePart.js';
import type { SectionSpec } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecords.js';
import type { TextSpec } from './textTemplate.js';
import type { ValueFormat } from './valueFormat.js';

/** Rows of a record with a common value in addition to the record's groups. */
export interface Share {
  /** Their common field and value: a pay code or a day. */
  readonly by: string;
  readonly value: string;
  readonly members: readonly DataRow[];
  /** The field of these rows in the cell. */
  readonly field: string;
}

/** One column of the written file. */
export interface PlannedColumn {
  readonly heading: string;
  readonly spec: ColumnSpec;
  readonly format: ValueFormat;
  /**
   * True for values that are added up: minutes, summed numbers, pay codes. They appear on only one line of a record.
   */
  readonly isAmount: boolean;
  /**
   * The minutes or whole number of a cell, for totals, reconciling and lines that are left out. null if there is none
   * on this line, undefined if the value is something else.
   */
  quantity(record: RowRecord, line: number): number | null | undefined;
  /** For columns of pay codes and of days: the part of the record with the cell's minutes. */
  share?(record: RowRecord, line: number): Share | undefined;
  /** For a sum of some rows: the rows of a record that it adds up. */
  addedRows?(record: RowRecord): readonly DataRow[];
  /**
   * @param line 0, or more for the further lines of a record whose codes need more slots
   * @param units the cell's printed units, if they were reconciled with the total
   */
  cell(record: RowRecord, line: number, units?: number): string;
  /** If the sign is in a separate column: whether this is the column with the digits. */
  signOf?(other: Pick<PlannedColumn, 'spec'> & Partial<Pick<PlannedColumn, 'isAmount'>>): boolean;
  /** The text of a record in the file, without checks; undefined for columns of pay codes. */
  plain?(record: RowRecord): string;
}

/** A column with a single writer. @param own replaces what is not as in a column without amounts */
export function planColumn(
  { context, file }: PlanInput,
  spec: ColumnSpec,
  heading: string,
  type: FieldType,
  own: (writer: ColumnWriter) => Pick<PlannedColumn, 'cell'> & Partial<PlannedColumn>,
): PlannedColumn {
  const writer = columnWriter(context, file, spec, heading, type);
  return { heading, spec, format: writer.format, isAmount: false, quantity: () => null, ...own(writer) };
}

/** The layout of a section's columns for the pay codes that occur. */
export interface ColumnPlan {
  readonly columns: readonly PlannedColumn[];
  /** The number of lines of a record: more than 1 if its codes exceed the slots. */
  lines(record: RowRecord): number;
}

/** The input of a section's column layout. */
export interface PlanInput {
  readonly context: RenderContext;
  readonly file: ResolvedFile;
  readonly section: SectionSpec;
  readonly fields: FieldValues;
  readonly records: readonly RowRecord[];
  /** Whether pay codes whose minutes are zero have slots, too. */
  readonly keepsZeros: boolean;
}

/** A section, or a row of a tree, before it is written. */
export interface LaidOutSection {
  readonly spec: TextSpec;
  readonly file: Pick<ResolvedFile, 'spec' | 'mentions' | 'shows'>;
  readonly part: FilePart;
  /** The number of the section in its file, or the position of the value in its tree. */
  readonly place: number | string;
  readonly section: Pick<SectionSpec, 'data' | 'group'>;
  readonly columns: readonly AmountSource[];
  readonly records: readonly RowRecord[];
  /** The number of lines of a record. */
  readonly lines: (record: RowRecord) => number;
  /** Printed units that were reconciled with a total. */
  readonly units: ColumnUnits;
  /** Values that are the same in every record: of the run, of the file and of the rows around them. */
  readonly constants: DataRow;
}

/** The keys of a column that define its sum. */
export type AmountSource = Pick<
  PlannedColumn,
  'spec' | 'format' | 'heading' | 'isAmount' | 'quantity' | 'share' | 'addedRows' | 'plain'
>;

/** Printed units of a column's cells; undefined if a cell is rounded separately. */
export interface CellUnits {
  /** @param line of the record: slots have another pay code on each */
  get(record: RowRecord, line: number): number | undefined;
}

/** By column, if units were reconciled with a total or are given. */
export type ColumnUnits = readonly (CellUnits | undefined)[];
