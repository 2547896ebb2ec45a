import { buildModel } from '../../documents/buildModel.js';
import type { DataRow } from '../../documents/dataSet.js';
import type { OutputFile } from '../../documents/outputFile.js';
import { renderJob, renderTemplate } from '../../documents/template/renderTemplate.js';
import type { Template } from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import type { GivenAmount } from '../../documents/text/givenCells.js';
import type { GivenRecord } from '../../documents/text/givenRows.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import { groupBy } from '../../domain/collections.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { correctionName, parseCorrectionName } from '../../domain/corrections/correctionName.js';
import {
  addFurther,
  type Exported,
  type ExportedLine,
  type FurtherAmounts,
  type ShownValues,
} from '../../domain/corrections/exportedLine.js';
import type { FindShown } from '../../domain/corrections/postings.js';
import {
  amountPlaceOf,
  amountPlaceText,
  parseRowName,
  recordNameOf,
} from '../../domain/corrections/rowName.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { Period } from '../../domain/period/period.js';
import type { RunInputs } from '../compute/employerInputs.js';
import { unqualifiedRow } from '../ledger/exportedLines.js';

/** A record of a correction file: a line or element with its amounts. */
export interface CorrectionRecord {
  /** With the days of its final. */
  readonly record: string;
  readonly shown: ShownValues;
  readonly further: FurtherAmounts;
  readonly rows: readonly CorrectionRow[];
  /** Whether a reversal takes back these amounts, which are in an earlier file. */
  readonly isTakenBack?: boolean;
}

/** An amount of such a record. */
export interface CorrectionRow {
  readonly row: string;
  readonly unit: AmountUnit;
  /** Printed whole units, signed. */
  readonly units: number;
  /** Units of an hour, a count or a day. */
  readonly unitsOfOne: number;
  /** In minutes, counts or days. */
  readonly amount: number;
  /** The pay lines that it sums; undefined if it is no sum of pay lines. */
  readonly lines?: readonly DataRow[] | undefined;
}

/** The number in a correction file's name: `bakery_2026-10_pay-lines_corrections-2.csv`. */
export type FileNumber = (stem: string, extension: string) => number;

export interface CorrectionFile {
  readonly template: TextTemplate & Template;
  readonly prepared: Pick<RunInputs, 'config'>;
  /** A period of these days, for facts about the run. */
  readonly computed: ComputedPeriod;
  /** The period of the file. */
  readonly period: Period;
  readonly records: readonly CorrectionRecord[];
  readonly numberOf: FileNumber;
  /** Zeros are printed even if the template omits them, because the target would keep the old value. */
  readonly zeros: 'as-declared' | 'printed';
}

/**
 * The files of one template with these records: its dialect, headings, encoding and texts, but none of its filters,
 * groups and splits. @throws RenderRefused
 */
export async function renderCorrectionFiles(file: CorrectionFile): Promise<OutputFile[]> {
  const { template, prepared, computed, period, zeros } = file;
  const { config } = prepared;
  const noPeople = { ids: [], of: computed.people.of };
  const model = buildModel({ ...computed, period, people: noPeople });
  const records = mergeAlike(file.records);
  const decided = zeros === 'printed' ? withZeros(template) : template;
  const job = renderJob(decided, config, variablesOf(template.name, config));
  const files = await renderTemplate({ ...job, records }, model);
  return files.map((each, index) => ({
    ...each,
    // The name of a correction tells its period.
    folder: undefined,
    name: correctionFileName(each.name, file, files.length === 1 || index === 0),
  }));
}

/** A correction never has the name of the original, whatever the template's file name is. */
function correctionFileName(
  name: string,
  { computed, period, template, numberOf }: CorrectionFile,
  isMain: boolean,
): string {
  const [, own = name, extension = ''] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  const stem = isMain ? `${computed.run.employer}_${period.label}_${template.name}` : own;
  return correctionName({ stem, number: numberOf(stem, extension), extension });
}

/** The highest number of each correction file among some names; 0 if there is none. */
export function highestNumbers(names: Iterable<string>): FileNumber {
  const highest = new Map<string, number>();
  for (const name of names) {
    const numbered = parseCorrectionName(name);
    if (numbered === undefined) continue;
    const key = JSON.stringify([numbered.stem, numbered.extension]);
    highest.set(key, Math.max(highest.get(key) ?? 0, numbered.number));
  }
  return (stem, extension) => highest.get(JSON.stringify([stem, extension])) ?? 0;
}

const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2}) /;

function toGivenRecord({ record, shown, further, rows }: CorrectionRecord): GivenRecord {
  const [, from = '', to = ''] = DAYS.exec(record) ?? [];
  const amounts = rows.map(({ row, ...amount }): GivenAmount => {
    const name = parseRowName(row);
    return { ...amountPlaceOf(name), field: name.field, ...amount };
  });
  return { record: unqualifiedRow(record), from, to, shown, amounts, further };
}

/** Records of several finals that show the same are one; what is taken back stays apart from what is written now. */
function mergeAlike(records: readonly CorrectionRecord[]): GivenRecord[] {
  const given = records.map((each) => ({ ...toGivenRecord(each), isTakenBack: each.isTakenBack ?? false }));
  const groups = groupBy(given, ({ record, shown, amounts, isTakenBack }) =>
    JSON.stringify([record, shown, isTakenBack, amounts.map(({ units }) => Math.sign(units))]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first, ...others] = same;
    if (first === undefined) return [];
    const { isTakenBack: _, ...one } = first;
    return [
      {
        ...one,
        // A column per day exists for the days of all of them.
        from: same.map(({ from }) => from).sort()[0] ?? one.from,
        to:
          same
            .map(({ to }) => to)
            .sort()
            .at(-1) ?? one.to,
        amounts: addAmounts(same.flatMap(({ amounts }) => amounts)),
        further: others.reduce((sum, { further }) => addFurther(sum, further), one.further),
      },
    ];
  });
}

function addAmounts(amounts: readonly GivenAmount[]): GivenAmount[] {
  const sums = new Map<string, GivenAmount>();
  for (const amount of amounts) {
    const key = amountPlaceText(amount);
    const known = sums.get(key);
    const units = (known?.units ?? 0) + amount.units;
    const lines = bothLines(known ?? { lines: [] }, amount);
    sums.set(key, { ...amount, units, lines, amount: addQuantities(known?.amount ?? 0, amount.amount) });
  }
  return [...sums.values()];
}

type OfLines = Pick<CorrectionRow, 'lines'>;

function bothLines({ lines }: OfLines, { lines: more }: OfLines): readonly DataRow[] | undefined {
  return lines === undefined || more === undefined ? undefined : [...lines, ...more];
}

/**
 * The records of some exports, each with its rows.
 * @param isWanted of a row; without wanted rows there is no record
 * @param rowOf a line of the ledger as a row of pay lines; undefined if no total of the file needs it
 */
export function recordsOf(
  { lines, rows, records }: Exported,
  isWanted: (row: string) => boolean,
  shownOf: FindShown,
  rowOf?: ((line: ExportedLine) => DataRow) | undefined,
): CorrectionRecord[] {
  const linesIn = groupBy(lines, ({ row }) => row);
  const known = new Map(records.map((record) => [record.record, record]));
  const wanted = rows.filter(({ row }) => isWanted(row));
  return [...groupBy(wanted, ({ row }) => recordNameOf(row))].map(([record, own]) => {
    const { shown, further = {} } = known.get(record) ?? {};
    const line = own.flatMap(({ row }) => linesIn.get(row)?.at(-1) ?? [])[0];
    return {
      record,
      shown: line === undefined ? (shown ?? parseRowName(record).values) : shownOf({ record, shown }, line),
      further,
      rows: own.map(({ row, unit, units, unitsOfOne }) => ({
        row,
        unit,
        units,
        unitsOfOne,
        amount: (linesIn.get(row) ?? []).reduce((sum, { amount }) => addQuantities(sum, amount), 0),
        lines: rowOf && parseRowName(row).data === undefined ? linesIn.get(row)?.map(rowOf) : undefined,
      })),
    };
  });
}

/** The old amounts of these records as negatives, then the new ones; an amount of nothing gives no record. */
export function reversedRecords(
  moved: readonly CorrectionRecord[],
  heldIn: ReadonlyMap<string, CorrectionRecord>,
): CorrectionRecord[] {
  return moved.flatMap((record) => {
    const held = heldIn.get(record.record);
    const was = record.rows.map((row) => heldRow(row, held));
    const old = {
      ...record,
      shown: held?.shown ?? record.shown,
      further: addFurther({}, held?.further ?? {}, -1),
      rows: was.map((row) => ({
        ...row,
        units: -row.units,
        amount: -row.amount,
        lines: row.lines?.map(negative),
      })),
      isTakenBack: true,
    };
    const now = {
      ...record,
      further: addFurther(held?.further ?? {}, record.further),
      rows: record.rows.map((row, index) => ({
        ...row,
        units: row.units + (was[index]?.units ?? 0),
        amount: addQuantities(row.amount, was[index]?.amount ?? 0),
        lines: bothLines(row, was[index] ?? { lines: [] }),
      })),
    };
    return [old, now].filter(({ rows }) => rows.some(({ units }) => units !== 0));
  });
}

function heldRow(row: CorrectionRow, held: CorrectionRecord | undefined): CorrectionRow {
  const nothing = { ...row, units: 0, amount: 0, lines: row.lines && [] };
  return held?.rows.find((each) => each.row === row.row) ?? nothing;
}

const LINE_AMOUNTS = ['minutes', 'quantity', 'quantityWithoutMinutes'] as const;

function negative(line: DataRow): DataRow {
  const amounts = LINE_AMOUNTS.map((name) => {
    const amount = line[name];
    return [name, typeof amount === 'number' ? -amount : null] as const;
  });
  return { ...line, ...Object.fromEntries(amounts) };
}

/** Zeros are written in rows, blocks and trees, including those of companions. */
function withZeros<Kept extends TextTemplate>(template: Kept): Kept {
  const spec = withNodes(template.spec, (node) =>
    typeof node.zero === 'string' ? { ...node, zero: 'keep' } : node,
  );
  return { ...template, spec: spec as Kept['spec'] };
}

type Node = Readonly<Record<string, unknown>>;

/** Every object within plain data, changed from the inside out. */
function withNodes(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item) => withNodes(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, each]) => [key, withNodes(each, change)] as const);
  return change(Object.fromEntries(inner));
}
