import type { DataRow } from '../../dataSet.js';
import type { SheetPlan } from '../../xlsx/workbook/sheetPlan.js';
import {
  calculatedText,
  differenceColumn,
  minutesColumn,
  type ReportColumn,
  textColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { rowsOf, textOf } from '../rowAccess.js';
import { noteRow, type SheetPart, stackedSheet } from '../stackedSheet.js';
import { allocationText, stampText } from '../stampText.js';
import { tableBlock } from '../tableBlock.js';

/** Who worked over a clock change or over the period's edge, and what was counted where. */
export function clockChangeSheet(context: ReportContext, name: string): SheetPlan {
  const { t, model } = context;
  const changes = rowsOf(model, 'clock-changes');
  const edges = rowsOf(model, 'period-edges');
  const tables = [
    { columns: changeColumns(context, changes), rows: changes, name: 'ClockChanges' },
    { columns: edgeColumns(context, edges), rows: edges, name: 'PeriodEdges' },
  ] as const;
  const [change, edge] = tables;
  const parts: SheetPart[] = [
    partOf(t('clockChangeTitle'), change, t('noClockChange')),
    partOf(t('periodEdgeTitle'), edge, t('noPeriodEdge')),
  ];
  const widths = change.columns.map(({ width }, index) => Math.max(width, edge.columns[index]?.width ?? 0));
  return stackedSheet(context, name, {
    title: t('clockChange'),
    parts,
    frame: { widths, orientation: 'landscape' },
  });
}

function partOf(
  title: string,
  table: {
    readonly columns: readonly ReportColumn[];
    readonly rows: readonly DataRow[];
    readonly name: string;
  },
  empty: string,
): SheetPart {
  if (table.rows.length === 0) return { title, rows: [noteRow(empty)] };
  return { title, table: (headingRow) => tableBlock({ ...table, headingRow }) };
}

function stampColumn(
  { language }: ReportContext,
  heading: string,
  field: string,
  rows: readonly DataRow[],
): ReportColumn {
  return { ...calculatedText(heading, rows, (row) => stampText(language, textOf(row, field))), width: 25 };
}

function allocationColumn({ t, language }: ReportContext, rows: readonly DataRow[]): ReportColumn {
  return calculatedText(
    t('allocation'),
    rows,
    (row) => allocationText(language, textOf(row, 'allocation')),
    60,
  );
}

function changeColumns(context: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const { t } = context;
  return [
    textColumn(t('employee'), 'employee.name', rows),
    stampColumn(context, t('start'), 'entry.startsAt', rows),
    stampColumn(context, t('end'), 'entry.endsAt', rows),
    minutesColumn(context, t('elapsed'), 'elapsedMinutes', rows),
    minutesColumn(context, t('clock'), 'clockMinutes', rows),
    differenceColumn(t('change'), rows, 'change'),
    allocationColumn(context, rows),
    minutesColumn(context, t('worked'), 'workedMinutes', rows),
    minutesColumn(context, t('paid'), 'paidMinutes', rows),
    textColumn(t('establishment'), 'establishment.name', rows),
    textColumn(t('zone'), 'zone', rows),
  ];
}

function edgeColumns(context: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const { t } = context;
  return [
    textColumn(t('employee'), 'employee.name', rows),
    stampColumn(context, t('start'), 'entry.startsAt', rows),
    stampColumn(context, t('end'), 'entry.endsAt', rows),
    minutesColumn(context, t('worked'), 'workedMinutes', rows),
    minutesColumn(context, t('inside'), 'insideMinutes', rows),
    minutesColumn(context, t('outside'), 'outsideMinutes', rows),
    allocationColumn(context, rows),
  ];
}
