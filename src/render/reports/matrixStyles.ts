import type { CellStyle } from '../../workbook/index.js';
import { PALETTE } from './palette.js';
import { BODY_BORDER, FILLS, FONT, PLACES, type StylePlace, solid, TOTAL_BORDER } from './reportStyles.js';
import { TIME_UNITS, type TimeUnit } from './timeUnit.js';

/** What a shade means, for those who do not see its colour. */
export const MATRIX_SIGNS: ReadonlyMap<StylePlace, string> = new Map<StylePlace, string>([
  ['.holiday', '*'],
  ['.more', '↑'],
  ['.less', '↓'],
  ['.absence', '○'],
]);

const FORMATS: Readonly<Record<TimeUnit, string>> = { duration: '[h]:mm', decimal: '0.00' };
/** A cell of a holiday is known by its heading. */
const SIGNED: readonly StylePlace[] = ['.more', '.less', '.absence'];
const RIGHT = { vertical: 'middle', horizontal: 'right' } as const;
const CENTRE = { vertical: 'middle', horizontal: 'center' } as const;

/** An absence or a difference from the plan has its sign at the left edge: the space after `*` fills the cell. */
function formatOf(unit: TimeUnit, place: StylePlace): string {
  const format = FORMATS[unit];
  const sign = SIGNED.includes(place) ? MATRIX_SIGNS.get(place) : undefined;
  return sign === undefined ? format : `"${sign}"* ${format}`;
}

function valueStyle(unit: TimeUnit, place: StylePlace): CellStyle {
  const total = place === '.total';
  const fill = FILLS[place];
  const style: CellStyle = {
    numFmt: formatOf(unit, place),
    alignment: RIGHT,
    font: {
      name: FONT,
      size: total ? 9 : 10,
      color: { argb: PALETTE.ink },
      bold: total || place === '.sum',
    },
    border: total ? TOTAL_BORDER : BODY_BORDER,
  };
  if (fill !== undefined) style.fill = solid(fill);
  return style;
}

function headingStyle(place: StylePlace): CellStyle {
  const plain = place === '';
  const argb = plain ? PALETTE.white : PALETTE.ink;
  return {
    font: { name: FONT, size: 10, bold: true, color: { argb } },
    fill: solid(FILLS[place] ?? PALETTE.heading),
    alignment: RIGHT,
    numFmt: place === '.holiday' ? `dd"${MATRIX_SIGNS.get(place)}"` : 'dd',
  };
}

function legendStyle(place: StylePlace): CellStyle {
  const side = { style: 'thin', color: { argb: PALETTE.rule } } as const;
  return {
    font: { name: FONT, size: 9, color: { argb: PALETTE.ink } },
    fill: solid(FILLS[place] ?? PALETTE.white),
    border: { top: side, bottom: side, left: side, right: side },
    alignment: CENTRE,
  };
}

/** Styles of the calendar: `matrix.duration.more`, `matrix.heading.holiday`, `matrix.legend.less` and so on. */
export function matrixStyles(): ReadonlyMap<string, CellStyle> {
  return new Map(
    PLACES.flatMap((place): [string, CellStyle][] => [
      ...TIME_UNITS.map((unit): [string, CellStyle] => [`matrix.${unit}${place}`, valueStyle(unit, place)]),
      [`matrix.heading${place}`, headingStyle(place)],
      [`matrix.legend${place}`, legendStyle(place)],
    ]),
  );
}
