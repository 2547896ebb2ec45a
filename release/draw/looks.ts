import type { Borders, FillPattern, Style } from 'exceljs';

type CellStyle = Partial<Style>;

/** How minutes are written in cells: as fractions of a day (`[h]:mm`), or as decimal hours. */
const TIME_UNITS = ['duration', 'decimal'] as const;
type TimeUnit = (typeof TIME_UNITS)[number];

/** The colours of built-in reports, as ARGB. Few and subdued, so that the numbers stand out. */
const PALETTE = {
  ink: 'FF1F2933',
  muted: 'FF66727F',
  white: 'FFFFFFFF',
  heading: 'FF24405A',
  rule: 'FFDCE2E8',
  strongRule: 'FF24405A',
  total: 'FFEDF1F5',
  weekend: 'FFF0F2F5',
  holiday: 'FFFCEFCF',
  more: 'FFDDEEE3',
  less: 'FFF9E0DC',
  absence: 'FFE7E2F3',
  good: 'FF2B6E4F',
  bad: 'FFB03A2E',
  draft: 'FFB5651D',
} as const;

/** The same colours for charts, as RGB. */
export const CHART_COLOURS = { planned: 'B9C5D1', worked: '2F6690', line: 'DCE2E8', text: '66727F' } as const;

const FONT = 'Calibri';

/** The format of values of a kind. Durations are day fractions, `hours` are decimal and may be negative. */
const KINDS = [
  'text',
  'wrapped',
  'centred',
  'date',
  'duration',
  'hours',
  'plainHours',
  'integer',
  'times',
  'days',
  'time',
] as const;
export type Kind = (typeof KINDS)[number];

/** The kind of a row: ordinary, shaded, or a total. */
export const PLACES = ['', '.weekend', '.holiday', '.more', '.less', '.absence', '.sum', '.total'] as const;
export type StylePlace = (typeof PLACES)[number];

const FILLS: Readonly<Record<StylePlace, string | undefined>> = {
  '': undefined,
  '.weekend': PALETTE.weekend,
  '.holiday': PALETTE.holiday,
  '.more': PALETTE.more,
  '.less': PALETTE.less,
  '.absence': PALETTE.absence,
  '.sum': PALETTE.total,
  '.total': PALETTE.total,
};

const solidFill = (argb: string): FillPattern => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const borderRule = (argb: string, style: 'thin' | 'hair' | 'medium' = 'thin') => ({ style, color: { argb } });
const BODY_BORDER: Partial<Borders> = { bottom: borderRule(PALETTE.rule) };
const TOTAL_BORDER: Partial<Borders> = {
  top: borderRule(PALETTE.strongRule),
  bottom: borderRule(PALETTE.strongRule),
};

/** Space at the right: for the filter button of a heading, and between a number and the text of the next column. */
const RIGHT = { vertical: 'middle', horizontal: 'right', indent: 2 } as const;

const LEFT = { vertical: 'middle', horizontal: 'left', indent: 1 } as const;

/** What number formats show in words, and dates. */
export interface StyleWords {
  readonly hoursUnit: string;
  readonly unitTimes: string;
  readonly unitDays: string;
  readonly dateFormat: string;
}

/** The unit of decimal hours in a number format. */
const hoursSuffix = ({ hoursUnit }: StyleWords): string => `" ${hoursUnit}"`;

function signedHours(words: StyleWords): string {
  const unit = hoursSuffix(words);
  return `+0.00${unit};-0.00${unit};0.00${unit}`;
}

function kindFormats(words: StyleWords): Readonly<Record<Kind, CellStyle>> {
  const middle = { vertical: 'middle' } as const;
  return {
    text: { alignment: LEFT },
    wrapped: { alignment: { ...LEFT, wrapText: true } },
    centred: { alignment: { ...middle, horizontal: 'center' } },
    date: { numFmt: words.dateFormat, alignment: { ...middle, horizontal: 'center' } },
    duration: { numFmt: '[h]:mm', alignment: RIGHT },
    hours: { numFmt: signedHours(words), alignment: RIGHT },
    plainHours: { numFmt: `0.00${hoursSuffix(words)}`, alignment: RIGHT },
    integer: { numFmt: '#,##0', alignment: RIGHT },
    times: { numFmt: `General" ${words.unitTimes}"`, alignment: RIGHT },
    days: { numFmt: `General" ${words.unitDays}"`, alignment: RIGHT },
    time: { numFmt: 'hh:mm', alignment: { ...middle, horizontal: 'center' } },
  };
}

/**
 * LibreOffice 7 drops the indent of a number next to one with another format but the same font. These invisible marks
 * keep the fonts distinct.
 */
const FONT_MARKS: Readonly<Partial<Record<Kind, { readonly family?: number; readonly charset?: number }>>> = {
  integer: { charset: 238 },
  times: { family: 1 },
  days: { family: 1, charset: 238 },
  hours: { family: 2 },
  plainHours: { family: 2, charset: 238 },
};

function bodyStyle(kind: Kind, format: CellStyle, place: StylePlace): CellStyle {
  const fill = FILLS[place];
  const total = place === '.total';
  const bold = total || place === '.sum';
  const style: CellStyle = {
    ...format,
    font: { name: FONT, size: 10, color: { argb: PALETTE.ink }, bold, ...FONT_MARKS[kind] },
    border: total ? TOTAL_BORDER : BODY_BORDER,
  };
  if (fill !== undefined) style.fill = solidFill(fill);
  return style;
}

const HORIZONTAL = {
  left: LEFT,
  right: RIGHT,
  center: { vertical: 'middle', horizontal: 'center' },
} as const;

function headingStyles(words: StyleWords): [string, CellStyle][] {
  const heading = (horizontal: 'left' | 'center' | 'right'): CellStyle => ({
    font: { name: FONT, size: 10, bold: true, color: { argb: PALETTE.white } },
    fill: solidFill(PALETTE.heading),
    alignment: { ...HORIZONTAL[horizontal], wrapText: true },
  });
  const plain = (size: number, argb: string, more: CellStyle['font'] = {}): CellStyle => ({
    font: { name: FONT, size, color: { argb }, ...more },
    alignment: { vertical: 'middle' },
  });
  const figure = (numFmt: string): CellStyle => ({
    ...plain(14, PALETTE.ink, { bold: true }),
    numFmt,
    alignment: { vertical: 'middle', horizontal: 'left' },
  });
  return [
    ['heading', heading('left')],
    ['heading.centre', heading('center')],
    ['heading.right', heading('right')],
    ['title', plain(16, PALETTE.heading, { bold: true })],
    ['section', plain(12, PALETTE.heading, { bold: true })],
    ['subtitle', plain(10, PALETTE.muted)],
    ['draft', plain(10, PALETTE.draft, { bold: true })],
    ['note', plain(9, PALETTE.muted, { italic: true })],
    ['notice', plain(12, PALETTE.ink, { bold: true })],
    ['verdict.bad', plain(14, PALETTE.bad, { bold: true })],
    ['verdict.good', plain(14, PALETTE.good, { bold: true })],
    ['label', plain(9, PALETTE.muted)],
    ['figure', figure('#,##0')],
    ['figure.duration', figure('[h]:mm')],
    ['figure.hours', figure(signedHours(words))],
    ['figure.plainHours', figure(`0.00${hoursSuffix(words)}`)],
    // Left-aligned also for right-to-left names: otherwise they are cut off at the cell's edge.
    [
      'person',
      { ...plain(11, PALETTE.ink, { bold: true }), alignment: { vertical: 'middle', horizontal: 'left' } },
    ],
    ['signature', { ...plain(9, PALETTE.muted), border: { top: borderRule(PALETTE.muted) } }],
  ];
}

/** All styles of the built-in reports by name: `title`, `heading.right`, `duration`, `text.total` and so on. */
export function reportStyles(words: StyleWords): ReadonlyMap<string, CellStyle> {
  const formats = kindFormats(words);
  const body = KINDS.flatMap((kind) =>
    PLACES.map((place): [string, CellStyle] => [`${kind}${place}`, bodyStyle(kind, formats[kind], place)]),
  );
  return new Map([...body, ...headingStyles(words)]);
}

/** The meaning of a shade, for readers who do not see its colour. */
export const MATRIX_SIGNS: ReadonlyMap<StylePlace, string> = new Map<StylePlace, string>([
  ['.holiday', '*'],
  ['.more', '↑'],
  ['.less', '↓'],
  ['.absence', '○'],
]);

const FORMATS: Readonly<Record<TimeUnit, string>> = { duration: '[h]:mm', decimal: '0.00' };
/** A holiday's cell is recognised by its heading. */
const SIGNED: readonly StylePlace[] = ['.more', '.less', '.absence'];
const MATRIX_RIGHT = { vertical: 'middle', horizontal: 'right' } as const;
const MATRIX_CENTRE = { vertical: 'middle', horizontal: 'center' } as const;

/**
 * An absence or a difference from the plan has its symbol directly after the time, so that it is not taken for the day
 * before. Other times leave its width free (`_↓`), so that the numbers are below each other.
 */
function matrixFormat(unit: TimeUnit, place: StylePlace): string {
  const format = FORMATS[unit];
  if (place === '.total' || place === '.sum') return format;
  const sign = SIGNED.includes(place) ? MATRIX_SIGNS.get(place) : undefined;
  return sign === undefined ? `${format}_↓` : `${format}"${sign}"`;
}

/** Thin lines between the days. */
const MATRIX_BORDER: Partial<Borders> = {
  ...BODY_BORDER,
  left: borderRule(PALETTE.rule, 'hair'),
  right: borderRule(PALETTE.rule, 'hair'),
};

function valueStyle(unit: TimeUnit, place: StylePlace): CellStyle {
  const total = place === '.total';
  const fill = FILLS[place];
  const style: CellStyle = {
    numFmt: matrixFormat(unit, place),
    alignment: MATRIX_RIGHT,
    font: {
      name: FONT,
      size: total || place === '.sum' ? 9 : 10,
      color: { argb: PALETTE.ink },
      bold: total || place === '.sum',
    },
    border: total ? TOTAL_BORDER : MATRIX_BORDER,
  };
  if (fill !== undefined) style.fill = solidFill(fill);
  return style;
}

function headingStyle(place: StylePlace): CellStyle {
  const plain = place === '';
  const argb = plain ? PALETTE.white : PALETTE.ink;
  return {
    font: { name: FONT, size: 10, bold: true, color: { argb } },
    fill: solidFill(FILLS[place] ?? PALETTE.heading),
    alignment: MATRIX_RIGHT,
    numFmt: place === '.holiday' ? `dd"${MATRIX_SIGNS.get(place)}"` : 'dd',
  };
}

function legendStyle(place: StylePlace): CellStyle {
  const side = { style: 'thin', color: { argb: PALETTE.rule } } as const;
  return {
    font: { name: FONT, size: 9, color: { argb: PALETTE.ink } },
    fill: solidFill(FILLS[place] ?? PALETTE.white),
    border: { top: side, bottom: side, left: side, right: side },
    alignment: MATRIX_CENTRE,
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
