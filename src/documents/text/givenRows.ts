import { createHash } from 'node:crypto';
import { groupBy } from '../../domain/collections.js';
import type { FurtherAmounts } from '../../domain/corrections/exportedLine.js';
import { parseRowName, type RowIdentity } from '../../domain/corrections/rowName.js';
import { message } from '../../i18n/message.js';
import type { DataRow, DataSet, Field } from '../dataSet.js';
import {
  type AmountCell,
  amountCells,
  columnNumbers,
  hasAmountColumn,
  PAY_LINES_SET,
} from './amountCells.js';
import { AmountHomes } from './amountHomes.js';
import { isSign } from './columnSpec.js';
import { CorrectionReadBack, differs } from './correctionReadBack.js';
import {
  type FilePart,
  fingerprintOfDigest,
  partsOfPeriod,
  usesFingerprint,
  wholeOf,
  wholePeriod,
} from './filePart.js';
import { allSections, type FileSpec, hasRows, type SectionSpec } from './fileSpec.js';
import { type GivenAmount, GivenCells, isAlike, isAt, unitsIn } from './givenCells.js';
import { amountFields, codedAmounts, dayRow, knownOf, sumsOf } from './givenValues.js';
import type { ColumnUnits, LaidOutSection } from './plannedColumn.js';
import { type RenderContext, whenHolds } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { fieldsKey, mergeGiven, NO_CODES, type RowRecord } from './rowRecords.js';
import { furtherKey, type GivenLayout, type RowUnits, type WrittenLine } from './rowUnits.js';
import { switchedOffBy } from './switchedOff.js';
import type { TreeRows } from './treeSpec.js';

/** A record of a correction file: what it shows, and its amounts. */
export interface GivenRecord {
  /** The name of its rows in the ledger, without the days of the final. */
  readonly record: string;
  /** The days of the final. */
  readonly from: string;
  readonly to: string;
  readonly shown: DataRow;
  readonly amounts: readonly GivenAmount[];
  readonly further: FurtherAmounts;
}

/** A record in a file, with its name. */
interface Placed extends GivenRecord {
  readonly name: RowIdentity;
  /** Equal for records of one file. */
  readonly partKey: string;
}

/**
 * Lays out records that were decided elsewhere: their values and amounts are printed as they are given, and no filter,
 * group or split of the template is applied to them.
 */
export class GivenRows implements RowUnits, GivenLayout {
  readonly keepsZeros = true;
  readonly isWritten = true;
  readonly given = this;
  readonly #records: readonly Placed[];
  readonly #recordOf = new WeakMap<RowRecord | DataRow, Placed>();
  readonly #treeRows = new Map<string, readonly DataRow[]>();
  readonly #readBacks = new Map<string, CorrectionReadBack>();
  readonly #homes = new Map<FileSpec, AmountHomes>();
  readonly #homeOf = new Map<Placed, TreeRows | undefined>();
  /** How often each line or value of a record was written. */
  readonly #written = new Map<Placed, Map<string, number>>();
  /** The cell that has an amount. */
  readonly #cellOf = new Map<GivenAmount, string>();

  constructor(
    readonly context: RenderContext,
    records: readonly GivenRecord[],
  ) {
    for (const file of this.#files)
      if (file.tree !== undefined) this.#homes.set(file, new AmountHomes(context, file.tree));
    this.#records = records.flatMap((record) => {
      const name = parseRowName(record.record);
      const partKey = JSON.stringify([name.month ?? null, name.part ?? null]);
      return this.#byHome({ ...record, name, partKey });
    });
  }

  /** A record of a tree, divided by the elements of its amounts. */
  #byHome(record: Placed): Placed[] {
    const homes = this.#homes.get(this.#files[record.name.file ?? 0] ?? this.context.spec);
    if (homes === undefined || record.amounts.length === 0) return [record];
    const unclear = record.amounts.find((amount) => homes.isUnclear(amount, record.shown));
    if (unclear !== undefined) {
      const column = unclear.place ?? '';
      this.context.problems.add(message('template.tree.alike', { name: column }), { column });
    }
    return [...groupBy(record.amounts, (amount) => homes.of(amount, record.shown))].map(([home, amounts]) => {
      const own = { ...record, amounts };
      this.#homeOf.set(own, home);
      return own;
    });
  }

  hasFile(file: FileSpec): boolean {
    return !hasRows(file) || this.#of(file).length > 0;
  }

  partsOf(file: FileSpec): FilePart[] {
    const { context } = this;
    const asked = wholePeriod(context.model.run);
    const keys = [...new Set(this.#of(file).map(({ partKey }) => partKey))].sort();
    if (keys.length === 0) return [asked];
    return keys.map((key) => {
      const own = this.#of(file).filter(({ partKey }) => partKey === key);
      const parts = own.map(({ name, from, to }) => {
        const days = partsOfPeriod(context, file, wholeOf({ from, to, label: asked.label }), [
          name.part ?? '',
        ]);
        return days.find(({ month }) => month === name.month) ?? days[0] ?? asked;
      });
      const [first = asked] = parts;
      const from = parts.map((part) => part.from).sort()[0] ?? first.from;
      const to =
        parts
          .map((part) => part.to)
          .sort()
          .at(-1) ?? first.to;
      const fingerprint = usesFingerprint(file) ? fingerprintOf(own) : '';
      // Parts of several finals: the label of one of them could be that of another file.
      const { label, value } = first;
      const named = value === undefined ? `${asked.label}_${first.month.slice(0, 'YYYY-MM'.length)}` : label;
      const part = { ...first, from, to, accepts: () => true, givenKey: key, fingerprint };
      return { ...part, label: keys.length === 1 ? asked.label : named };
    });
  }

  recordsOf(file: FileSpec, part: FilePart, section: SectionSpec): RowRecord[] {
    const place = allSections(file).indexOf(section);
    const own = this.#inPart(file, part).filter((record) => this.#sectionOf(file, record) === place);
    const ofBlock = own.filter(
      ({ shown }) => part.eachOf === undefined || fieldsKey(shown, part.eachOf) === part.eachKey,
    );
    return ofBlock.map((record) => {
      const made = this.#rowRecord(record, section);
      this.#recordOf.set(made, record);
      return made;
    });
  }

  blockRows(file: FileSpec, part: FilePart, each: readonly string[]): DataRow[] {
    const own = this.#inPart(file, part).filter(({ shown }) => each.every((name) => name in shown));
    return [...groupBy(own, ({ shown }) => fieldsKey(shown, each)).values()].map((same) =>
      mergeGiven(
        this.#fieldsOf(PAY_LINES_SET),
        same.map((record) => ({ ...record.shown, ...sumsOf(record) })),
      ),
    );
  }

  treeRows(file: FileSpec, part: FilePart): readonly DataRow[] {
    const key = JSON.stringify([this.#files.indexOf(file), part.givenKey]);
    const known = this.#treeRows.get(key);
    if (known !== undefined) return known;
    const rows = this.#inPart(file, part).map((record) => {
      const row = amountFields(record, this.#fieldsOf(dataOf(record)));
      this.#recordOf.set(row, record);
      return row;
    });
    this.#treeRows.set(key, rows);
    return rows;
  }

  knownRows(row: DataRow): readonly DataRow[] {
    const record = this.#recordOf.get(row);
    if (record === undefined) return [row];
    return knownOf(record);
  }

  isWithin(file: FileSpec, row: DataRow, rows: TreeRows): boolean {
    const record = this.#recordOf.get(row);
    const home = record && this.#homeOf.get(record);
    return this.#homes.get(file)?.isWithin(home, rows) ?? true;
  }

  elementKey(row: DataRow): string {
    const found = this.#recordOf.get(row);
    return found === undefined ? '' : String(this.#records.indexOf(found));
  }

  decide(section: LaidOutSection): ColumnUnits {
    const decided = section.columns.map(() => new GivenCells());
    const numbers = columnNumbers(section.columns);
    for (const cells of byRecord(amountCells(section)).values())
      this.#decideRecord(section, cells, numbers, decided);
    for (const record of section.records) {
      const further = this.#recordOf.get(record)?.further ?? {};
      for (const [index, column] of section.columns.entries())
        for (let line = 0; line < section.lines(record); line++) {
          const code = column.share?.(record, line)?.value;
          const amount = further[furtherKey(numbers[index] ?? 0, code)];
          if (amount !== undefined) decided[index]?.set(record, line, amount.units);
        }
    }
    return decided;
  }

  /** Amounts are in their own place; after a change of the layout, in the first that has their unit. */
  #decideRecord(
    { file: { spec }, place }: LaidOutSection,
    cells: readonly AmountCell[],
    numbers: readonly number[],
    decided: readonly GivenCells[],
  ): void {
    const [first] = cells;
    if (first === undefined) return;
    const keyOf = ({ index, line }: AmountCell) => JSON.stringify([place, index, line]);
    const keys = new Set(cells.map(keyOf));
    const isOpen = (amount: GivenAmount) => keys.has(this.#cellOf.get(amount) ?? keyOf(first));
    const open = new Set(this.#amountsAt(first.record).filter(isOpen));
    const take = (isOwn: (amount: GivenAmount, cell: AmountCell) => boolean) => {
      for (const cell of cells) {
        const own = [...open].filter((amount) => isOwn(amount, cell));
        if (own.length === 0) continue;
        for (const amount of own) {
          open.delete(amount);
          this.#cellOf.set(amount, keyOf(cell));
        }
        const units = own.reduce((sum, amount) => sum + unitsIn(cell, amount), 0);
        decided[cell.index]?.add(cell.record, cell.line, units);
      }
    };
    take((amount, cell) => isAt(amount, cell, numbers));
    // Other values of a tree are decided on their own: what has a place there is not for this one.
    take((amount, cell) => this.#homes.get(spec)?.has(amount.place) !== true && isAlike(amount, cell));
    // A total of some rows would add up the others if it was computed from the values of the record.
    for (const { index, column, record, line } of cells)
      if (column.spec.adds !== undefined && decided[index]?.get(record, line) === undefined)
        decided[index]?.set(record, line, 0);
  }

  noteWritten({ file, part, record, line, columns, cells, units }: WrittenLine): void {
    const shown = cells.filter((_, index) => columns[index]?.spec.hidden === undefined);
    const amounts = columns.flatMap(({ spec, format, heading }, index) => {
      const given = units[index]?.get(record, line);
      if (given === undefined || spec.hidden !== undefined || isSign(spec)) return [];
      const scale = format.kind === 'number' ? (format.scale ?? format.unitsOfOne ?? 1) : undefined;
      return [{ text: cells[index] ?? '', spec, units: given, scale, heading }];
    });
    const signs = columns.flatMap(({ spec, heading, signOf }, at) => {
      const own = columns.flatMap((other, index) => (signOf?.(other) === true ? [units[index]] : []));
      const given = own.flatMap((each) => each?.get(record, line) ?? []);
      const text = cells[at] ?? '';
      return spec.hidden ? [] : given.map((each) => ({ text, spec, units: each, scale: undefined, heading }));
    });
    this.readBackOf(file, part).add(shown, [...amounts, ...signs]);
    // Two elements with one name can have minutes and times.
    const names = columns.map(({ heading, spec }) => [heading, spec.amount ?? spec.field ?? null]);
    const key = JSON.stringify([names, line]);
    for (const own of this.#placedIn(record)) {
      const counts = this.#written.get(own) ?? new Map<string, number>();
      this.#written.set(own, counts.set(key, (counts.get(key) ?? 0) + 1));
    }
  }

  readBackOf(file: FileSpec, part: FilePart): CorrectionReadBack {
    const key = JSON.stringify([this.#files.indexOf(file), part.givenKey]);
    const known = this.#readBacks.get(key) ?? new CorrectionReadBack();
    this.#readBacks.set(key, known);
    return known;
  }

  readBack(file: ResolvedFile, part: FilePart, bytes: Uint8Array): void {
    this.readBackOf(file.spec, part).check(this.context.templateName, bytes, file);
  }

  proveWritten(): void {
    const { context } = this;
    for (const record of this.#records) {
      const counts = [...(this.#written.get(record)?.values() ?? [])];
      const open = record.amounts.filter((amount) => amount.units !== 0);
      const isMissing = open.length > 0 && counts.length === 0;
      const isWritten = !isMissing && open.every((amount) => this.#cellOf.has(amount));
      if (isWritten && counts.every((count) => count === 1)) continue;
      const { name } = record;
      const value = JSON.stringify(name.values);
      const off = switchedOffBy(context, this.#files[name.file ?? 0], name.section);
      if (isWritten || off === undefined) throw differs(context.templateName, value);
      context.problems.add(message('template.correctionOff', { off }), { value });
    }
  }

  #placedIn(record: RowRecord): readonly Placed[] {
    const own = this.#recordOf.get(record);
    if (own !== undefined) return [own];
    return (record.members ?? [record.row]).flatMap((row) => this.#recordOf.get(row) ?? []);
  }

  #amountsAt(record: RowRecord): readonly GivenAmount[] {
    return this.#placedIn(record).flatMap(({ amounts }) => amounts);
  }

  get #files(): readonly FileSpec[] {
    const { spec } = this.context;
    return [spec, ...spec.companions];
  }

  #fieldsOf(data: string): readonly Field[] {
    return this.context.model.dataSets.get(data)?.fields ?? [];
  }

  #of(file: FileSpec): readonly Placed[] {
    const index = this.#files.indexOf(file);
    return this.#records.filter(({ name }) => (name.file ?? 0) === index);
  }

  #inPart(file: FileSpec, part: FilePart): readonly Placed[] {
    return this.#of(file).filter(({ partKey }) => partKey === part.givenKey);
  }

  /** The record's own section, or the first in use with the same data after a change of the layout. */
  #sectionOf(file: FileSpec, record: Placed): number {
    const sections = allSections(file);
    const own = record.name.section;
    const isUsable = (section: SectionSpec | undefined): section is SectionSpec =>
      section !== undefined && whenHolds(this.context, section.when) && section.data === dataOf(record);
    if (typeof own === 'number' && isUsable(sections[own])) return own;
    return sections.findIndex((section) => isUsable(section) && hasAmountColumn(section));
  }

  #rowRecord(record: Placed, section: SectionSpec): RowRecord {
    const row = amountFields(record, this.#fieldsOf(section.data));
    const { codes } = section;
    const byDay = record.amounts.filter(({ by }) => by === 'date');
    return {
      row,
      codes: codes === undefined ? NO_CODES : codedAmounts(record, codes.by),
      known: knownOf(record),
      ...(byDay.length === 0 ? {} : { members: byDay.map((amount) => dayRow(row, amount)) }),
    };
  }
}

/** Of what is written; lines that are only summed leave it as it is. */
function fingerprintOf(records: readonly GivenRecord[]): string {
  const text = JSON.stringify(records, (key, value) => (key === 'lines' ? undefined : value));
  return fingerprintOfDigest(createHash('sha256').update(text).digest('hex'));
}

function dataOf({ name }: Placed): DataSet['name'] {
  return name.data ?? PAY_LINES_SET;
}

function byRecord(cells: Iterable<AmountCell>): Map<RowRecord, AmountCell[]> {
  const records = new Map<RowRecord, AmountCell[]>();
  for (const cell of cells) {
    const known = records.get(cell.record);
    if (known === undefined) records.set(cell.record, [cell]);
    else known.push(cell);
  }
  return records;
}
