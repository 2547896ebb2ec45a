import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { type PayCodeColumn, payCodeColumns } from '../payCodeOrder.js';
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

/**
 * One row per employee: days, planned, worked, paid, and a column for each pay code, those paid on top of base hours
 * last and under a heading that says so. @param payCodes those that come first among their like
 */
export function summarySheet(
  context: ReportContext,
  name: string,
  payCodes: readonly string[] = [],
): SheetPlan {
  const codes = payCodeColumns(rowsOf(context.model, 'pay-lines'), payCodes);
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
  const above = onTopRow(context, columns.length, codes);
  return tableSheet(
    context,
    name,
    { title: t('monthlyHours'), empty: t('nothingWorked'), frame, above },
    block,
  );
}

/** Stands over the first column of what is paid on top, so that nobody adds it to the base hours. */
function onTopRow(
  { t }: ReportContext,
  columns: number,
  codes: readonly PayCodeColumn[],
): SheetRow | undefined {
  const onTop = codes.filter(({ isOnTop }) => isOnTop).length;
  if (onTop === 0) return undefined;
  const before = Array.from({ length: columns - onTop }, () => ({ style: 'note', value: null }));
  return { cells: [...before, { style: 'note', value: t('onTop') }], heightPoints: 16 };
}

function summaryColumns(
  context: ReportContext,
  rows: readonly DataRow[],
  codes: readonly PayCodeColumn[],
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
    ...codes.map((code) => minutesColumn(context, code.label, codeField(code), times)),
  ];
}

const codeField = ({ code }: Pick<PayCodeColumn, 'code'>) => `payCode:${code}`;

/** Employee rows with the minutes of each code as further fields; null where a person has none. */
function withPayCodes(
  { model }: ReportContext,
  employees: readonly DataRow[],
  codes: readonly PayCodeColumn[],
): readonly DataRow[] {
  if (codes.length === 0) return employees;
  const lines = rowsBy(rowsOf(model, 'pay-lines'), 'employee.id');
  return employees.map((employee) => {
    const minutes: Record<string, number | null> = Object.fromEntries(
      codes.map((code) => [codeField(code), null]),
    );
    for (const line of lines.get(textOf(employee, 'employee.id')) ?? []) {
      const field = codeField({ code: textOf(line, 'payCode') });
      const more = numberOf(line, 'minutes');
      // What is only counted has no minutes: its column stays empty rather than 0:00.
      if (more !== null) minutes[field] = (minutes[field] ?? 0) + more;
    }
    return { ...employee, ...minutes };
  });
}
