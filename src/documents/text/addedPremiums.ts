import { ON_TOP } from '../../domain/pay/payAmounts.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { DataRow, DataSet } from '../dataSet.js';
import { textPaths } from './composedText.js';
import type { ColumnPlan, PlanInput, PlannedColumn } from './plannedColumn.js';
import { columnLabel, type RenderContext } from './renderContext.js';
import { employeeLabel, type RowRecord } from './rowRecords.js';

/**
 * Refuses amounts that add premiums, or time that is owed, to the hours that they belong to: 8 hours of work with 2 of
 * them at night are not 10. Lines that a filter or a group separates are never in one amount. Also applies if two pay
 * codes of different kinds share an external code. A sum of all lines of a file is a check for the target, not a
 * person's hours.
 */
export function refuseAddedPremiums({ context, section, records }: PlanInput, plan: ColumnPlan): void {
  const dataSet = context.model.dataSets.get(section.data);
  if (dataSet === undefined || !checksPremiums(context, dataSet)) return;
  const toldDays = new Set<PlannedColumn['spec']>();
  for (const column of plan.columns) {
    const { share, heading, spec } = column;
    if (toldDays.has(spec)) continue;
    if (share === undefined && !holdsMinutes(dataSet, spec)) continue;
    const amounts = eachAmount(records, plan, share?.bind(column));
    const isRefused = refuseFirstMixed(context, amounts, columnLabel(heading, spec));
    if (isRefused && spec.days !== undefined) toldDays.add(spec);
  }
}

/** The rows of each cell of a column. */
function* eachAmount(
  records: readonly RowRecord[],
  plan: ColumnPlan,
  share: PlannedColumn['share'],
): Generator<readonly DataRow[]> {
  for (const record of records) {
    const lines = share === undefined ? 1 : plan.lines(record);
    for (let line = 0; line < lines; line++)
      yield (share === undefined ? record.members : share(record, line)?.members) ?? [];
  }
}

/** One message is enough for all. */
function refuseFirstMixed(
  context: RenderContext,
  amounts: Iterable<readonly DataRow[]>,
  place: string,
): boolean {
  for (const rows of amounts) if (refuseMixed(context, rows, place)) return true;
  return false;
}

/** Whether amounts of a data set are examined: reruns print earlier amounts unchanged. */
export function checksPremiums(context: RenderContext, { name }: DataSet): boolean {
  return name === 'pay-lines' && context.addsPremiums === 'refused';
}

/** The same for one amount of a tree, or a text, of these rows. @returns whether it was refused */
export function refuseMixed(context: RenderContext, rows: readonly DataRow[], place: string): boolean {
  const kinds = new Map<string, DataRow>();
  for (const row of rows) {
    const kind = String(row.kind ?? '');
    if (Number(row.minutes ?? 0) !== 0 && !kinds.has(kind)) kinds.set(kind, row);
  }
  const top = [...kinds.keys()].find((kind) => ON_TOP.includes(kind));
  const under = [...kinds.keys()].find((kind) => kind !== top);
  if (top === undefined || under === undefined) return false;
  const [one, other] = [kinds.get(under), kinds.get(top)];
  if (one === undefined || other === undefined) return false;
  context.problems.add(premiumMessage(one, other), { column: place, employee: employeeLabel(one) });
  return true;
}

/** Whether a value of a group contains the minutes of its rows. */
export function holdsMinutes(
  { fields }: DataSet,
  { field, text }: { readonly field?: string | undefined; readonly text?: string | undefined },
): boolean {
  const minutes = fields.filter(({ type }) => type === 'minutes').map(({ name }) => name);
  if (field !== undefined) return minutes.includes(field);
  return text !== undefined && textPaths(text).some((path) => minutes.includes(path));
}

function premiumMessage(one: DataRow, other: DataRow): AnyMessage {
  const [under = '', top = ''] = [one, other].map(({ payCode, kind }) => `${payCode} (${kind})`);
  const { external } = one;
  return external && external === other.external
    ? message('template.premiums.oneCode', { top, under, external: String(external) })
    : message('template.premiums.mixed', { top, under, kind: String(other.kind) });
}
