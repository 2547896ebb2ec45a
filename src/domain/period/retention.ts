import { addDays, type LocalDate, localDateOf, parseLocalDate } from '../time/localDate.js';
import type { Period } from './period.js';

interface Duration {
  readonly years?: number;
  readonly weeks?: number;
}

/**
 * How long records have to be kept, with where it says so. The shorter ones are for working times alone, the longer ones
 * for what wages were paid from.
 */
export const RETENTION_PRESETS = {
  be: { years: 5, source: 'Royal decree of 8 August 1980 on social documents, articles 24 and 25' },
  'de-time': { years: 2, source: 'ArbZG section 16 (2), MiLoG section 17 (1)' },
  'de-wages': { years: 6, source: 'EStG section 41 (1): wage accounts' },
  'fr-time': { years: 1, source: 'Code du travail, article D3171-16' },
  'fr-wages': { years: 3, source: 'Code du travail, article L3245-1: claims for wages' },
  nl: { weeks: 52, source: 'Arbeidstijdenbesluit, article 3.2:1' },
  general: { years: 10, source: 'no law: as long as the longest usual duty for accounts' },
} as const satisfies Record<string, Duration & { readonly source: string }>;

export type RetentionPreset = keyof typeof RETENTION_PRESETS;

export const RETENTION_NAMES = Object.keys(RETENTION_PRESETS) as RetentionPreset[];

/** The first day that still has to be kept, seen from a day. */
export function keptFrom(preset: RetentionPreset, today: LocalDate): LocalDate {
  const duration: Duration = RETENTION_PRESETS[preset];
  return addDays(yearsBefore(today, duration.years ?? 0), -7 * (duration.weeks ?? 0));
}

/** Whether any of a period's days still has to be kept. */
export function mustBeKept(preset: RetentionPreset, { to }: Pick<Period, 'to'>, today: LocalDate): boolean {
  return to >= keptFrom(preset, today);
}

/** 29 February becomes the 28th, so that a day more is kept and never one less. */
function yearsBefore(day: LocalDate, years: number): LocalDate {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0');
  return parseLocalDate(`${year}${day.slice(4)}`) ?? localDateOf(`${year}-02-28`);
}
