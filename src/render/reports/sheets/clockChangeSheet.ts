import type { SheetPlan } from '../../../workbook/index.js';
import { differenceColumns, minutesColumn, unsummedColumn } from '../amountColumns.js';
import type { SheetOfRows } from '../hoursOfPeriod.js';
import { type ColumnDraft, personColumn, textColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { SharedUnit } from '../timeUnit.js';
import { allocationColumn, proofSheet, stampColumn } from './proofSheet.js';

/** Who worked over a clock change, and what was counted where. */
export function clockChangeSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { t } = context;
  const words = { title: t('clockChangeTitle'), empty: t('noClockChange'), table: 'ClockChanges' };
  return proofSheet(context, name, words, changeColumns(context), rows);
}

function changeColumns(context: ReportContext): ColumnDraft[] {
  const { t } = context;
  const unit = new SharedUnit(context);
  return [
    personColumn(context),
    stampColumn(context, t('start'), 'entry.startsAt'),
    stampColumn(context, t('end'), 'entry.endsAt'),
    minutesColumn(context, t('elapsed'), 'elapsedMinutes', unit),
    unsummedColumn(context, t('clock'), 'clockMinutes'),
    ...differenceColumns(context, unit, { heading: t('change'), field: 'change' }),
    allocationColumn(context),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    minutesColumn(context, t('paid'), 'paidMinutes', unit),
    textColumn(t('establishment'), 'establishment.name'),
    textColumn(t('zone'), 'zone'),
  ];
}
