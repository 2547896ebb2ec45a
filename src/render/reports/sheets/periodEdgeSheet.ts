import type { SheetPlan } from '../../../workbook/index.js';
import { minutesColumn } from '../amountColumns.js';
import type { SheetOfRows } from '../hoursOfPeriod.js';
import { type ColumnDraft, personColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { SharedUnit } from '../timeUnit.js';
import { allocationColumn, proofSheet, stampColumn } from './proofSheet.js';

/** Who worked over the period's edge, and what was counted inside. */
export function periodEdgeSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { t } = context;
  const words = { title: t('periodEdgeTitle'), empty: t('noPeriodEdge'), table: 'PeriodEdges' };
  return proofSheet(context, name, words, edgeColumns(context), rows);
}

function edgeColumns(context: ReportContext): ColumnDraft[] {
  const { t } = context;
  const unit = new SharedUnit(context);
  return [
    personColumn(context),
    stampColumn(context, t('start'), 'entry.startsAt'),
    stampColumn(context, t('end'), 'entry.endsAt'),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    minutesColumn(context, t('inside'), 'insideMinutes', unit),
    minutesColumn(context, t('outside'), 'outsideMinutes', unit),
    allocationColumn(context),
  ];
}
