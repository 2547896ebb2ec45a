/** How a country's Excel reads a CSV file on a double click. */
export interface CsvLocale {
  readonly delimiter: ',' | ';';
  readonly decimalSign: ',' | '.';
  readonly datePattern: string;
  /** Excel takes UTF-8 for the local code page unless the file begins with the mark. */
  readonly bom: true;
}

const comma = { delimiter: ';', decimalSign: ',', bom: true } as const;
const point = { delimiter: ',', decimalSign: '.', bom: true } as const;

/** List separator, decimal sign and order of the date as Windows sets them for the region. */
export const CSV_LOCALES = {
  'de-DE': { ...comma, datePattern: 'DD.MM.YYYY' },
  'fr-BE': { ...comma, datePattern: 'DD/MM/YYYY' },
  'nl-BE': { ...comma, datePattern: 'DD/MM/YYYY' },
  'en-GB': { ...point, datePattern: 'DD/MM/YYYY' },
  'en-US': { ...point, datePattern: 'MM/DD/YYYY' },
} as const satisfies Record<string, CsvLocale>;

export type LocaleName = keyof typeof CSV_LOCALES;
