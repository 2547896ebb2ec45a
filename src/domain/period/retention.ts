import { addDays, type LocalDate, parseLocalDate, toLocalDate } from '../time/localDate.js';
import type { Period } from './period.js';

interface Retention {
  readonly years?: number;
  readonly weeks?: number;
  /** Years count from the end of the calendar year of the days. */
  readonly fromYearEnd?: true;
  readonly source: string;
  /** The date of the legal text that was consulted; null if none was, or there is no law. */
  readonly asOf: string | null;
}

/**
 * How long records must be kept, with source and date. The shorter periods apply only to working times, the longer ones
 * to records for paid wages.
 */
export const RETENTION_PRESETS = {
  be: {
    years: 5,
    fromYearEnd: true,
    source: 'Royal decree of 8 August 1980 on social documents, articles 24 and 25: from the yearly closing',
    asOf: '2021-09-01',
  },
  'de-time': { years: 2, source: 'ArbZG section 16 (2), MiLoG section 17 (1)', asOf: '2015-01-01' },
  'de-wages': {
    years: 6,
    fromYearEnd: true,
    source: 'EStG section 41 (1): wage accounts, to the end of the sixth calendar year after',
    asOf: '2025-01-27',
  },
  'fr-time': {
    years: 1,
    source: 'Code du travail, article D3171-16, not compared with its text',
    asOf: null,
  },
  'fr-wages': {
    years: 3,
    source: 'Code du travail, article L3245-1: claims for wages',
    asOf: '2013-06-17',
  },
  nl: { weeks: 52, source: 'Arbeidstijdenbesluit, article 3.2:1', asOf: '2022-05-05' },
  general: { years: 10, source: 'no law: as long as the longest usual duty for accounts', asOf: null },
} as const satisfies Record<string, Retention>;

export type RetentionPreset = keyof typeof RETENTION_PRESETS;

export const RETENTION_NAMES = Object.keys(RETENTION_PRESETS) as RetentionPreset[];

/** The first day whose records must still be kept on a given day. */
export function retentionStart(preset: RetentionPreset, today: LocalDate): LocalDate {
  const { years = 0, weeks = 0, fromYearEnd }: Retention = RETENTION_PRESETS[preset];
  const day = yearsBefore(today, years);
  return fromYearEnd ? toLocalDate(`${day.slice(0, 4)}-01-01`) : addDays(day, -7 * weeks);
}

/** The source and its date. */
export function retentionSource(preset: RetentionPreset): string {
  const { source, asOf }: Retention = RETENTION_PRESETS[preset];
  return asOf === null ? source : `${source}; as of ${asOf}`;
}

/** Whether the records of any of a period's days must still be kept. */
export function mustBeKept(preset: RetentionPreset, { to }: Pick<Period, 'to'>, today: LocalDate): boolean {
  return to >= retentionStart(preset, today);
}

/** 29 February becomes the 28th, so that at worst one more day is kept, never one less. */
function yearsBefore(day: LocalDate, years: number): LocalDate {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0');
  return parseLocalDate(`${year}${day.slice(4)}`) ?? toLocalDate(`${year}-02-28`);
}
