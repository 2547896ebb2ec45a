import type { Cell, SheetRow } from '../../workbook/index.js';
import { MATRIX_SIGNS } from './matrixStyles.js';
import type { ReportContext } from './reportContext.js';
import { textWidth } from './textWidth.js';

const MARKS = [
  ['.weekend', 'legendWeekend'],
  ['.holiday', 'legendHoliday'],
  ['.more', 'legendMore'],
  ['.less', 'legendLess'],
  ['.absence', 'legendAbsence'],
] as const;

export interface LegendPlace {
  readonly firstColumn: number;
  /** How many columns the legend may take. */
  readonly columns: number;
  /** The width of each, in digits. */
  readonly columnWidth: number;
  /** Whether anybody is absent. @default false */
  readonly absences?: boolean;
}

/**
 * What the shades mean, mark after mark in one row, or in more rows where the period has too few columns. The
 * sentence before them stands in the first column.
 */
export function calendarLegend({ t }: ReportContext, place: LegendPlace): SheetRow[] {
  const rows: (Cell | undefined)[][] = [[{ style: 'label', value: t('calendarNote') }]];
  let at = 0;
  for (const [mark, key] of MARKS) {
    if (mark === '.absence' && place.absences !== true) continue;
    const columns = 1 + Math.ceil((textWidth(t(key)) * 0.9 + 2) / place.columnWidth);
    if (at > 0 && at + columns > place.columns) {
      rows.push([]);
      at = 0;
    }
    const row = rows.at(-1) ?? [];
    row[place.firstColumn + at] = { style: `matrix.legend${mark}`, value: MATRIX_SIGNS.get(mark) ?? null };
    row[place.firstColumn + at + 1] = { style: 'label', value: ` ${t(key)}` };
    at += columns;
  }
  return rows.map((cells) => ({ cells: Array.from(cells), heightPoints: 14 }));
}
