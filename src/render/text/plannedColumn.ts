import type { DataRow } from '../dataSet.js';
import type { ColumnSpec } from './columnSpec.js';
import type { FieldValues } from './fieldValues.js';
import type { FilePart } from './filePart.js';
import type { SectionSpec } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecords.js';
import type { TextSpec } from './textTemplate.js';
import type { ValueFormat } from './valueFormat.js';

/** Rows of a record that have something alike beside what the record is grouped by. */
export interface Share {
  /** Field and value that they have alike: a pay code, or a day. */
  readonly by: string;
  readonly value: string;
  readonly members: readonly DataRow[];
  /** The field of these rows that stands in the cell. */
  readonly field: string;
}

/** One column of the file as it will be written. */
export interface PlannedColumn {
  readonly heading: string;
  readonly spec: ColumnSpec;
  readonly format: ValueFormat;
  /** True for what is added up: minutes, summed numbers, pay codes. It stands on one line of a record only. */
  readonly isAmount: boolean;
  /**
   * The minutes or whole number behind a cell, for totals, reconciling and lines that are left out. null if there is
   * none on this line, undefined if the value is something else.
   */
  quantity(record: RowRecord, line: number): number | null | undefined;
  /** For columns of pay codes and of days: the part of the record whose minutes stand in the cell. */
  share?(record: RowRecord, line: number): Share | undefined;
  /**
   * @param line 0, or more for the further lines of a record whose codes need more slots
   * @param units the cell's printed units, where they were reconciled with the total
   */
  cell(record: RowRecord, line: number, units?: number): string;
  /** For a sign apart from its digits: whether these are the digits. */
  signOf?(other: PlannedColumn): boolean;
  /** What stands in the file for a record, without checks; undefined for columns of pay codes. */
  plain?(record: RowRecord): string;
}

/** How a section's columns are laid out for the pay codes that occur. */
export interface ColumnPlan {
  readonly columns: readonly PlannedColumn[];
  /** Lines that a record needs: more than 1 where its codes overflow the slots. */
  lines(record: RowRecord): number;
}

/** What the layout of a section's columns depends on. */
export interface PlanInput {
  readonly context: RenderContext;
  readonly file: ResolvedFile;
  readonly section: SectionSpec;
  readonly fields: FieldValues;
  readonly records: readonly RowRecord[];
  /** Whether pay codes whose minutes are zero have slots, too. */
  readonly keepsZeros: boolean;
}

/** A section, or a row of a tree, as it is about to be written. */
export interface LaidOutSection {
  readonly spec: TextSpec;
  readonly file: Pick<ResolvedFile, 'spec' | 'mentions'>;
  readonly part: FilePart;
  /** The number of the section in its file, or the place of the value in its tree. */
  readonly place: number | string;
  readonly section: Pick<SectionSpec, 'data' | 'group'>;
  readonly columns: readonly AmountSource[];
  readonly records: readonly RowRecord[];
  /** Lines that a record needs. */
  readonly lines: (record: RowRecord) => number;
  /** Printed units that were reconciled with a total. */
  readonly units: ColumnUnits;
}

/** What of a column says what it adds up. */
export type AmountSource = Pick<
  PlannedColumn,
  'spec' | 'format' | 'heading' | 'isAmount' | 'quantity' | 'share' | 'plain'
>;

/** Printed units of a column's cells; undefined if a cell is rounded by itself. */
export interface CellUnits {
  /** @param line of the record: slots have another pay code on each */
  get(record: RowRecord, line: number): number | undefined;
}

/** By column, where units were reconciled with a total, or are given. */
export type ColumnUnits = readonly (CellUnits | undefined)[];
