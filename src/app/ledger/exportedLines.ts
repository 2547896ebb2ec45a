import { buildModel } from '../../documents/buildModel.js';
import type { DataRow } from '../../documents/dataSet.js';
import { type RenderJob, renderedAmounts, renderJob } from '../../documents/template/renderTemplate.js';
import type { Template } from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import { wantedSets } from '../../documents/template/wantedSets.js';
import type { TemplateModel } from '../../documents/templateModel.js';
import type { WrittenAmount } from '../../documents/text/rowUnits.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import { groupBy } from '../../domain/collections.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type {
  ComputedLine,
  Exported,
  ExportedLine,
  LineKey,
  WrittenRecord,
  WrittenRow,
} from '../../domain/corrections/exportedLine.js';
import { toPrintedUnits } from '../../domain/corrections/lineDifferences.js';
import type { Pay } from '../../domain/pay/computePay.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { addQuantities, isPaid, type PayLine } from '../../domain/pay/payLine.js';
import type { Period } from '../../domain/period/period.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import type { RenderInputs } from '../compute/employerInputs.js';

/**
 * Templates whose lines are in the ledger: those that declare how their target accepts corrections, including manual
 * entry.
 */
export function keepsLines(template: Template): template is TextTemplate & Template {
  return template.kind === 'text' && template.spec.corrections !== undefined;
}

/** The ledger's name of the pay lines that every final records, for any templates. */
export const PAY_LINES = '';
/** The built-in template for them in correction files. */
export const PAY_LINES_FILE = 'pay-lines';

/** Pay lines by employee. */
export interface PayOfPeriod {
  readonly period: Period;
  readonly people: {
    readonly ids: readonly string[];
    readonly of: (id: string) => { readonly pay: Pick<Pay, 'lines'> };
  };
}

/** A computed period: the pay of its employees, and the data sets of all or some of them. */
export interface ExportedPeriod extends PayOfPeriod {
  readonly modelOf: (template: Template, ids: readonly string[]) => Promise<TemplateModel>;
}

/** Computes employees again before their rows are rendered. */
function computedAgain(computed: ComputedPeriod): ExportedPeriod {
  return {
    ...computed,
    modelOf: async (template, ids) => {
      const wanted = await wantedSets([template]);
      return buildModel({ ...computed, people: { ids, of: computed.people.of } }, wanted);
    },
  };
}

type Rendering = Pick<RenderInputs, 'config' | 'signal'>;

/**
 * The amounts per person in the files of a period, by line, with the printed amount of each row.
 * @throws RenderRefused if a template refuses a value
 */
export async function collectExported(
  input: ComputedPeriod,
  templates: readonly Template[],
  rendering: Rendering,
): Promise<Exported> {
  return exportedBy(computedAgain(input), templates, rendering, () => ({}));
}

/** The records of a final: the amounts per person in its files, and the pay lines themselves. */
export async function collectRecorded(
  input: ExportedPeriod,
  templates: readonly Template[],
  rendering: Rendering,
): Promise<Exported> {
  const { lines, ...others } = await exportedBy(input, templates, rendering, () => ({}));
  return { lines: [...lines, ...payLinesOf(input, () => ({}))], ...others };
}

/**
 * The same with the share of each entry in a line, for inputs that may not be today's: an employee who had no payroll ID
 * then is no error.
 */
export async function collectWithParts(
  input: ComputedPeriod,
  templates: readonly Template[],
  rendering: Rendering,
): Promise<Exported<ComputedLine>> {
  const partsOf = partsByLine(input);
  const more = (key: PartsKey) => ({ parts: partsOf(key) });
  return exportedBy(computedAgain(input), templates, rendering, more, 'ignored');
}

async function exportedBy<More extends object>(
  input: ExportedPeriod,
  templates: readonly Template[],
  { config, signal }: Rendering,
  more: (key: PartsKey) => More,
  problems: RenderJob['problems'] = 'refused',
): Promise<Exported<ExportedLine & More>> {
  const lines: (ExportedLine & More)[] = [];
  const rows: WrittenRow[] = [];
  const records: WrittenRecord[] = [];
  for (const template of templates.filter(keepsLines)) {
    if (template.name === PAY_LINES) {
      for (const line of payLinesOf(input, more)) lines.push(line);
      continue;
    }
    const job = { ...renderJob(template, config, variablesOf(template.name, config)), problems };
    for (const ids of inBatches(input, template)) {
      refuseFullMemory();
      await pauseForInterrupt(signal);
      const written = await renderedAmounts(job, await input.modelOf(template, ids));
      for (const { row, unit, units, unitsOfOne } of written.amounts)
        rows.push({ template: template.name, row: rowKey(input.period, row), unit, units, unitsOfOne });
      for (const { record, ...others } of written.records)
        records.push({ template: template.name, record: rowKey(input.period, record), ...others });
      for (const line of linesOf(template, written.amounts, input.period, more)) lines.push(line);
    }
  }
  return { lines, rows, records };
}

/** The pay lines of a period: one for each employee, day, pay code, place and unit, independent of the files. */
export function payLinesOf<More extends object>(
  { people, period }: PayOfPeriod,
  more: (key: PartsKey) => More,
): (ExportedLine & More)[] {
  return runInterruptible(() =>
    people.ids.flatMap((id) => {
      const given = people.of(id).pay.lines.map(givenByPayLine);
      return summedLines({ template: PAY_LINES, hasCostCenters: false }, given, more).map((line) => {
        const { employeeId, date, payCode, establishment, unit } = line;
        const values = { 'employee.id': employeeId, date, payCode, 'establishment.id': establishment };
        const name = { values, ...(unit === 'minutes' ? {} : { unit }) };
        return { ...line, row: rowKey(period, JSON.stringify(name)) };
      });
    }),
  );
}

function givenByPayLine(line: PayLine): Given {
  const { employeeId, date, payCode, establishmentId } = line;
  const member = { 'employee.id': employeeId, date, payCode, 'establishment.id': establishmentId };
  return line.isWithoutMinutes === true
    ? { member, unit: quantityUnitOf(line), amount: line.quantity ?? 0 }
    : { member, unit: 'minutes', amount: line.minutes };
}

/** Leave is in days; other quantities are counts. */
function quantityUnitOf({ kind }: Pick<PayLine, 'kind'>): AmountUnit {
  return kind === 'absence' ? 'days' : 'times';
}

const MINUTES_PER_HOUR = 60;
/** Finer than any quantity. */
const FINEST = 1_000_000;

/** Pay lines are their own rows: the printed amount of each is its amount. */
export function payLineRows({ lines, records }: Exported): Exported {
  return {
    lines,
    records,
    rows: lines.map(({ template, row, unit, amount }) => {
      const unitsOfOne = unit === 'minutes' ? MINUTES_PER_HOUR : FINEST;
      return { template, row, unit, units: toPrintedUnits(amount, { unit, unitsOfOne }), unitsOfOne };
    }),
  };
}

/** The number of people whose rows are in memory at the same time. */
const BATCH = 500;

/** In batches of people if each row of a template belongs to one person; otherwise all at once. */
function inBatches({ people }: PayOfPeriod, { spec }: TextTemplate): Iterable<readonly string[]> {
  return !isByPerson(spec) ? [people.ids] : splitIntoBatches(people.ids);
}

/** In batches of people. */
export function* splitIntoBatches(people: readonly string[]): Iterable<readonly string[]> {
  for (let first = 0; first < people.length; first += BATCH) yield people.slice(first, first + BATCH);
}

/** Whether no row sums up or rounds the minutes of several people. */
export function isByPerson({ rows, sections = [], blocks, tree, companions }: TextTemplate['spec']): boolean {
  if (tree !== undefined || blocks !== undefined || companions.length > 0) return false;
  return [...sections, ...(rows === undefined ? [] : [rows])].every(
    ({ group, columns }) =>
      (group === undefined || group.includes('employee.id')) &&
      columns.every(({ reconcile }) => reconcile === false || isOfPerson(reconcile)),
  );
}

/** Printed amounts are reconciled within one person. */
function isOfPerson(reconcile: true | readonly string[]): boolean {
  return reconcile !== true && reconcile.includes('employee.id');
}

/** The lines of each row: row names are long, so keys of lines are built within a row. */
function* linesOf<More extends object>(
  { name: template }: TextTemplate,
  amounts: readonly WrittenAmount[],
  period: Period,
  more: (key: PartsKey) => More,
): Iterable<ExportedLine & More> {
  for (const [name, same] of groupBy(amounts, ({ row }) => row)) {
    const row = rowKey(period, name);
    const hasCostCenters = same.some((amount) => amount.hasCostCenters);
    const given = same.flatMap(({ members, amounts: each, unit, heading }) =>
      members.map((member, index) => ({
        // Rows of people or days have no pay code, and rows of people cover the whole period.
        member: { ...member, payCode: member.payCode ?? heading, date: member.date ?? period.to },
        unit,
        amount: each[index] ?? 0,
      })),
    );
    for (const line of summedLines({ template, hasCostCenters }, given, more)) yield { ...line, row };
  }
}

/** The amounts of one row of a data set. */
interface Given {
  readonly member: DataRow;
  readonly unit: AmountUnit;
  readonly amount: number;
}

/** Rows of a data set as lines, each key once. */
function summedLines<More extends object>(
  { template, hasCostCenters }: { readonly template: string; readonly hasCostCenters: boolean },
  given: readonly Given[],
  more: (key: PartsKey) => More,
): (Omit<ExportedLine, 'row'> & More)[] {
  const lines = new Map<string, Omit<ExportedLine, 'row'> & More>();
  for (const { member, unit, amount: some } of given) {
    const employeeId = String(member['employee.id']);
    const date = toLocalDate(String(member.date));
    const payCode = String(member.payCode);
    const establishment = nonEmptyOrNull(member['establishment.id']);
    const costCenter = hasCostCenters ? nonEmptyOrNull(member.costCenter) : null;
    const key = JSON.stringify([employeeId, date, payCode, establishment, costCenter, unit]);
    const amount = addQuantities(lines.get(key)?.amount ?? 0, some);
    const line = { template, employeeId, date, payCode, establishment, costCenter, unit, amount };
    lines.set(key, { ...line, ...more(line) });
  }
  return [...lines.values()];
}

type PartsKey = Pick<LineKey, 'employeeId' | 'date' | 'payCode' | 'establishment' | 'unit'>;
type PartsOf = (key: PartsKey) => ReadonlyMap<string, number>;

/** The same row of another period's file is another row. */
export function rowKey({ from, to }: Pick<Period, 'from' | 'to'>, name: string): string {
  return `${from}..${to} ${name}`;
}

/** The row's name, the same in any rendering of its template. */
export function unqualifiedRow(row: string): string {
  return row.slice(row.indexOf(' ') + 1);
}

function partsByLine({ people }: PayOfPeriod): PartsOf {
  const parts = new Map<string, Map<string, number>>();
  const add = (key: readonly unknown[], part: string, amount: number): void => {
    const text = JSON.stringify(key);
    const mine = parts.get(text) ?? new Map<string, number>();
    mine.set(part, addQuantities(mine.get(part) ?? 0, amount));
    parts.set(text, mine);
  };
  const addLine = (line: PayLine): void => {
    const { employeeId, date, payCode, establishmentId, entryId, rule, kind, quantity, minutes } = line;
    const part = entryId ?? `without entry: ${rule}`;
    const key = [employeeId, date, payCode, establishmentId];
    if (quantity !== undefined) add([...key, quantityUnitOf(line)], part, quantity);
    if (line.isWithoutMinutes !== true) add([...key, 'minutes'], part, minutes);
    // The printed amount of a day or person is based on all of their work.
    if (isPaid(kind)) for (const whole of [[employeeId, date], [employeeId]]) add(whole, part, minutes);
  };
  runInterruptible(() => {
    for (const id of people.ids) for (const line of people.of(id).pay.lines) addLine(line);
  });
  const none: ReadonlyMap<string, number> = new Map();
  return ({ employeeId, date, payCode, establishment, unit }) =>
    [[employeeId, date, payCode, establishment, unit], [employeeId, date], [employeeId]]
      .map((key) => parts.get(JSON.stringify(key)))
      .find((found) => found !== undefined) ?? none;
}

function nonEmptyOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
