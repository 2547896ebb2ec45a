import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { payCodesInOrder } from '../payCodeOrder.js';
import {
  countColumn,
  differenceColumn,
  minutesColumn,
  personColumns,
  type ReportColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { numberOf, rowsBy, rowsOf, textOf } from '../rowAccess.js';
import { HEADING_ROW, tableSheet } from '../sheetFrame.js';
import { tableBlock } from '../tableBlock.js';
import { PLANNED_AND_WORKED, timesOf } from '../timeUnit.js';

/** One row per employee: days, planned, worked, paid, and a column for each pay code. @param payCodes those that come first */
export function summarySheet(
  context: ReportContext,
  name: string,
  payCodes: readonly string[] = [],
): SheetPlan {
  const codes = payCodesOf(context, payCodes);
  const rows = withPayCodes(context, rowsOf(context.model, 'employees'), codes);
  const columns = summaryColumns(context, rows, codes);
  const block =
    rows.length === 0
      ? undefined
      : tableBlock({
          name: 'Summary',
          headingRow: HEADING_ROW,
          columns,
          rows,
          totalLabel: context.t('total'),
        });
  const widths = columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  const { t } = context;
  return tableSheet(context, name, { title: t('monthlyHours'), empty: t('nothingWorked'), frame }, block);
}

function summaryColumns(
  context: ReportContext,
  rows: readonly DataRow[],
  codes: readonly string[],
): readonly ReportColumn[] {
  const { t } = context;
  const times = timesOf(rows, [...PLANNED_AND_WORKED, 'paidMinutes', ...codes.map(codeField)]);
  return [
    ...personColumns(context, rows),
    countColumn(t('daysWorked'), 'days', rows),
    countColumn(t('entries'), 'entries', rows),
    minutesColumn(context, t('planned'), 'plannedMinutes', times),
    minutesColumn(context, t('worked'), 'workedMinutes', times),
    differenceColumn(t('difference'), rows),
    minutesColumn(context, t('paid'), 'paidMinutes', times),
    ...codes.map((code) => minutesColumn(context, code, codeField(code), times)),
  ];
}

const codeField = (code: string) => `payCode:${code}`;

/** The pay codes that occur: those asked for, then the others in their order. */
function payCodesOf({ model }: ReportContext, first: readonly string[]): string[] {
  const codes = payCodesInOrder(rowsOf(model, 'pay-lines'));
  return [...first, ...codes.filter((code) => !first.includes(code))];
}

/** Employee rows with the minutes of each code as further fields; null where a person has none. */
function withPayCodes(
  { model }: ReportContext,
  employees: readonly DataRow[],
  codes: readonly string[],
): readonly DataRow[] {
  if (codes.length === 0) return employees;
  const lines = rowsBy(rowsOf(model, 'pay-lines'), 'employee.id');
  return employees.map((employee) => {
    const minutes: Record<string, number | null> = Object.fromEntries(
      codes.map((code) => [codeField(code), null]),
    );
    for (const line of lines.get(textOf(employee, 'employee.id')) ?? []) {
      const field = codeField(textOf(line, 'payCode'));
      minutes[field] = (minutes[field] ?? 0) + (numberOf(line, 'minutes') ?? 0);
    }
    return { ...employee, ...minutes };
  });
}
