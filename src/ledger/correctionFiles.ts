import type { Config } from '../config/config.js';
import type { ComputedPeriod } from '../domain/computed/computedPeriod.js';
import type { AmountUnit, LineKey } from '../domain/corrections/exportedLine.js';
import { addQuantities, type PayLine, type PayLineKind } from '../domain/pay/payLine.js';
import type { Period } from '../domain/period/period.js';
import type { DataRow, DataSet, Field, Scalar } from '../render/dataSet.js';
import { buildModel } from '../render/model/buildModel.js';
import type { OutputFile } from '../render/outputFile.js';
import type { Template } from '../render/template/template.js';
import { variablesOf } from '../render/template/variablesOf.js';
import type { TemplateModel } from '../render/templateModel.js';
import { declaredSets } from '../render/text/amountCells.js';
import type { FileSpec } from '../render/text/fileSpec.js';
import { RenderProblems } from '../render/text/renderProblems.js';
import { findMentionedFields } from '../render/text/resolvedFile.js';
import { buildReversalName, REVERSAL_FIELD, targetFields } from '../render/text/rowUnits.js';
import { templateVariables } from '../render/text/templateVariables.js';
import type { TextTemplate } from '../render/text/textTemplate.js';
import { renderInWorker, renderJob } from '../render/worker/renderInWorker.js';
import type { PreparedRun } from '../run.js';
import { unqualifiedRow } from './exportedLines.js';

/** A row of a correction file, with its lines. */
export interface CorrectionRow {
  readonly row: string;
  /** Printed whole units, signed. */
  readonly units: number;
  /** For a reversal: the old amount that is reversed, or the new one. */
  readonly reversal?: 'old' | 'new';
  readonly lines: readonly { readonly key: LineKey; readonly amount: number }[];
}

export interface CorrectionFile {
  readonly template: TextTemplate & Template;
  readonly prepared: Pick<PreparedRun, 'config' | 'renderWorker'>;
  /** A period of these days, for the names of people and codes. */
  readonly computed: ComputedPeriod;
  /** The period of the file. */
  readonly period: Period;
  readonly rows: readonly CorrectionRow[];
  readonly sequence: number;
  /** Zeros are printed even if the template omits them, because the target would keep the old value. */
  readonly zeros: 'as-declared' | 'printed';
  /** The pay code's kind, as the period or its original computed it. */
  readonly kindOf: (payCode: string) => PayLineKind;
}

/** The files of one template: the decided rows, in the template's own format. @throws RenderRefused */
export async function renderCorrectionFiles(file: CorrectionFile): Promise<OutputFile[]> {
  const { template, prepared, rows, zeros } = file;
  const { config, renderWorker } = prepared;
  const units = new Map<string, number>();
  for (const { row, units: some, reversal } of rows) {
    const name =
      reversal === undefined ? unqualifiedRow(row) : buildReversalName(unqualifiedRow(row), reversal);
    units.set(name, (units.get(name) ?? 0) + some);
  }
  const model = buildCorrectionModel(file);
  const grouped = byTarget(template, model, config);
  const decided = zeros === 'printed' ? withZeros(grouped) : grouped;
  const order = renderJob(decided, config, variablesOf(template.name, config));
  const files = await renderInWorker({ ...order, units }, model, renderWorker);
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
  { computed, period, template, sequence }: CorrectionFile,
  isMain: boolean,
): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  const base = `${computed.run.employer}_${period.label}_${template.name}`;
  return `${isMain ? base : stem}_corrections-${sequence}${extension}`;
}

function buildCorrectionModel(order: CorrectionFile): TemplateModel {
  const { computed, period } = order;
  const wanted = order.rows
    .filter(({ row }) => parseRowName(row).data === undefined)
    .flatMap(({ row, reversal, lines }) => lines.map((line) => ({ row, reversal, ...line })));
  const model = buildModel({ ...computed, period, people: peopleWith(order, wanted) });
  const set = model.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('there is no data set of pay lines');
  const names = new Set(set.fields.map(({ name }) => name));
  const isReversed = order.rows.some(({ reversal }) => reversal !== undefined);
  const rowOf = new Map(
    wanted.map(({ row, key, reversal = null }, index) => [
      String(index),
      { ...overridesOf(row, key, names), ...(isReversed ? { [REVERSAL_FIELD]: reversal } : {}) },
    ]),
  );
  const rows = [...set.rows].map((row) => ({
    ...row,
    ...rowOf.get(String(row['task.id'])),
    'task.id': null,
    'task.name': null,
  }));
  const fields = isReversed ? [...set.fields, REVERSAL] : set.fields;
  const others = [...declaredSets(order.template.spec)].flatMap((name) => {
    const own = model.dataSets.get(name);
    return own === undefined ? [] : [[name, rowsOfSet(order, own, isReversed)] as const];
  });
  const dataSets = new Map([...model.dataSets, ['pay-lines', { ...set, fields, rows }], ...others]);
  return { ...model, dataSets };
}

/** Rows of another data set, identified as in the ledger by all their values in the file, with the corrected amount. */
function rowsOfSet({ rows }: CorrectionFile, { name, fields }: DataSet, isReversed: boolean): DataSet {
  const blank = Object.fromEntries(
    fields.map((field) => [field.name, NUMERIC.includes(field.type) ? 0 : null] as const),
  );
  const found = new Map<string, Record<string, Scalar>>();
  for (const { row, reversal = null, lines } of rows) {
    const { data, values, field } = parseRowName(row);
    if (data !== name) continue;
    const key = JSON.stringify([values, reversal]);
    const own = found.get(key) ?? {
      ...blank,
      ...values,
      ...(isReversed ? { [REVERSAL_FIELD]: reversal } : {}),
    };
    if (typeof field === 'string')
      own[field] = lines.reduce((sum, { amount }) => addQuantities(sum, amount), 0);
    found.set(key, own);
  }
  return { name, fields: isReversed ? [...fields, REVERSAL] : fields, rows: [...found.values()] };
}

const NUMERIC: readonly Field['type'][] = ['minutes', 'number', 'integer'];

/** The parts of a row's name. */
interface RowIdentity {
  readonly values: DataRow;
  readonly by?: string;
  readonly code?: string;
  /** For a data set other than pay lines, the field of the amount; null if it is a text. */
  readonly data?: string;
  readonly field?: string | null;
}

/** The ledger's data of a row by its name. */
export function parseRowName(row: string): RowIdentity {
  return JSON.parse(unqualifiedRow(row));
}

const REVERSAL = { name: REVERSAL_FIELD, type: 'text', description: 'old or new' } as const;

interface WantedLine {
  readonly row: string;
  readonly key: LineKey;
  readonly amount: number;
}

/** People with only the corrected lines; the task field identifies each line, so that none are summed. */
function peopleWith(
  { computed, kindOf }: CorrectionFile,
  wanted: readonly WantedLine[],
): ComputedPeriod['people'] {
  const ids = [...new Set(wanted.map(({ key }) => key.employeeId))].sort();
  return {
    ids,
    of: (personId) => {
      const { data, relatedShifts, timesheet, holidayOn } = computed.people.of(personId);
      const lines = wanted.flatMap((line, index) =>
        line.key.employeeId === personId ? [payLineOf(line, index, kindOf)] : [],
      );
      const pay = { lines, outsideLines: [], entries: [] };
      return { data, relatedShifts, timesheet, holidayOn, pay };
    },
  };
}

function payLineOf({ key, amount }: WantedLine, index: number, kindOf: CorrectionFile['kindOf']): PayLine {
  return {
    employeeId: key.employeeId,
    date: key.date,
    payCode: key.payCode,
    kind: kindOf(key.payCode),
    ...amountOf(key.unit, amount),
    entryId: null,
    establishmentId: key.establishment,
    teamId: null,
    taskId: String(index),
    rule: 'correction',
    overtime: undefined,
    fromEpoch: 0,
    toEpoch: 0,
    spanSeconds: 0,
  };
}

/** Counts and days are separate from minutes, as in the pay lines themselves. */
function amountOf(unit: AmountUnit, amount: number) {
  return unit === 'minutes' ? { minutes: amount } : { minutes: 0, quantity: amount, isWithoutMinutes: true };
}

/** The keys of the row in the export: payroll ID and code may differ today. */
function overridesOf(row: string, { costCenter }: LineKey, names: ReadonlySet<string>): DataRow {
  const known = parseRowName(row);
  const values = { ...known.values, ...(known.by === undefined ? {} : { [known.by]: known.code ?? null }) };
  return Object.fromEntries(
    Object.entries({ ...values, costCenter }).filter(
      ([name]) => names.has(name) && !name.startsWith('task.'),
    ),
  );
}

/** Rows of one person are separate if they have different payroll IDs in the target. */
function byTarget<Kept extends TextTemplate>(template: Kept, model: TemplateModel, config: Config): Kept {
  const { spec } = template;
  const given = variablesOf(template.name, config);
  const variables = templateVariables(spec, given, new RenderProblems(template.name));
  const fields = (model.dataSets.get('pay-lines')?.fields ?? []).map(({ name }) => name);
  const marks = fields.includes(REVERSAL_FIELD) ? [REVERSAL_FIELD] : [];
  const widened = <File extends FileSpec>(file: File): File => {
    const mentions = findMentionedFields(file, variables);
    const wide = withGroups(file, (group) => [
      ...group,
      ...targetFields(spec, mentions, group, fields),
      ...marks,
    ]);
    return wide as File;
  };
  return { ...template, spec: { ...widened(spec), companions: spec.companions.map(widened) } };
}

/** The same file with other groups, wherever rows are grouped. */
function withGroups(file: unknown, change: (group: readonly string[]) => readonly string[]): unknown {
  return withNodes(file, (node) => (isNames(node.group) ? { ...node, group: change(node.group) } : node));
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Zeros are written in rows, blocks and trees, including those of companions, even if a filter omits them. */
function withZeros<Kept extends TextTemplate>(template: Kept): Kept {
  const spec = withNodes(template.spec, (node) => {
    const shown = typeof node.zero === 'string' ? { ...node, zero: 'keep' } : node;
    if (!Array.isArray(shown.filter)) return shown;
    return { ...shown, filter: shown.filter.filter((condition) => !leavesZerosOut(condition)) };
  });
  return { ...template, spec: spec as Kept['spec'] };
}

function leavesZerosOut(condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return false;
  const { field, isNot, above }: { field?: unknown; isNot?: unknown; above?: unknown } = condition;
  return field === 'minutes' && (isNot === 0 || above === 0);
}

type Node = Readonly<Record<string, unknown>>;

/** Every object within plain data, changed from the inside out. */
function withNodes(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item) => withNodes(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, each]) => [key, withNodes(each, change)] as const);
  return change(Object.fromEntries(inner));
}
