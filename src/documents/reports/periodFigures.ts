import { type Cell, hoursOf, type SheetRow } from '../../workbook/index.js';
import type { HoursOfPeriod } from './hoursOfPeriod.js';
import type { ReportContext } from './reportContext.js';
import { inUnit, PLANNED_AND_WORKED, type TimeUnit, timeUnitOf } from './timeUnit.js';

/** The figures of the period in large type. */
export function periodFigures(
  { t, hours }: ReportContext,
  { employees, sums, exceptions }: HoursOfPeriod,
): SheetRow[] {
  const { plannedMinutes, workedMinutes } = sums;
  const unit = timeUnitOf(hours, [{ plannedMinutes, workedMinutes }], PLANNED_AND_WORKED);
  const figures: readonly (readonly [string, Cell])[] = [
    [t('employees'), { style: 'figure', value: employees }],
    [t('entries'), { style: 'figure', value: sums.entries ?? 0 }],
    [t('exceptions'), { style: 'figure', value: exceptions.count }],
    [t('planned'), timeFigure(plannedMinutes, unit)],
    [t('worked'), timeFigure(workedMinutes, unit)],
    [t('difference'), { style: 'figure.hours', value: orNull(sums.differenceMinutes, hoursOf) }],
  ];
  return [
    { cells: figures.map(([label]) => ({ style: 'label', value: label })) },
    { cells: figures.map(([, cell]) => cell), heightPoints: 22 },
  ];
}

function timeFigure(minutes: number | null, unit: TimeUnit): Cell {
  const style = unit === 'decimal' ? 'figure.plainHours' : 'figure.duration';
  return { style, value: orNull(minutes, (known) => inUnit(unit, known)) };
}

function orNull(minutes: number | null, convert: (minutes: number) => number): number | null {
  return minutes === null ? null : convert(minutes);
}
