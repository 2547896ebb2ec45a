import { type Cell, hoursOf, type SheetRow } from '../../workbook/index.js';
import type { ReportContext } from './reportContext.js';
import { rowsOf, sumOf, sumOrNull } from './rowAccess.js';
import { inUnit, PLANNED_AND_WORKED, type TimeUnit, timeUnitOf } from './timeUnit.js';

/** The figures of the period in large type. */
export function periodFigures({ t, model }: ReportContext): SheetRow[] {
  const employees = rowsOf(model, 'employees');
  const sum = (field: string) => sumOrNull(employees, field);
  const planned = sum('plannedMinutes');
  const worked = sum('workedMinutes');
  const unit = timeUnitOf([{ plannedMinutes: planned, workedMinutes: worked }], PLANNED_AND_WORKED);
  const figures: readonly (readonly [string, Cell])[] = [
    [t('employees'), { style: 'figure', value: employees.length }],
    [t('entries'), { style: 'figure', value: sumOf(employees, 'entries') }],
    [t('exceptions'), { style: 'figure', value: rowsOf(model, 'exceptions').length }],
    [t('planned'), timeFigure(planned, unit)],
    [t('worked'), timeFigure(worked, unit)],
    [t('difference'), { style: 'figure.hours', value: orNull(sum('differenceMinutes'), hoursOf) }],
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
