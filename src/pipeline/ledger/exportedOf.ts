import type { DataRow } from '../../documents/dataSet.js';
import { buildModel } from '../../documents/model/buildModel.js';
import type { Template } from '../../documents/template/template.js';
import type { WrittenAmount } from '../../documents/text/rowUnits.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import {
  type ComputedLine,
  type Exported,
  lineKeyText,
  type WrittenRow,
} from '../../domain/corrections/exportedLine.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import type { Period } from '../../domain/period/period.js';
import { localDateOf } from '../../domain/time/localDate.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { variablesOf } from '../prepare/variablesOf.js';
import { amountsInItsThread, ownOrder } from '../render/inItsThread.js';

/** Templates of which the ledger keeps lines: those whose target takes corrections, and all for payroll systems. */
export function keepsLines(template: Template): template is TextTemplate & Template {
  if (template.kind !== 'text') return false;
  return template.spec.corrections !== 'none' || template.spec.audience === 'payroll';
}

/**
 * What the files of a period give to whom, line by line, with what each of their rows prints.
 * @throws RenderRefused where a template refuses a value
 */
export async function exportedOf(
  input: ComputedPeriod,
  templates: readonly Template[],
  { config, apart }: Pick<PreparedRun, 'config' | 'apart'>,
): Promise<Exported<ComputedLine>> {
  const kept = templates.filter(keepsLines);
  if (kept.length === 0) return { lines: [], rows: [] };
  const model = buildModel(input);
  const partsOf = partsByLine(input);
  const exports: Exported<ComputedLine>[] = [];
  for (const template of kept) {
    const order = ownOrder(template, config, variablesOf(template.name, config));
    const amounts = await amountsInItsThread(order, model, apart);
    exports.push(ofTemplate(template, amounts, input.period, partsOf));
  }
  return { lines: exports.flatMap(({ lines }) => lines), rows: exports.flatMap(({ rows }) => rows) };
}

type PartsOf = (row: DataRow) => ReadonlyMap<string, number>;

function ofTemplate(
  template: TextTemplate,
  amounts: readonly WrittenAmount[],
  period: Period,
  partsOf: PartsOf,
): Exported<ComputedLine> {
  const lines = new Map<string, ComputedLine>();
  const rows: WrittenRow[] = [];
  for (const { row: name, units, unitsPerHour, hasCostCenters, members } of amounts) {
    const row = rowOfPeriod(period, name);
    rows.push({ template: template.name, row, units, unitsPerHour });
    for (const member of members) {
      const key = {
        template: template.name,
        employeeId: String(member['employee.id']),
        date: localDateOf(String(member.date)),
        payCode: String(member.payCode),
        establishment: textOf(member['establishment.id']),
        costCenter: hasCostCenters ? textOf(member.costCenter) : null,
        row,
      };
      const minutes = (lines.get(lineKeyText(key))?.minutes ?? 0) + Number(member.minutes ?? 0);
      lines.set(lineKeyText(key), { ...key, minutes, parts: partsOf(member) });
    }
  }
  return { lines: [...lines.values()], rows };
}

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
  for (const id of people.ids) for (const line of people.of(id).pay.lines) add(line);
  const none: ReadonlyMap<string, number> = new Map();
  return (row) =>
    parts.get(JSON.stringify([row['employee.id'], row.date, row.payCode, row['establishment.id'] ?? null])) ??
    none;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
