import { ON_TOP } from '../../domain/pay/payAmounts.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { DataRow, DataSet } from '../dataSet.js';
import type { RenderContext } from './renderContext.js';
import { employeeLabel } from './rowRecords.js';
import { textPaths } from './textPaths.js';

/** Whether amounts of a data set are examined: reruns print earlier amounts unchanged. */
export function checksPremiums(context: RenderContext, { name }: DataSet): boolean {
  return name === 'pay-lines' && context.addsPremiums === 'refused';
}

/** Refuses one amount of these rows if it adds premiums to hours. @returns whether it was refused */
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

/** The same for a total over another data set than that of the rows. */
export function refuseMixedTotal(
  context: RenderContext,
  {
    set,
    paths,
    rows,
  }: { readonly set: string; readonly paths: readonly string[]; readonly rows: readonly DataRow[] },
  place: string,
): void {
  const dataSet = context.model.dataSets.get(set);
  if (dataSet === undefined || !checksPremiums(context, dataSet)) return;
  if (paths.some((path) => holdsMinutes(dataSet, { field: path.replace(`${set}.`, '') })))
    refuseMixed(context, rows, place);
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
