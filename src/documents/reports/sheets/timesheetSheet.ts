import { areaName, type Cell, cellName, type SheetPlan, type SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { payCodesInOrder } from '../payCodeOrder.js';
import { personText } from '../personText.js';
import { minutesColumn, type ReportColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import type { Place } from '../reportStyles.js';
import { numberOf, rowsBy, textOf } from '../rowAccess.js';
import { type FrameOptions, frame, noticeSheet, printPlan, titleRows } from '../sheetFrame.js';
import { headingRowOf } from '../tableBlock.js';
import { PLANNED_AND_WORKED, type Times, type TimeUnit, timeUnitOf } from '../timeUnit.js';
import { timesheetColumns } from './timesheetColumns.js';

/** One person's page. */
export interface TimesheetContent {
  readonly employee: DataRow;
  /** Every calendar day of the period. */
  readonly days: readonly DataRow[];
  readonly payLines: readonly DataRow[];
}

/** So many days are fitted to a page: the signatures never stand on one of their own. */
const DAYS_PER_PAGE = 46;
const HEADING_ROW = 7;
const BODY_HEIGHT = 16;

/** A4 portrait: who, every calendar day, totals, hours per pay code, and lines for the signatures. */
export function timesheetSheet(context: ReportContext, name: string, content: TimesheetContent): SheetPlan {
  const { days } = content;
  const unit = unitOf(content);
  const columns = timesheetColumns(context, { rows: days, unit });
  const widths = columns.map(({ width }) => width);
  const rows = [
    ...titleRows(context, context.t('timesheet')),
    ...personRows(context, content.employee),
    headingRowOf(columns),
    ...days.map((day) => dayRow(columns, day)),
    totalRow(context, columns, days),
    ...payCodeRows(context, columns.length, { rows: content.payLines, unit }),
    ...signatureRows(context),
  ];
  const frameOptions: FrameOptions = {
    widths,
    orientation: 'portrait',
    frozenRows: HEADING_ROW,
    pagesTall: Math.max(1, Math.ceil(days.length / DAYS_PER_PAGE)),
  };
  return {
    name,
    settings: frame(context, frameOptions),
    print: printPlan(frameOptions, rows.length),
    area: areaName(0, 1, columns.length - 1, rows.length),
    rows: () => rows,
  };
}

/** The only page where there is nobody. */
export function emptyTimesheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  return noticeSheet(context, name, {
    title: t('timesheets'),
    empty: t('nothingWorked'),
    frame: { widths: [], orientation: 'portrait' },
  });
}

/** One for the whole page: the hours per pay code stand under the hours worked. */
function unitOf({ days, payLines }: TimesheetContent): TimeUnit {
  const units = [timeUnitOf(days, PLANNED_AND_WORKED), timeUnitOf(payLines, ['minutes'])];
  return units.includes('decimal') ? 'decimal' : 'duration';
}

function personRows(context: ReportContext, employee: DataRow): SheetRow[] {
  const { t } = context;
  const number = textOf(employee, 'employee.number');
  const pairs = [
    [t('employee'), personText(context, employee)],
    [t('number'), number === '' ? '–' : number],
  ] as const;
  return [
    ...pairs.map(
      ([label, value]): SheetRow => ({
        cells: [
          { style: 'label', value: label },
          { style: 'person', value },
        ],
        heightPoints: 17,
      }),
    ),
    { cells: [], heightPoints: 8 },
  ];
}

function placeOf(day: DataRow): Place {
  if (textOf(day, 'holiday') !== '') return '.holiday';
  return (numberOf(day, 'weekday') ?? 0) >= 6 ? '.weekend' : '';
}

function dayRow(columns: readonly ReportColumn[], day: DataRow): SheetRow {
  const place = placeOf(day);
  const cells = columns.map((column): Cell => ({ style: column.kind + place, value: column.value(day) }));
  return { cells, heightPoints: BODY_HEIGHT };
}

function totalRow(
  { t }: ReportContext,
  columns: readonly ReportColumn[],
  days: readonly DataRow[],
): SheetRow {
  const last = HEADING_ROW + days.length;
  const cells = columns.map((column, index): Cell => {
    if (index === 0) return { style: 'text.total', value: t('total') };
    const style = `${column.kind}.total`;
    if (column.total === undefined || days.length === 0) return { style, value: null };
    const formula = `SUM(${cellName(index, HEADING_ROW + 1)}:${cellName(index, last)})`;
    return { style, value: { formula, value: column.total(days) } };
  });
  return { cells, heightPoints: 19 };
}

/** Hours per pay code, right-aligned under the totals. */
function payCodeRows(context: ReportContext, columnCount: number, { rows: lines, unit }: Times): SheetRow[] {
  if (lines.length === 0) return [];
  const byCode = rowsBy(lines, 'payCode');
  const pad: undefined[] = Array(columnCount - 4).fill(undefined);
  return [
    { cells: [], heightPoints: 8 },
    ...payCodesInOrder(lines).map((code): SheetRow => {
      const rows = byCode.get(code) ?? [];
      const column = minutesColumn(context, code, 'minutes', { rows, unit });
      return {
        cells: [
          ...pad,
          { style: 'text', value: code },
          { style: 'text', value: null },
          { style: column.kind, value: column.total?.(rows) ?? null },
        ],
        heightPoints: BODY_HEIGHT,
      };
    }),
  ];
}

function signatureRows({ t }: ReportContext): SheetRow[] {
  const line = (value: string | null): Cell => ({ style: 'signature', value });
  return [
    { cells: [], heightPoints: 44 },
    {
      cells: [
        line(t('signatureEmployee')),
        line(null),
        line(t('signatureDate')),
        undefined,
        line(t('signatureEmployer')),
        line(null),
        line(null),
        line(t('signatureDate')),
      ],
      heightPoints: 16,
    },
  ];
}
