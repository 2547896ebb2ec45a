import { type ColumnChart, hoursOf } from '../../../workbook/index.js';
import { CHART_COLOURS } from '../reportStyles.js';
import { convertMinutes, type TimeUnit } from '../timeUnit.js';

const STEPS_HOURS = [1, 2, 4, 5, 8, 10, 20, 25, 40, 50];

/** A gridline distance in hours with at most six gridlines. */
function stepHours(maxHours: number): number {
  for (let scale = 1; ; scale *= 10) {
    const step = STEPS_HOURS.find((hours) => hours * scale * 6 >= maxHours);
    if (step !== undefined) return step * scale;
  }
}

/** The axis of hours of a chart, and its colours. @param minutes all values that it shows */
export function hoursAxis(
  minutes: readonly number[],
  unit: TimeUnit,
): Pick<ColumnChart, 'valueFormat' | 'valueStep' | 'valueMin' | 'valueMax' | 'lineColour' | 'textColour'> {
  const hours = minutes.map(hoursOf);
  const largest = Math.max(1, ...hours);
  const smallest = Math.min(0, ...hours);
  const step = stepHours(largest);
  const hour = convertMinutes(unit, 60);
  return {
    valueFormat: unit === 'decimal' ? '0' : '[h]',
    valueStep: step * hour,
    valueMin: Math.min(0, Math.floor(smallest / step) * step * hour),
    valueMax: Math.ceil(largest / step) * step * hour,
    lineColour: CHART_COLOURS.line,
    textColour: CHART_COLOURS.text,
  };
}
