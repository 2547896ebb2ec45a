import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { countColumn, differenceColumns, minutesColumn } from '../amountColumns.js';
import type { HoursOfPeriod } from '../hoursOfPeriod.js';
import type { PayCodeColumn } from '../payCodeOrder.js';
import { type ColumnDraft, personColumns, surveyed } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { HEADING_ROW, tableSheet } from '../reportFrame.js';
import { tableBlock } from '../tableBlock.js';
import { SharedUnit } from '../timeUnit.js';

/**
 * One row per employee: days, planned, worked, paid, and a column for each pay code, those paid on top of base hours
 * last and under a heading that says so. @param payCodes those that come first among their like
 */
export function summarySheet(
  context: ReportContext,
  name: string,
  hours: HoursOfPeriod,
  payCodes: readonly string[] = [],
): SheetPlan {
  const { t } = context;
  const codes = hours.payCodes.columns(payCodes);
  const table = surveyed(withPayCodes(hours, codes), summaryColumns(context, codes));
  const block =
    table.count === 0
      ? undefined
      : tableBlock({ ...table, name: 'Summary', headingRow: HEADING_ROW, totalLabel: t('total') });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  const above = onTopRow(context, table.columns.length, codes);
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

function summaryColumns(context: ReportContext, codes: readonly PayCodeColumn[]): readonly ColumnDraft[] {
  const { t } = context;
  const unit = new SharedUnit(context);
  return [
    ...personColumns(context),
    countColumn(t('daysWorked'), 'days'),
    countColumn(t('entries'), 'entries'),
    minutesColumn(context, t('planned'), 'plannedMinutes', unit),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    minutesColumn(context, t('paid'), 'paidMinutes', unit),
    ...codes.map((code) => minutesColumn(context, code.label, codeField(code), unit)),
  ];
}

const codeField = ({ code }: Pick<PayCodeColumn, 'code'>) => `payCode:${code}`;

/** Employee rows with the minutes of each code as further fields; null where a person has none. */
function withPayCodes({ people }: HoursOfPeriod, codes: readonly PayCodeColumn[]): Iterable<DataRow> {
  return {
    *[Symbol.iterator]() {
      for (const { employee, codeMinutes } of people) {
        const minutes = codes.map((code) => [codeField(code), codeMinutes[code.code] ?? null]);
        yield { ...employee, ...Object.fromEntries(minutes) };
      }
    },
  };
}
