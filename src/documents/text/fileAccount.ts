import {
  AMOUNT_UNITS,
  addAmounts,
  isSameAmount,
  NO_AMOUNTS,
  ON_TOP,
  type PayAmounts,
} from '../../domain/pay/payAmounts.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { FileAccount, LeftAmount } from '../controlSlip.js';
import type { DataRow, DataSet } from '../dataSet.js';
import { payLineAmounts } from '../model/payLinesSet.js';
import type { OutputFile } from '../outputFile.js';
import {
  type AmountCell,
  amountCells,
  PAY_LINES_SET,
  QUANTITIES,
  readPrintedUnits,
  rowsOfCell,
} from './amountCells.js';
import { conditionVariables } from './conditionText.js';
import { allSections, type FileSpec } from './fileSpec.js';
import { LeftReasons, offMessage } from './leftReasons.js';
import type { ColumnUnits, LaidOutSection } from './plannedColumn.js';
import { unitOfKind } from './printFormats.js';
import { isColumnActive, type RenderContext, resolveVariable } from './renderContext.js';
import { employeeLabel } from './rowRecords.js';
import type { RowUnits } from './rowUnits.js';
import { textPaths } from './textPaths.js';
import { listLeaves } from './treeSpec.js';

/** Minutes, or a quantity of times or days: a row of pay lines has one of each at most. */
type RowAmount = 'minutes' | 'quantity';

/** The place that prints an amount. */
interface Printer {
  readonly file: AccountedFile;
  readonly place: string;
  readonly heading: string;
}

/** Collects which rows' amounts one file prints; the printed text is unchanged. */
export class AccountedFile implements RowUnits {
  readonly keepsZeros = false;
  readonly isWritten = true;
  output: OutputFile | undefined;
  readonly #printers = new Map<string, Printer>();

  constructor(
    readonly account: TemplateAccount,
    readonly spec: FileSpec,
  ) {}

  decide(section: LaidOutSection): ColumnUnits {
    for (const cell of amountCells(section)) {
      const printed = readPrintedUnits(section, cell, () => undefined);
      if (printed === undefined) continue;
      const { column, index } = cell;
      const printer = this.#printer(`${section.place}#${index}`, column.heading);
      this.account.note(rowsOfCell(cell), section.section.data, cell, {
        printer,
        isHidden: column.spec.hidden === true,
        isZero: printed.units === 0,
      });
    }
    return section.units;
  }

  #printer(place: string, heading: string): Printer {
    const known = this.#printers.get(place) ?? { file: this, place, heading };
    this.#printers.set(place, known);
    return known;
  }
}

interface PrintedCell {
  readonly printer: Printer;
  readonly isHidden: boolean;
  readonly isZero: boolean;
}

/** Where the rows' amounts of one field are printed. */
class PrintedRows {
  readonly shown = new Map<DataRow, Printer>();
  readonly hidden = new Map<DataRow, Printer>();
  readonly zero = new Set<DataRow>();

  of(row: DataRow): Printer | undefined {
    return this.shown.get(row) ?? this.hidden.get(row);
  }
}

/**
 * The account of a template's files: each amount of the run is in one of them, or left out for a reason. An amount in
 * two places is a problem of the template.
 */
export class TemplateAccount {
  readonly #context: RenderContext;
  readonly #files: AccountedFile[] = [];
  readonly #printed = new Map<string, PrintedRows>();
  readonly #told = new Set<string>();

  constructor(context: RenderContext) {
    this.#context = context;
  }

  open(spec: FileSpec): AccountedFile {
    const file = new AccountedFile(this, spec);
    this.#files.push(file);
    return file;
  }

  note(rows: readonly DataRow[], data: string, cell: AmountCell, { printer, isHidden, isZero }: PrintedCell) {
    const field = fieldOfCell(this.#context, data, cell);
    const printed = this.#printedRows(data, field);
    for (const row of rows) {
      if (isZero) printed.zero.add(row);
      else if (isHidden) printed.hidden.set(row, printer);
      else {
        const before = printed.shown.get(row);
        if (before !== undefined) this.#refuse(before, printer, field, row);
        printed.shown.set(row, printer);
      }
    }
  }

  /** The account of each file that was written. @throws PaytallyError CONTROL_MISMATCH if one does not add up */
  accounts(): ReadonlyMap<OutputFile, FileAccount> {
    const measure = this.#measure();
    if (measure === undefined) return new Map();
    const { exported, inFile, collectors } = this.#collect(measure);
    const written = this.#files.filter(({ output }) => output !== undefined);
    const apart = measure.apart();
    const isOfPayLines = measure.dataSet.name === PAY_LINES_SET;
    return new Map(
      written.flatMap((file) => {
        const { output, spec } = file;
        if (output === undefined) return [];
        const others = written.filter((other) => other !== file);
        const own = inFile.get(file) ?? NO_AMOUNTS;
        const left = [...inOthers(others, inFile), ...(collectors.get(spec)?.left() ?? [])];
        assertComplete(output.name, own, left, exported);
        return [[output, { inFile: own, exported, isOfPayLines, left: [...left, ...apart] }] as const];
      }),
    );
  }

  /** What the main file leaves out, if no file has a row. */
  leftOut(): readonly LeftAmount[] {
    const measure = this.#measure();
    if (measure === undefined) return [];
    const [main] = this.#collect(measure).collectors.values();
    return main?.left() ?? [];
  }

  #collect(measure: Measure): CollectedAmounts {
    const inFile = new Map<AccountedFile, PayAmounts>();
    const specs = new Set(this.#files.map(({ spec }) => spec));
    const collectors = new Map([...specs].map((spec) => [spec, this.#collector(spec, measure)]));
    let exported = NO_AMOUNTS;
    for (const row of measure.dataSet.rows) {
      const amounts = measure.amountsOf(row);
      exported = addAmounts(exported, amounts);
      for (const kind of ROW_AMOUNTS) {
        const part = partOf(amounts, kind);
        if (isSameAmount(part, NO_AMOUNTS)) continue;
        const file = this.#printerOf(measure, kind, row)?.file;
        if (file !== undefined) inFile.set(file, addAmounts(inFile.get(file) ?? NO_AMOUNTS, part));
        else for (const collector of collectors.values()) collector.add(row, kind, part);
      }
    }
    return { exported, inFile, collectors };
  }

  #collector(spec: FileSpec, { dataSet, field }: Measure): LeftCollector {
    const reasons = new LeftReasons(this.#context, spec, dataSet.name);
    const noColumn = (kind: RowAmount, row: DataRow) => missingColumn(this.#context, spec, kind, row);
    return new LeftCollector((row, kind) => {
      const isZero = this.#printedRows(dataSet.name, fieldOf(kind, field)).zero.has(row);
      if (isZero) return message('account.rounded');
      const other = kind === 'minutes' ? this.#printedRows(dataSet.name, 'quantity').of(row) : undefined;
      if (other !== undefined) return message('account.asDays');
      return reasons.of(row) ?? noColumn(kind, row);
    });
  }

  #printerOf({ dataSet, field }: Measure, kind: RowAmount, row: DataRow): Printer | undefined {
    return this.#printedRows(dataSet.name, fieldOf(kind, field)).of(row);
  }

  #printedRows(data: string, field: string): PrintedRows {
    const key = JSON.stringify([data, field]);
    const known = this.#printed.get(key) ?? new PrintedRows();
    this.#printed.set(key, known);
    return known;
  }

  /** The rows and field that a template pays by: pay lines, or else the first amount that it prints. */
  #measure(): Measure | undefined {
    const { spec, model } = this.#context;
    const lines = model.dataSets.get(PAY_LINES_SET);
    const files = [spec, ...spec.companions];
    const names = files.flatMap((file) => [
      ...allSections(file).map(({ data }) => data),
      ...(file.tree === undefined ? [] : listLeaves(file.tree).flatMap(({ data }) => data ?? [])),
    ]);
    if (lines !== undefined && names.includes(PAY_LINES_SET)) return payLinesMeasure(lines);
    const [first] = [...this.#printed.keys()].map((key) => JSON.parse(key) as [string, string]);
    const dataSet = first === undefined ? undefined : model.dataSets.get(first[0]);
    if (first === undefined || dataSet === undefined) return undefined;
    return otherMeasure(dataSet, first[1], lines);
  }

  #refuse(before: Printer, now: Printer, field: string, row: DataRow): void {
    const key = JSON.stringify([before.place, now.place, field]);
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const unit = field === 'quantity' ? 'quantity' : 'minutes';
    const isSame = before.place === now.place && before.file === now.file;
    const problem = isSame
      ? message('account.same', { column: now.heading, unit })
      : message('account.twice', { first: before.heading, second: now.heading, unit });
    this.#context.problems.add(problem, { column: now.heading, employee: employeeLabel(row) });
  }
}

interface CollectedAmounts {
  readonly exported: PayAmounts;
  readonly inFile: ReadonlyMap<AccountedFile, PayAmounts>;
  /** By specification: files of one differ only in their part of the rows. */
  readonly collectors: ReadonlyMap<FileSpec, LeftCollector>;
}

const ROW_AMOUNTS: readonly RowAmount[] = ['minutes', 'quantity'];

function fieldOf(kind: RowAmount, field: string): string {
  return kind === 'quantity' ? 'quantity' : field;
}

function partOf(amounts: PayAmounts, kind: RowAmount): PayAmounts {
  const { minutes, premiumMinutes, ...quantities } = amounts;
  return { ...NO_AMOUNTS, ...(kind === 'minutes' ? { minutes, premiumMinutes } : quantities) };
}

/** The amounts of the run that a template's files are compared with. */
interface Measure {
  readonly dataSet: DataSet;
  /** The field of its minutes. */
  readonly field: string;
  readonly amountsOf: (row: DataRow) => PayAmounts;
  /** Amounts of the run that such rows cannot have. */
  readonly apart: () => readonly LeftAmount[];
}

function payLinesMeasure(dataSet: DataSet): Measure {
  return { dataSet, field: 'minutes', amountsOf: payLineAmounts, apart: () => [] };
}

/** Totals of people or days have no premiums, times and days of leave: these are listed from the pay lines. */
function otherMeasure(dataSet: DataSet, field: string, lines: DataSet | undefined): Measure {
  const amountsOf = (row: DataRow) => ({ ...NO_AMOUNTS, minutes: Number(row[field] ?? 0) });
  const apart = () => {
    const collector = new LeftCollector((row, kind) => {
      if (kind === 'minutes') return message(row.kind === 'credit' ? 'account.credit' : 'account.premiums');
      return message('account.noColumn', { unit: row.kind === 'absence' ? 'days' : 'times' });
    });
    for (const row of lines?.rows ?? []) {
      const amounts = payLineAmounts(row);
      if (ON_TOP.includes(String(row.kind))) collector.add(row, 'minutes', partOf(amounts, 'minutes'));
      collector.add(row, 'quantity', partOf(amounts, 'quantity'));
    }
    return collector.left();
  };
  return { dataSet, field, amountsOf, apart };
}

/** The field whose amounts a cell prints. A text over other rows than pay lines has a name of its own. */
function fieldOfCell({ model }: RenderContext, data: string, cell: AmountCell): string {
  const { source, share, column } = cell;
  const isTime = source !== 'quantity' && unitOfKind(source) === 'minutes';
  if (data === PAY_LINES_SET) return isTime ? 'minutes' : 'quantity';
  const { field = share?.field, text } = column.spec;
  if (field !== undefined || text === undefined) return field ?? column.heading;
  const minutes = model.dataSets.get(data)?.fields.filter(({ type }) => type === 'minutes') ?? [];
  const used = textPaths(text);
  return minutes.find(({ name }) => used.includes(name))?.name ?? column.heading;
}

/** Adds up amounts that a file leaves out, by cause and unit. */
class LeftCollector {
  readonly #left = new Map<string, LeftAmount>();

  constructor(readonly reasonOf: (row: DataRow, kind: RowAmount) => AnyMessage) {}

  add(row: DataRow, kind: RowAmount, amounts: PayAmounts): void {
    if (isSameAmount(amounts, NO_AMOUNTS)) return;
    const reason = this.reasonOf(row, kind);
    const key = JSON.stringify(reason);
    const before = this.#left.get(key);
    this.#left.set(key, { reason, amounts: addAmounts(before?.amounts ?? NO_AMOUNTS, amounts) });
  }

  left(): readonly LeftAmount[] {
    return [...this.#left.values()];
  }
}

/** More files are counted. */
const MOST_FILES = 10;

function inOthers(
  others: readonly AccountedFile[],
  inFile: ReadonlyMap<AccountedFile, PayAmounts>,
): LeftAmount[] {
  const filled = others.flatMap((file) => {
    const amounts = inFile.get(file) ?? NO_AMOUNTS;
    const name = file.output?.name ?? '';
    return isSameAmount(amounts, NO_AMOUNTS) ? [] : [{ name, amounts }];
  });
  if (filled.length <= MOST_FILES)
    return filled.map(({ name, amounts }) => ({
      reason: message('account.otherFile', { file: name }),
      amounts,
    }));
  const sum = filled.map(({ amounts }) => amounts).reduce(addAmounts, NO_AMOUNTS);
  return [{ reason: message('account.otherFiles', { count: filled.length }), amounts: sum }];
}

/** The column that a variable switches off, or that there is none for such an amount. */
function missingColumn(context: RenderContext, spec: FileSpec, kind: RowAmount, row: DataRow): AnyMessage {
  const fields = kind === 'minutes' ? ['minutes'] : QUANTITIES;
  const off = allSections(spec)
    .flatMap(({ columns }) => columns)
    .find((column) => fields.includes(column.field ?? '') && !isColumnActive(context, column));
  const [variable] = conditionVariables(off?.when);
  if (variable !== undefined) return offMessage(variable, String(resolveVariable(context, { variable })));
  const unit = kind === 'minutes' ? kind : row.kind === 'absence' ? 'days' : 'times';
  return message('account.noColumn', { unit });
}

/** @throws PaytallyError CONTROL_MISMATCH */
function assertComplete(
  name: string,
  inFile: PayAmounts,
  left: readonly LeftAmount[],
  exported: PayAmounts,
): void {
  const found = left.reduce((sum, { amounts }) => addAmounts(sum, amounts), inFile);
  for (const unit of AMOUNT_UNITS) {
    if (found[unit] === exported[unit]) continue;
    const values = { what: `${name}, ${unit}`, first: found[unit], second: exported[unit] };
    throw new PaytallyError('CONTROL_MISMATCH', message('control.differs', values), { record: name });
  }
}
