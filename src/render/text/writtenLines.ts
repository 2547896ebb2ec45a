import { groupBy } from '../../domain/collections.js';
import { type ColumnUnits, lineOmission } from './lineOmission.js';
import type { NumberFormat } from './numberFormat.js';
import type { ColumnPlan, PlannedColumn } from './plannedColumn.js';
import type { RowRecord } from './rowRecord.js';

/** Records with the columns that they are written in. */
export interface LaidOutRecords {
  readonly plan: ColumnPlan;
  readonly units: ColumnUnits;
  readonly records: Iterable<RowRecord>;
}

/** What a section adds up to. */
export interface SectionSums {
  readonly lines: number;
  readonly columns: readonly {
    readonly heading: string;
    readonly format: NumberFormat;
    readonly units: number;
  }[];
}

/** The fields of each line, in a list that is used again for the next. @param sums printed units by column: are added up */
export function* writtenLines(
  { plan, units, records }: LaidOutRecords,
  sums: number[],
): Generator<readonly string[]> {
  const { columns } = plan;
  const cells = columns.map(() => '');
  const isOmitted = lineOmission(columns, units);
  const hasTotals = columns.some(({ spec }) => spec.total);
  for (const record of records) {
    const count = plan.lines(record);
    for (let line = 0; line < count; line++) {
      if (isOmitted(record, line)) continue;
      for (let index = 0; index < columns.length; index++)
        cells[index] = columns[index]?.cell(record, line, units[index]?.get(record, line)) ?? '';
      if (line === 0 && hasTotals) addUp(columns, record, units, sums);
      yield cells;
    }
  }
}

/** The same sums and lines as writing gives. */
export function foreseenSums({ plan, records, units }: LaidOutRecords): SectionSums {
  const sums = plan.columns.map(() => 0);
  const isOmitted = lineOmission(plan.columns, units);
  let lines = 0;
  for (const record of records) {
    for (let line = 0; line < plan.lines(record); line++) {
      if (isOmitted(record, line)) continue;
      if (line === 0) addUp(plan.columns, record, units, sums);
      lines++;
    }
  }
  const columns = plan.columns.flatMap(({ spec, format, heading }, index) => {
    if (!spec.total || format.kind !== 'number') return [];
    return [{ heading, format: format.number, units: sums[index] ?? 0 }];
  });
  return { lines, columns };
}

/** Printed units: what is printed below is the sum of what is printed above. */
function addUp(
  columns: readonly PlannedColumn[],
  record: RowRecord,
  units: ColumnUnits,
  sums: number[],
): void {
  columns.forEach(({ spec, format, quantity }, index) => {
    if (!spec.total || format.kind !== 'number') return;
    const amount = quantity(record, 0);
    if (typeof amount === 'number')
      sums[index] = (sums[index] ?? 0) + (units[index]?.get(record, 0) ?? format.number.toUnits(amount));
  });
}

/** Lines and printed sums of several sections together. */
export function sumsTogether(sums: readonly SectionSums[]): {
  lines: number;
  totals: Readonly<Record<string, string>>;
} {
  const columns = groupBy(
    sums.flatMap((each) => each.columns),
    ({ heading }) => heading,
  );
  const totals = [...columns].map(([heading, same]) => {
    const units = same.reduce((sum, each) => sum + each.units, 0);
    return [heading, same[0]?.format.print(units) ?? ''] as const;
  });
  return { lines: sums.reduce((sum, each) => sum + each.lines, 0), totals: Object.fromEntries(totals) };
}
