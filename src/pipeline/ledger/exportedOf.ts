import type { DataRow } from '../../documents/dataSet.js';
import { buildModel } from '../../documents/model/buildModel.js';
import type { Template } from '../../documents/template/template.js';
import type { WrittenAmount } from '../../documents/text/rowUnits.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type {
  ComputedLine,
  Exported,
  ExportedLine,
  WrittenRow,
} from '../../domain/corrections/exportedLine.js';
import { groupBy } from '../../domain/groupBy.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import type { Period } from '../../domain/period/period.js';
import { localDateOf } from '../../domain/time/localDate.js';
import { endedByCtrlC, heardBetweenSteps } from '../endedByCtrlC.js';
import { refuseFullMemory } from '../memoryGuard.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { variablesOf } from '../prepare/variablesOf.js';
import { amountsInItsThread, ownOrder } from '../render/inItsThread.js';

/** Templates of which the ledger keeps lines: those that say how their target takes corrections, by hand included. */
export function keepsLines(template: Template): template is TextTemplate & Template {
  return template.kind === 'text' && template.spec.corrections !== undefined;
}

/** In the ledger the name of the pay lines that every final records, whatever its templates are. */
export const PAY_LINES = '';
/** The built-in template whose file carries them in corrections. */
export const PAY_LINES_FILE = 'pay-lines';

type Rendering = Pick<PreparedRun, 'config' | 'apart'>;

/**
 * What the files of a period give to whom, line by line, with what each of their rows prints.
 * @throws RenderRefused where a template refuses a value
 */
export async function exportedOf(
  input: ComputedPeriod,
  templates: readonly Template[],
  rendering: Rendering,
): Promise<Exported> {
  return exportedBy(input, templates, rendering, () => ({}));
}

/** What a final records: what its files give to whom, and the pay lines themselves. */
export async function recordedOf(...order: Parameters<typeof exportedOf>): Promise<Exported> {
  const { lines, rows } = await exportedOf(...order);
  return { lines: [...lines, ...payLinesOf(order[0], () => ({}))], rows };
}

/** The same with the minutes of each entry behind a line. */
export async function exportedWithParts(
  input: ComputedPeriod,
  templates: readonly Template[],
  rendering: Rendering,
): Promise<Exported<ComputedLine>> {
  const partsOf = partsByLine(input);
  return exportedBy(input, templates, rendering, (row) => ({ parts: partsOf(row) }));
}

async function exportedBy<More extends object>(
  input: ComputedPeriod,
  templates: readonly Template[],
  { config, apart }: Rendering,
  more: (row: DataRow) => More,
): Promise<Exported<ExportedLine & More>> {
  const lines: (ExportedLine & More)[] = [];
  const rows: WrittenRow[] = [];
  for (const template of templates.filter(keepsLines)) {
    if (template.name === PAY_LINES) {
      for (const line of payLinesOf(input, more)) lines.push(line);
      continue;
    }
    const order = ownOrder(template, config, variablesOf(template.name, config));
    for (const some of inBatches(input, template, apart)) {
      refuseFullMemory();
      await heardBetweenSteps(apart?.signal);
      const amounts = await amountsInItsThread(order, buildModel(some), apart);
      for (const { row, units, unitsPerHour } of amounts)
        rows.push({ template: template.name, row: rowOfPeriod(input.period, row), units, unitsPerHour });
      for (const line of linesOf(template, amounts, input.period, more)) lines.push(line);
    }
  }
  return { lines, rows };
}

/** The pay lines of a period: one for each employee, day, pay code and place, whatever the files print of them. */
export function payLinesOf<More extends object>(
  { people, period }: ComputedPeriod,
  more: (row: DataRow) => More,
): (ExportedLine & More)[] {
  return endedByCtrlC(() =>
    people.ids.flatMap((id) => {
      const rows = people.of(id).pay.lines.map(rowOfPayLine);
      return summedLines({ template: PAY_LINES, hasCostCenters: false }, rows, more).map((line) => {
        const { employeeId, date, payCode, establishment } = line;
        const values = { 'employee.id': employeeId, date, payCode, 'establishment.id': establishment };
        return { ...line, row: rowOfPeriod(period, JSON.stringify({ values })) };
      });
    }),
  );
}

/** The fields of the data set that tell lines apart. */
function rowOfPayLine({ employeeId, date, payCode, establishmentId, minutes }: PayLine): DataRow {
  return { 'employee.id': employeeId, date, payCode, 'establishment.id': establishmentId, minutes };
}

/** Pay lines stand for themselves: what is printed of each is its minutes. */
export function payLineRows({ lines }: Exported): Exported {
  return {
    lines,
    rows: lines.map(({ template, row, minutes }) => ({ template, row, units: minutes, unitsPerHour: 60 })),
  };
}

/** What the rows of so many people take is held at once. */
const BATCH = 500;

/** Some people after the other where each row of a template is one person's; else all at once. */
function* inBatches(
  input: ComputedPeriod,
  { spec, builtIn }: TextTemplate & Template,
  apart: Rendering['apart'],
): Iterable<ComputedPeriod> {
  const { people } = input;
  // A thread of its own takes longer to begin than the people of a batch.
  const isAtOnce = !isByPerson(spec) || !(builtIn || apart === undefined) || people.ids.length <= BATCH;
  if (isAtOnce) yield input;
  else for (const ids of batchesOf(people.ids)) yield { ...input, people: { ids, of: people.of } };
}

/** Some people after the others. */
export function* batchesOf(people: readonly string[]): Iterable<readonly string[]> {
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

/** Printed amounts are made to add up within one person. */
function isOfPerson(reconcile: true | readonly string[]): boolean {
  return reconcile !== true && reconcile.includes('employee.id');
}

/** The lines behind each row: a row's name is long, so keys of lines are made row by row. */
function* linesOf<More extends object>(
  { name: template }: TextTemplate,
  amounts: readonly WrittenAmount[],
  period: Period,
  more: (row: DataRow) => More,
): Iterable<ExportedLine & More> {
  for (const [name, same] of groupBy(amounts, ({ row }) => row)) {
    const row = rowOfPeriod(period, name);
    const members = same.flatMap((amount) => amount.members);
    const hasCostCenters = same.some((amount) => amount.hasCostCenters);
    for (const line of summedLines({ template, hasCostCenters }, members, more)) yield { ...line, row };
  }
}

/** Rows of the data set as lines, each key once. */
function summedLines<More extends object>(
  { template, hasCostCenters }: { readonly template: string; readonly hasCostCenters: boolean },
  members: readonly DataRow[],
  more: (row: DataRow) => More,
): (Omit<ExportedLine, 'row'> & More)[] {
  const lines = new Map<string, Omit<ExportedLine, 'row'> & More>();
  for (const member of members) {
    const employeeId = String(member['employee.id']);
    const date = localDateOf(String(member.date));
    const payCode = String(member.payCode);
    const establishment = textOf(member['establishment.id']);
    const costCenter = hasCostCenters ? textOf(member.costCenter) : null;
    const key = JSON.stringify([employeeId, date, payCode, establishment, costCenter]);
    const minutes = (lines.get(key)?.minutes ?? 0) + Number(member.minutes ?? 0);
    const line = { template, employeeId, date, payCode, establishment, costCenter, minutes };
    lines.set(key, { ...line, ...more(member) });
  }
  return [...lines.values()];
}

type PartsOf = (row: DataRow) => ReadonlyMap<string, number>;

/** The same row of another period's file is another row. */
export function rowOfPeriod({ from, to }: Pick<Period, 'from' | 'to'>, name: string): string {
  return `${from}..${to} ${name}`;
}

/** The row's name within any rendering of its template. */
export function nameOfRow(row: string): string {
  return row.slice(row.indexOf(' ') + 1);
}

function partsByLine({ people }: ComputedPeriod): PartsOf {
  const parts = new Map<string, Map<string, number>>();
  const add = ({ employeeId, date, payCode, establishmentId, entryId, rule, minutes }: PayLine): void => {
    const key = JSON.stringify([employeeId, date, payCode, establishmentId]);
    const mine = parts.get(key) ?? new Map<string, number>();
    const part = entryId ?? `without entry: ${rule}`;
    mine.set(part, (mine.get(part) ?? 0) + minutes);
    parts.set(key, mine);
  };
  endedByCtrlC(() => {
    for (const id of people.ids) for (const line of people.of(id).pay.lines) add(line);
  });
  const none: ReadonlyMap<string, number> = new Map();
  return (row) =>
    parts.get(JSON.stringify([row['employee.id'], row.date, row.payCode, row['establishment.id'] ?? null])) ??
    none;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
