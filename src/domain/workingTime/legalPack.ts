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

/** More than so many hours of work on a day ask for a break of so many minutes. */
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

/** A limit, and where the law says it. */
interface LegalLimit<Value> {
  readonly value: Value;
  readonly article: string;
  /** Address of the text. */
  readonly source: string;
  /** Day from which the text holds. */
  readonly since: string;
  /** Address of the public text with which the value was compared; null if none was found. */
  readonly checked: string | null;
}

/** A daily rest that the law itself lets be shorter, where the nature of the work asks for it. */
export interface ReducedRest extends Omit<LegalLimit<number>, 'value'> {
  readonly minHours: number;
  /** So often in `withinDays`; else as often as a rest of `compensationHours` makes up for it. */
  readonly times?: number;
  readonly compensationHours?: number;
  readonly withinDays: number;
}

/** The hours of the clock that are night, and how much of them makes work night work. */
export interface NightWindow {
  /** `23:00` */
  readonly from: string;
  readonly to: string;
  /** Elapsed minutes that are enough; else more than `over` are needed. */
  readonly atLeast?: number;
  readonly over?: number;
  readonly article: string;
  readonly checked: string | null;
}

/** What a law says otherwise than paytally counts it: reductions, compensations, other days. */
interface LegalNote {
  readonly code: string;
  readonly article: string;
  readonly says: string;
}

/** Thresholds of a country's working-time law. Data, no advice. */
export interface LegalPack {
  readonly pack: string;
  readonly law: string;
  readonly covers: string;
  /** What the time entries cannot tell. */
  readonly unknown: readonly string[];
  readonly limits: { readonly [Key in NumberKey]?: LegalLimit<number> } & {
    readonly breaks?: LegalLimit<readonly BreakLine[]>;
  };
  readonly night: NightWindow;
  readonly reducedRest?: ReducedRest;
  readonly differs: readonly LegalNote[];
}

export const LEGAL_PACKS: Readonly<Record<PackName, LegalPack>> = { eu, be, nl, de, fr, at, lu, es, gb };
