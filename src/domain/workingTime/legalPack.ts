import at from './packs/at.json' with { type: 'json' };
import be from './packs/be.json' with { type: 'json' };
import de from './packs/de.json' with { type: 'json' };
import es from './packs/es.json' with { type: 'json' };
import eu from './packs/eu.json' with { type: 'json' };
import fr from './packs/fr.json' with { type: 'json' };
import gb from './packs/gb.json' with { type: 'json' };
import lu from './packs/lu.json' with { type: 'json' };
import nl from './packs/nl.json' with { type: 'json' };

export const PACK_NAMES = ['eu', 'be', 'nl', 'de', 'fr', 'at', 'lu', 'es', 'gb'] as const;
export type PackName = (typeof PACK_NAMES)[number];

/** More than `overHours` hours of work on a day require a break of `minutes` minutes. */
export interface BreakLine {
  readonly afterHours: number;
  readonly minMinutes: number;
}

/** Limits that are numbers. Hours may have decimals. */
export const NUMBER_KEYS = [
  'maxDayHours',
  'maxWeekHours',
  'maxAverageWeekHours',
  'averageWeeks',
  'minDailyRestHours',
  'minWeeklyRestHours',
  'maxDaysInRow',
  'maxNightHours',
  'longEntryHours',
  'minRestHours',
] as const;
export type NumberKey = (typeof NUMBER_KEYS)[number];

/** A limit and its legal source. */
interface LegalLimit<Value> {
  readonly value: Value;
  readonly article: string;
  /** Address of the text. */
  readonly source: string;
  /** The day from which the text applies. */
  readonly since: string;
  /** Address of the public text with which the value was compared; null if none was found. */
  readonly checked: string | null;
}

/** A shorter daily rest that the law itself allows if the nature of the work requires it. */
export interface ReducedRest extends Omit<LegalLimit<number>, 'value'> {
  readonly minHours: number;
  /** The allowed number in `withinDays`; otherwise as often as a rest of `compensationHours` compensates for it. */
  readonly times?: number;
  readonly compensationHours?: number;
  readonly withinDays: number;
}

/** The hours of the night, and how many of them make work night work. */
export interface NightWindow {
  /** `23:00` */
  readonly from: string;
  readonly to: string;
  /** The minimum of elapsed minutes; otherwise more than `over` are needed. */
  readonly atLeast?: number;
  readonly over?: number;
  readonly article: string;
  readonly checked: string | null;
}

/** Differences between a law and paytally's count: reductions, compensations, other days. */
interface LegalNote {
  readonly code: string;
  readonly article: string;
  readonly says: string;
}

/** Thresholds of a country's working-time law. Data, not advice. */
export interface LegalPack {
  readonly pack: string;
  readonly law: string;
  readonly covers: string;
  /** Rules that cannot be checked from time entries. */
  readonly unknown: readonly string[];
  readonly limits: { readonly [Key in NumberKey]?: LegalLimit<number> } & {
    readonly breaks?: LegalLimit<readonly BreakLine[]>;
  };
  readonly night: NightWindow;
  readonly reducedRest?: ReducedRest;
  readonly differs: readonly LegalNote[];
}

export const LEGAL_PACKS: Readonly<Record<PackName, LegalPack>> = { eu, be, nl, de, fr, at, lu, es, gb };
