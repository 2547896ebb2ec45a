/** How spreadsheet programs in a country read a CSV file that is opened directly. */
export interface CsvLocale {
  readonly delimiter: ',' | ';';
  readonly decimalSign: ',' | '.';
  readonly datePattern: string;
  readonly clock: ClockStyle;
  /** Excel reads UTF-8 as the local code page unless the file begins with a byte order mark. */
  readonly bom: true;
}

/** `22:00` or `10:00 PM`. With the Finnish point, it would be read as a date. */
export type ClockStyle = '24' | '12';

const comma = { delimiter: ';', decimalSign: ',', clock: '24', bom: true } as const;
const point = { delimiter: ',', decimalSign: '.', clock: '24', bom: true } as const;

/** The list separator, decimal sign, date order and clock of Windows for the region. */
export const CSV_LOCALES = {
  'da-DK': { ...comma, datePattern: 'DD-MM-YYYY' },
  'de-AT': { ...comma, datePattern: 'DD.MM.YYYY' },
  'de-CH': { ...comma, decimalSign: '.', datePattern: 'DD.MM.YYYY' },
  'de-DE': { ...comma, datePattern: 'DD.MM.YYYY' },
  'en-AU': { ...point, clock: '12', datePattern: 'DD/MM/YYYY' },
  'en-GB': { ...point, datePattern: 'DD/MM/YYYY' },
  'en-IE': { ...point, datePattern: 'DD/MM/YYYY' },
  'en-NZ': { ...point, clock: '12', datePattern: 'DD/MM/YYYY' },
  'en-US': { ...point, clock: '12', datePattern: 'MM/DD/YYYY' },
  'es-ES': { ...comma, datePattern: 'DD/MM/YYYY' },
  'fi-FI': { ...comma, datePattern: 'D.M.YYYY' },
  'fr-BE': { ...comma, datePattern: 'DD/MM/YYYY' },
  'fr-FR': { ...comma, datePattern: 'DD/MM/YYYY' },
  'fr-LU': { ...comma, datePattern: 'DD/MM/YYYY' },
  'it-IT': { ...comma, datePattern: 'DD/MM/YYYY' },
  'nb-NO': { ...comma, datePattern: 'DD.MM.YYYY' },
  'nl-BE': { ...comma, datePattern: 'DD/MM/YYYY' },
  'nl-NL': { ...comma, datePattern: 'DD-MM-YYYY' },
  'pl-PL': { ...comma, datePattern: 'DD.MM.YYYY' },
  'pt-PT': { ...comma, datePattern: 'DD/MM/YYYY' },
  'sv-SE': { ...comma, datePattern: 'YYYY-MM-DD' },
} as const satisfies Record<string, CsvLocale>;

export type LocaleName = keyof typeof CSV_LOCALES;
export const LOCALE_NAMES = Object.keys(CSV_LOCALES) as readonly LocaleName[];

/** A clock time `HH:MM` in the format that the spreadsheet recognises. */
export function localClock(time: string, style: ClockStyle): string {
  if (style === '24') return time;
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}
