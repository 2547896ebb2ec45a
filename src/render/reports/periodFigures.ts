import { signedHoursText } from '../../language/hoursText.js';
import { type Cell, hoursOf, type SheetRow } from '../../workbook/index.js';
import type { HoursOfPeriod } from './hoursOfPeriod.js';
import type { ReportContext } from './reportContext.js';
import { inUnit, PLANNED_AND_WORKED, type TimeUnit, timeUnitOf } from './timeUnit.js';

/** Nobody worked, and nobody was to work. */
const NOTHING = { plannedMinutes: 0, workedMinutes: 0, differenceMinutes: 0 };

/** The figures of the period in large type. */
export function periodFigures(
  context: ReportContext,
  { employees, sums, exceptions }: HoursOfPeriod,
): SheetRow[] {
  const { t, hours } = context;
  const { plannedMinutes, workedMinutes, differenceMinutes } = employees === 0 ? NOTHING : sums;
  const unit = timeUnitOf(hours, [{ plannedMinutes, workedMinutes }], PLANNED_AND_WORKED);
  const figures: readonly (readonly [string, Cell])[] = [
    [t('employees'), { style: 'figure', value: employees }],
    [t('entries'), { style: 'figure', value: sums.entries ?? 0 }],
    [t('exceptions'), { style: 'figure', value: exceptions.count }],
    [t('planned'), timeFigure(plannedMinutes, unit)],
    [t('worked'), timeFigure(workedMinutes, unit)],
    [t('difference'), differenceFigure(context, differenceMinutes)],
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

/** With its sign. As clock time it is text: Excel shows no negative times. */
function differenceFigure({ hours, language }: ReportContext, minutes: number | null): Cell {
  if (hours === 'decimal') return { style: 'figure.hours', value: orNull(minutes, hoursOf) };
  const value = minutes === null ? null : signedHoursText(minutes, hours, language);
  return { style: 'figure', value };
}

function orNull(minutes: number | null, convert: (minutes: number) => number): number | null {
  return minutes === null ? null : convert(minutes);
}
