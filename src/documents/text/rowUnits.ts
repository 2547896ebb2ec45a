import type { DataRow } from '../dataSet.js';
import { type FilePart, sectionsOf } from './filePart.js';
import type { ColumnUnits } from './lineOmission.js';
import type { PlannedColumn } from './plannedColumn.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecord.js';
import type { SectionSpec } from './sectionSpec.js';
import type { TextSpec } from './textTemplate.js';

/** A section as it is about to be written. */
export interface LaidOutSection {
  readonly spec: TextSpec;
  readonly file: ResolvedFile;
  readonly part: FilePart;
  readonly section: SectionSpec;
  readonly columns: readonly PlannedColumn[];
  readonly records: readonly RowRecord[];
  /** Printed units that were reconciled with a total. */
  readonly units: ColumnUnits;
}

/** Looks at, or decides, what is printed: corrections go by the units of the file, not by minutes. */
export interface RowUnits {
  /** Printed units per column and record; undefined leaves a column to its own rounding. */
  decide(section: LaidOutSection): ColumnUnits;
}

/** Minutes that one row of a file sums up, as they are printed. */
export interface WrittenAmount {
  /** The same for the same row of another rendering of this template. */
  readonly row: string;
  readonly units: number;
  readonly unitsPerHour: number;
  /** Rows of the data set that are summed into it. */
  readonly members: readonly DataRow[];
}

const MINUTES_PER_HOUR = 60;

/** Collects every row of a template's files that sums up minutes of pay codes; what is printed stays as it is. */
export class CollectedUnits implements RowUnits {
  readonly amounts: WrittenAmount[] = [];

  decide(section: LaidOutSection): ColumnUnits {
    for (const { index, column, code } of amountColumns(section)) {
      for (const record of section.records) {
        const minutes = column.quantity(record, 0);
        const { format } = column;
        if (typeof minutes !== 'number' || format.kind !== 'number') continue;
        const members = membersOf(record, section, code);
        if (members.length === 0) continue;
        this.amounts.push({
          row: rowName(section, record, column, code),
          units: section.units[index]?.get(record) ?? format.number.toUnits(minutes),
          unitsPerHour: format.scale ?? MINUTES_PER_HOUR,
          members,
        });
      }
    }
    return section.units;
  }
}

/** Prints the units that were decided for a row, whatever its minutes would be rounded to. */
export class GivenUnits implements RowUnits {
  readonly #units: ReadonlyMap<string, number>;

  constructor(units: ReadonlyMap<string, number>) {
    this.#units = units;
  }

  decide(section: LaidOutSection): ColumnUnits {
    const decided = [...section.units];
    for (const { index, column, code } of amountColumns(section)) {
      const units = new Map(section.units[index] ?? []);
      for (const record of section.records) {
        const given = this.#units.get(rowName(section, record, column, code));
        if (given !== undefined) units.set(record, given);
      }
      decided[index] = units;
    }
    return decided;
  }
}

interface AmountColumn {
  readonly index: number;
  readonly column: PlannedColumn;
  /** The pay code of a column that holds one. */
  readonly code: string | undefined;
}

/** Columns of pay codes; else the first column with the row's minutes. */
function amountColumns({ section, columns }: LaidOutSection): AmountColumn[] {
  if (section.data !== 'pay-lines') return [];
  const coded = columns.flatMap((column, index) =>
    column.isAmount && (column.spec.pivot !== undefined || column.spec.code !== undefined)
      ? [{ index, column, code: column.heading }]
      : [],
  );
  const plain = columns.findIndex(({ isAmount, spec }) => isAmount && spec.field === 'minutes');
  const column = columns[plain];
  return column === undefined ? coded : [...coded, { index: plain, column, code: undefined }];
}

function membersOf(
  record: RowRecord,
  { section }: LaidOutSection,
  code: string | undefined,
): readonly DataRow[] {
  const members = record.members ?? [record.row];
  const by = section.codes?.by;
  return code === undefined || by === undefined ? members : members.filter((member) => member[by] === code);
}

const OWN_FIELDS = ['employee.id', 'date', 'payCode', 'kind', 'establishment.id', 'team.id', 'task.id'];

/** File, section, month of the file where it is cut, what the row is grouped by, the code, and the unit. */
function rowName(
  { spec, file, part, section }: LaidOutSection,
  { row }: RowRecord,
  { format }: PlannedColumn,
  code: string | undefined,
): string {
  const files: readonly unknown[] = [spec, ...spec.companions];
  const unitsPerHour = format.kind === 'number' ? (format.scale ?? MINUTES_PER_HOUR) : MINUTES_PER_HOUR;
  const values = (section.group ?? OWN_FIELDS).map((name) => [name, row[name] ?? null]);
  return JSON.stringify({
    file: files.indexOf(file.spec),
    section: sectionsOf(file.spec).indexOf(section),
    ...(file.spec.split === undefined ? {} : { month: part.month }),
    values: Object.fromEntries(values),
    ...(code === undefined ? {} : { by: section.codes?.by ?? '', code }),
    unitsPerHour,
  });
}
