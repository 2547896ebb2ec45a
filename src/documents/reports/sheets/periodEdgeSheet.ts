import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { minutesColumn, personColumn, type ReportColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { rowsOf } from '../rowAccess.js';
import { timesOf } from '../timeUnit.js';
import { allocationColumn, proofSheet, stampColumn } from './proofSheet.js';

/** Who worked over the period's edge, and what was counted inside. */
export function periodEdgeSheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  const rows = rowsOf(context.model, 'period-edges');
  const words = { title: t('periodEdgeTitle'), empty: t('noPeriodEdge'), table: 'PeriodEdges' };
  return proofSheet(context, name, words, edgeColumns(context, rows), rows);
}

function edgeColumns(context: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const { t } = context;
  const times = timesOf(rows, ['workedMinutes', 'insideMinutes', 'outsideMinutes']);
  return [
    personColumn(context, rows),
    stampColumn(context, t('start'), 'entry.startsAt', rows),
    stampColumn(context, t('end'), 'entry.endsAt', rows),
    minutesColumn(context, t('worked'), 'workedMinutes', times),
    minutesColumn(context, t('inside'), 'insideMinutes', times),
    minutesColumn(context, t('outside'), 'outsideMinutes', times),
    allocationColumn(context, rows),
  ];
}
