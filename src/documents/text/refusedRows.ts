import { type AnyMessage, message } from '../../i18n/message.js';
import { kindLabel, type MixedPremium, mixedPremium, partlyMet } from '../dataRefusals.js';
import type { DataRow, DataSet } from '../dataSet.js';
import type { RenderContext } from './renderContext.js';
import { employeeLabel } from './rowRecords.js';
import { barePaths } from './textPaths.js';

/** Whether amounts of a data set are examined: reruns print earlier amounts unchanged. */
export function checksPremiums(context: RenderContext, { name }: DataSet): boolean {
  return name === 'pay-lines' && context.addsPremiums === 'refused';
}

/** Refuses one amount of these rows if it adds premiums to hours. @returns whether it was refused */
export function refuseMixed(context: RenderContext, rows: readonly DataRow[], place: string): boolean {
  const mixed = mixedPremium(rows);
  if (mixed === undefined) return false;
  const { under } = mixed;
  context.problems.add(premiumMessage(mixed), { column: place, employee: employeeLabel(under) });
  return true;
}

/** The same for a total of some rows, whatever their data set. */
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

/** Refuses conditions that are true for a part of a person's row. */
export function refusePartlyMet(
  { problems }: RenderContext,
  { fields, column }: { readonly fields: readonly string[]; readonly column: string },
  row: DataRow,
  keeps: (row: DataRow) => boolean,
): void {
  const partly = partlyMet(fields, row, keeps);
  if (partly === undefined) return;
  const { field, value } = partly;
  problems.add(message('template.severalValues', { field }), { column, employee: employeeLabel(row), value });
}

/** Whether a value of a group contains the minutes of its rows; totals in it say which rows they add. */
export function holdsMinutes(
  { fields }: DataSet,
  { field, text }: { readonly field?: string | undefined; readonly text?: string | undefined },
): boolean {
  const minutes = fields.filter(({ type }) => type === 'minutes').map(({ name }) => name);
  if (field !== undefined) return minutes.includes(field);
  return text !== undefined && barePaths(text).some((path) => minutes.includes(path));
}

function premiumMessage({ top: line, under: other, where }: MixedPremium): AnyMessage {
  const [top, under] = [kindLabel(line), kindLabel(other)];
  const { external } = other;
  return external && external === line.external
    ? message('template.premiums.oneCode', { top, under, external: String(external) })
    : message('template.premiums.mixed', { top, under, where, kind: String(line.kind) });
}
