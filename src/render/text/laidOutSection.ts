import type { FilePart } from './filePart.js';
import type { ColumnUnits } from './lineOmission.js';
import type { PlannedColumn } from './plannedColumn.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecord.js';
import type { SectionSpec } from './sectionSpec.js';
import type { TextSpec } from './textTemplate.js';

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
