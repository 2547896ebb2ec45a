import { groupBy } from '../collections.js';
import { addQuantities } from '../pay/payLine.js';
import {
  addFurther,
  type Exported,
  type ExportedLine,
  type FurtherAmount,
  type FurtherAmounts,
  type LineKey,
  rowKeyText,
  type ShownValues,
  type WrittenRecord,
  type WrittenRow,
} from './exportedLine.js';
import {
  type LineDifference,
  movedAmount,
  type RecordDifference,
  type RowDifference,
  sumMovedAmounts,
  toPrintedUnits,
} from './lineDifferences.js';
import { recordNameOf } from './rowName.js';

/**
 * The lines that a correction adds to the ledger. Together they are the whole difference, in amounts and in the file's
 * units.
 */
export interface Postings {
  readonly exported: Exported;
  /** Paid outside files: recorded, but never in a file. */
  readonly settled: Exported;
}

/** The values of a record whose values were not recorded, for a line in it. */
export type FindShown = (record: Pick<RecordDifference, 'record' | 'shown'>, key: LineKey) => ShownValues;

/**
 * Divides differences between the files and settlements. In a row with both, the settled amount is rounded separately
 * and the file has the rest, so that the row adds up.
 */
export function buildPostings(
  differences: readonly LineDifference[],
  isSettled: (difference: LineDifference) => boolean,
  shownOf: FindShown = ({ shown = {} }) => shown,
): Postings {
  const settledLines = differences.filter(isSettled);
  const outside = new Set(settledLines);
  const exportedLines = differences.filter((difference) => !outside.has(difference));
  const settledByRow = groupBy(settledLines, ({ key }) => rowKeyText(key));
  const exportedRows = new Set(exportedLines.map(({ key }) => rowKeyText(key)));
  const rows = differences.flatMap(({ written }) => written ?? []);
  const settledUnits = (row: RowDifference): number => {
    const mine = settledByRow.get(rowKeyText(row)) ?? [];
    if (exportedRows.has(rowKeyText(row))) return toPrintedUnits(sumMovedAmounts(mine), row);
    return row.afterUnits - row.beforeUnits;
  };
  const records = dividedRecords(differences, outside, shownOf);
  const further = new Set(records.flatMap(({ exported }) => (isChanged(exported) ? [exported.record] : [])));
  return {
    exported: {
      lines: exportedLines.map(toExportedLine),
      rows: rows.flatMap((row) => {
        const units = row.afterUnits - row.beforeUnits - settledUnits(row);
        return rowOf(row, units, further.has(row.record.record));
      }),
      records: records.map(({ exported }) => exported),
    },
    settled: {
      lines: settledLines.map(toExportedLine),
      rows: rows.flatMap((row) => rowOf(row, settledUnits(row), false)),
      records: records.map(({ settled }) => settled),
    },
  };
}

/** The records of some differences, divided like their lines. */
function dividedRecords(
  differences: readonly LineDifference[],
  outside: ReadonlySet<LineDifference>,
  shownOf: FindShown,
): { readonly exported: WrittenRecord; readonly settled: WrittenRecord }[] {
  const groups = groupBy(differences, ({ key }) => JSON.stringify([key.template, recordNameOf(key.row)]));
  return [...groups.values()].flatMap((mine) => {
    const parts = mine.flatMap(({ written }) => written?.record ?? []);
    const [record] = parts;
    const [first] = mine;
    if (record === undefined || first === undefined) return [];
    const { template } = first.key;
    const shown = shownOf(record, first.key);
    const settled = mine.filter((difference) => outside.has(difference));
    const isPart = parts.some((part) => part.isPart);
    const further = divideFurther(record.further, mine, settled, isPart);
    const common = { template, record: record.record, shown };
    return [
      {
        exported: { ...common, further: further.exported },
        settled: { ...common, further: further.settled },
      },
    ];
  });
}

/**
 * The file's and the settled part of the changes of further amounts. An amount that is not the time of the rows cannot
 * be divided: it changes with the last of the lines.
 */
function divideFurther(
  whole: FurtherAmounts,
  mine: readonly LineDifference[],
  settled: readonly LineDifference[],
  isPart: boolean,
): { readonly exported: FurtherAmounts; readonly settled: FurtherAmounts } {
  const roundedOf = (some: readonly LineDifference[]): FurtherAmounts => {
    const times = some.filter(({ key }) => key.unit === 'minutes');
    return mapFurther(whole, ({ unitsOfOne }) =>
      unitsOfOne === null ? 0 : toPrintedUnits(sumMovedAmounts(times), { unit: 'minutes', unitsOfOne }),
    );
  };
  const none = mapFurther(whole, () => 0);
  const moved = isPart ? roundedOf(mine) : whole;
  if (settled.length === mine.length) return { exported: none, settled: moved };
  const outside = settled.length === 0 ? none : roundedOf(settled);
  return { exported: addFurther(moved, outside, -1), settled: outside };
}

function mapFurther(further: FurtherAmounts, unitsOf: (amount: FurtherAmount) => number): FurtherAmounts {
  return Object.fromEntries(
    Object.entries(further).map(([column, amount]) => [column, { ...amount, units: unitsOf(amount) }]),
  );
}

/** The amount that a difference adds to the exports. */
export function toExportedLine(difference: LineDifference) {
  return { ...difference.key, amount: movedAmount(difference) };
}

/** @param isShown a row without a change of its own is written if another column of its record changes */
function rowOf({ template, row, unit, unitsOfOne }: RowDifference, units: number, isShown: boolean) {
  return units === 0 && !isShown ? [] : [{ template, row, unit, units, unitsOfOne }];
}

function isChanged({ further }: WrittenRecord): boolean {
  return Object.values(further).some(({ units }) => units !== 0);
}

/** Some lines of exports, with their rows. A row that has other lines too has the rounded amount of these. */
export function partOfExports(
  { lines, rows, records }: Exported,
  isWanted: (line: ExportedLine) => boolean,
): Exported {
  const wanted = lines.filter(isWanted);
  const [own, all] = [linesByRow(wanted), linesByRow(lines)];
  const [inRecord, allInRecord] = [linesByRecord(wanted), linesByRecord(lines)];
  return {
    lines: wanted,
    rows: rows.flatMap((row) => {
      const mine = own.get(rowKeyText(row)) ?? [];
      if (mine.length === 0) return [];
      if (mine.length === all.get(rowKeyText(row))?.length) return [row];
      return [{ ...row, units: toPrintedUnits(sumAmounts(mine), row) }];
    }),
    records: records.flatMap((record) => {
      const key = rowKeyText({ template: record.template, row: record.record });
      const mine = inRecord.get(key) ?? [];
      if (mine.length === 0) return [];
      if (mine.length === allInRecord.get(key)?.length) return [record];
      const minutes = sumAmounts(mine.filter(({ unit }) => unit === 'minutes'));
      const further = mapFurther(record.further, ({ unitsOfOne }) =>
        unitsOfOne === null ? 0 : toPrintedUnits(minutes, { unit: 'minutes', unitsOfOne }),
      );
      return [{ ...record, further }];
    }),
  };
}

function linesByRow(lines: readonly ExportedLine[]): Map<string, ExportedLine[]> {
  return groupBy(lines, rowKeyText);
}

function linesByRecord(lines: readonly ExportedLine[]): Map<string, ExportedLine[]> {
  return groupBy(lines, ({ template, row }) => rowKeyText({ template, row: recordNameOf(row) }));
}

function sumAmounts(lines: readonly ExportedLine[]): number {
  return lines.reduce((sum, { amount }) => addQuantities(sum, amount), 0);
}

/**
 * The correct rows of a period, without settlements, because the target would pay those again. A row that the target
 * has and that is now zero is included with 0; a zero row that the target never had is left out.
 * @param right the amounts that files will have sent to the target after this one
 * @param inFiles the part of them that files have sent before: also rows that earlier corrections set to 0
 */
export function restatedRows(
  right: Pick<Exported, 'rows'>,
  inFiles: Pick<Exported, 'rows'>,
): readonly WrittenRow[] {
  const written = new Set(inFiles.rows.map(rowKeyText));
  return right.rows.filter((row) => row.units !== 0 || written.has(rowKeyText(row)));
}
