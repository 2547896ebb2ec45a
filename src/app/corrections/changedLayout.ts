import type { Template } from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import { hasAmountColumn, PAY_LINES_SET } from '../../documents/text/amountCells.js';
import { allSections } from '../../documents/text/fileSpec.js';
import { layoutOf } from '../../documents/text/layoutOf.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import { groupBy } from '../../domain/collections.js';
import {
  type Exported,
  type ExportedLine,
  RowMap,
  sumExports,
  type WrittenRecord,
  type WrittenRow,
} from '../../domain/corrections/exportedLine.js';
import { toPrintedUnits } from '../../domain/corrections/lineDifferences.js';
import { formatRowName, parseRowName, recordNameOf } from '../../domain/corrections/rowName.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { LinesBefore } from '../ledger/correctionBase.js';
import { rowKey } from '../ledger/exportedLines.js';
import type { Snapshot } from '../ledger/runSnapshot.js';

/** Whether the layout of a template in one of these runs differs from today's. */
export function isLayoutChanged(
  { name, spec }: TextTemplate,
  config: Snapshot['config'],
  runs: readonly Pick<Snapshot, 'templates' | 'config'>[],
): boolean {
  const today = layoutOf(spec, variablesOf(name, config));
  return runs.some((run) => {
    const then = run.templates.find((each) => each.name === name);
    return then?.kind === 'text' && layoutOf(then.spec, variablesOf(name, run.config)) !== today;
  });
}

/**
 * Whether an earlier version of the program recorded rows under names with other fields than today's: these are compared
 * as after a change of the layout.
 */
export function isNamedByEarlierVersion(recorded: Exported, fresh: Exported): boolean {
  const old = rowsOfEarlierVersions(recorded);
  if (old.length === 0) return false;
  const fieldsOf = new Map(fresh.rows.map(({ row }) => [placeOf(row), fieldNames(row)]));
  return old.some(({ row }) => (fieldsOf.get(placeOf(row)) ?? fieldNames(row)) !== fieldNames(row));
}

/** Earlier versions recorded no values of rows. */
export function rowsOfEarlierVersions({ rows, records }: Exported): readonly WrittenRow[] {
  const known = new Set(records.map(({ record }) => record));
  return rows.filter(({ row }) => !known.has(recordNameOf(row)));
}

function placeOf(row: string): string {
  const { file, section, data } = parseRowName(row);
  return JSON.stringify([file, section, data]);
}

function fieldNames(row: string): string {
  return Object.keys(parseRowName(row).values).join(' ');
}

/**
 * The recorded amounts of a template in its layout of today: each amount is in the row in which its line would be
 * written now, by employee, date, pay code, place and cost centre. A line that is gone has a row of its own.
 */
export function inLayoutOf(
  template: TextTemplate & Pick<Template, 'folder'>,
  { inFiles, settled }: LinesBefore,
  fresh: Exported,
): LinesBefore {
  const layout = new TodaysLayout(template, [...inFiles.lines, ...settled.lines], fresh);
  const [files, outside] = [layout.placed(inFiles), layout.placed(settled)];
  const lines = sumExports([toExported(files), toExported(outside)]).lines;
  const before = layout.written(lines, [inFiles, settled]);
  const own = layout.written(toExported(outside).lines, [settled]);
  const rest = sumExports([before, negated(own)]);
  return {
    before,
    settled: own,
    inFiles: { ...rest, lines: sumExports([toExported(files)]).lines },
  };
}

function toExported(lines: readonly ExportedLine[]): Exported {
  return { lines, rows: [], records: [] };
}

function negated({ rows, records }: Exported): Exported {
  return {
    lines: [],
    rows: rows.map((row) => ({ ...row, units: -row.units })),
    records: records.map((record) => ({
      ...record,
      further: Object.fromEntries(
        Object.entries(record.further).map(([column, amount]) => [
          column,
          { ...amount, units: -amount.units },
        ]),
      ),
    })),
  };
}

/** The rows of a template as it would write them now, with room for recorded amounts. */
class TodaysLayout {
  readonly #lines: ReadonlyMap<string, readonly ExportedLine[]>;
  readonly #room = new Map<ExportedLine, number>();
  readonly #rows = new RowMap<WrittenRow>();
  readonly #keyOf: (line: ExportedLine) => string;
  /** As in names of rows: undefined for pay lines. */
  readonly #dataSets: readonly (string | undefined)[];

  constructor(
    readonly template: TextTemplate,
    recorded: readonly ExportedLine[],
    readonly fresh: Exported,
  ) {
    this.#keyOf = commonKey(recorded, fresh.lines);
    this.#lines = groupBy(fresh.lines, this.#keyOf);
    this.#dataSets = allSections(template.spec)
      .filter(hasAmountColumn)
      .map(({ data }) => (data === PAY_LINES_SET ? undefined : data));
    for (const line of fresh.lines) this.#room.set(line, line.amount);
    for (const row of fresh.rows) this.#rows.set(row, row);
  }

  /** Lines in the rows of today. */
  placed({ lines }: Exported): ExportedLine[] {
    return [...groupBy(lines, this.#keyOf).values()].flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const amount = same.reduce((sum, line) => addQuantities(sum, line.amount), 0);
      const now = this.#lines.get(this.#keyOf(first)) ?? [];
      return now.length === 0 ? [{ ...this.#gone(first, same), amount }] : this.#shared(now, amount);
    });
  }

  /** The rows and records of some lines in today's layout. */
  written(lines: readonly ExportedLine[], recorded: readonly Exported[]): Exported {
    const [now, old] = [amountsByRow(this.fresh.lines), amountsByRow(lines)];
    const rows = [...old].flatMap(([row, amount]) => this.#row(row, amount, now.get(row), recorded));
    return { lines, rows, records: this.#records(rows, lines, recorded) };
  }

  #row(
    row: string,
    amount: number,
    freshAmount: number | undefined,
    recorded: readonly Exported[],
  ): WrittenRow[] {
    const name = { template: this.template.name, row };
    const own = this.#rows.get(name);
    // The same amount is printed in the same way.
    if (own !== undefined && amount === freshAmount) return [own];
    const { unit = 'minutes' } = parseRowName(row);
    const alike =
      own ?? [...this.fresh.rows, ...recorded.flatMap(({ rows }) => rows)].find((each) => each.unit === unit);
    if (alike === undefined) return [];
    const { unitsOfOne } = alike;
    return [{ ...name, unit, unitsOfOne, units: toPrintedUnits(amount, { unit, unitsOfOne }) }];
  }

  #records(
    rows: readonly WrittenRow[],
    lines: readonly ExportedLine[],
    recorded: readonly Exported[],
  ): WrittenRecord[] {
    const now = new Map(this.fresh.records.map((record) => [record.record, record]));
    const old = new Map(recorded.flatMap(({ records }) => records).map((record) => [record.record, record]));
    const minutesIn = minutesByRecord(lines);
    const freshMinutes = minutesByRecord(this.fresh.lines);
    return [...new Set(rows.map(({ row }) => recordNameOf(row)))].flatMap((record) => {
      const { template } = this;
      const today = now.get(record);
      if (today === undefined) return this.#goneRecord(record, old);
      const minutes = minutesIn.get(record) ?? 0;
      const further = Object.entries(today.further).map(([column, amount]) => {
        const { unitsOfOne } = amount;
        const isSame = unitsOfOne === null || minutes === freshMinutes.get(record);
        const units = isSame ? amount.units : toPrintedUnits(minutes, { unit: 'minutes', unitsOfOne });
        return [column, { units, unitsOfOne }] as const;
      });
      return [{ template: template.name, record, shown: today.shown, further: Object.fromEntries(further) }];
    });
  }

  /** What the record of a gone line showed, with the line's own day, code and place. */
  #goneRecord(record: string, old: ReadonlyMap<string, WrittenRecord>): WrittenRecord[] {
    const { values } = parseRowName(record);
    const origin = old.get(String(values[ORIGIN] ?? ''));
    if (origin === undefined) return [];
    const shown = { ...origin.shown, ...values };
    return [{ template: this.template.name, record, shown, further: {} }];
  }

  /** Amounts fill the lines of today, one after the other; the last of them has what is left. */
  #shared(now: readonly ExportedLine[], amount: number): ExportedLine[] {
    let left = amount;
    return now.flatMap((line, index) => {
      const room = Math.max(0, this.#room.get(line) ?? 0);
      const isLast = index === now.length - 1;
      const part = isLast || left < 0 ? left : Math.min(left, room);
      left = addQuantities(left, -part);
      this.#room.set(line, addQuantities(room, -part));
      return part === 0 ? [] : [{ ...line, amount: part }];
    });
  }

  /** The data set of a gone row; today's, if the template has no rows of its own any more. */
  #dataNow(data: string | undefined): string | undefined {
    const written = this.fresh.lines.map(({ row }) => parseRowName(row).data);
    const inUse = written.length > 0 ? written : this.#dataSets;
    return inUse.includes(data) ? data : inUse[0];
  }

  /** A line that is gone, in the row of the final; corrections of it are in a row derived from that one. */
  #gone(first: ExportedLine, same: readonly ExportedLine[]): ExportedLine {
    const isDerived = ({ row }: ExportedLine) => ORIGIN in parseRowName(row).values;
    const line = same.find((each) => !isDerived(each)) ?? first;
    if (isDerived(line)) return line;
    const { date, payCode, establishment, costCenter, row } = line;
    const { values, by, code, data, unit, file, ...place } = parseRowName(row);
    const { spec } = this.template;
    const isByDay = allSections(spec).some(({ columns }) => columns.some(({ days }) => days !== undefined));
    const own = {
      ...values,
      date,
      payCode,
      'establishment.id': establishment,
      ...(costCenter === null ? {} : { costCenter }),
      ...(by === 'external' && code !== undefined ? { external: code } : {}),
      [ORIGIN]: recordNameOf(row),
    };
    // In the file of its month or value, if the final was split.
    const { month = `${date.slice(0, 7)}-01`, part } = place;
    const split = spec.split === undefined ? {} : { month, part };
    const column = isByDay ? { by: 'date', code: date } : {};
    const name = formatRowName({ file, ...split, values: own, ...column, unit, data: this.#dataNow(data) });
    const [days = ''] = row.split(' ', 1);
    const [from = '', to = ''] = days.split('..');
    return { ...line, row: rowKey({ from, to } as Parameters<typeof rowKey>[0], name) };
  }
}

/**
 * What a line is known by on both sides. Cost centres, the names of columns and days are left out if only one side has
 * them: the same time must not be paid again under another name.
 */
function commonKey(
  recorded: readonly ExportedLine[],
  fresh: readonly ExportedLine[],
): (line: ExportedLine) => string {
  const hasCenters = (lines: readonly ExportedLine[]) => lines.some(({ costCenter }) => costCenter !== null);
  const withCenters = hasCenters(recorded) && hasCenters(fresh);
  const sets = (lines: readonly ExportedLine[]) =>
    new Set(lines.map(({ row }) => parseRowName(row).data ?? ''));
  const [before, after] = [sets(recorded), sets(fresh)];
  const isAlike = before.size === 0 || after.size === 0 || [...before].every((name) => after.has(name));
  return ({ employeeId, date, payCode, establishment, costCenter, unit }) =>
    isAlike
      ? JSON.stringify([employeeId, date, payCode, establishment, withCenters ? costCenter : null, unit])
      : JSON.stringify([employeeId, unit]);
}

/** The record in which a gone line was. */
const ORIGIN = 'recorded in';

function amountsByRow(lines: readonly ExportedLine[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { row, amount } of lines) amounts.set(row, addQuantities(amounts.get(row) ?? 0, amount));
  return amounts;
}

function minutesByRecord(lines: readonly ExportedLine[]): Map<string, number> {
  const minutes = new Map<string, number>();
  for (const { row, amount, unit } of lines) {
    if (unit !== 'minutes') continue;
    const record = recordNameOf(row);
    minutes.set(record, (minutes.get(record) ?? 0) + amount);
  }
  return minutes;
}
