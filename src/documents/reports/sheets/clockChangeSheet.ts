import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import {
  differenceColumn,
  minutesColumn,
  personColumn,
  type ReportColumn,
  textColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { rowsOf } from '../rowAccess.js';
import { timesOf } from '../timeUnit.js';
import { allocationColumn, proofSheet, stampColumn } from './proofSheet.js';

/** Who worked over a clock change, and what was counted where. */
export function clockChangeSheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  const rows = rowsOf(context.model, 'clock-changes');
  const words = { title: t('clockChangeTitle'), empty: t('noClockChange'), table: 'ClockChanges' };
  return proofSheet(context, name, words, changeColumns(context, rows), rows);
}

function changeColumns(context: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const { t } = context;
  const times = timesOf(rows, ['elapsedMinutes', 'clockMinutes', 'workedMinutes', 'paidMinutes']);
  return [
    personColumn(context, rows),
    stampColumn(context, t('start'), 'entry.startsAt', rows),
    stampColumn(context, t('end'), 'entry.endsAt', rows),
    minutesColumn(context, t('elapsed'), 'elapsedMinutes', times),
    minutesColumn(context, t('clock'), 'clockMinutes', times),
    differenceColumn(t('change'), rows, 'change'),
    allocationColumn(context, rows),
    minutesColumn(context, t('worked'), 'workedMinutes', times),
    minutesColumn(context, t('paid'), 'paidMinutes', times),
    textColumn(t('establishment'), 'establishment.name', rows),
    textColumn(t('zone'), 'zone', rows),
  ];
}
