import type { DataRow } from '../dataSet.js';
import type { ColumnPlan, PlanInput, PlannedColumn } from './plannedColumn.js';
import { checksPremiums, holdsMinutes, refuseMixed } from './refusedRows.js';
import { columnLabel, type RenderContext } from './renderContext.js';
import type { RowRecord } from './rowRecords.js';

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
