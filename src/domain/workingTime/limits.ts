import { type Message, message, type Text } from '../../i18n/message.js';
import {
  type EmployeeRow,
  type ExtraColumns,
  lastRowIn,
  type MappedEmployees,
  NO_MAPPING,
} from '../mapping/employeeRows.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { LocalDate } from '../time/localDate.js';
import at from './packs/at.json' with { type: 'json' };
import be from './packs/be.json' with { type: 'json' };
import de from './packs/de.json' with { type: 'json' };
import es from './packs/es.json' with { type: 'json' };
import eu from './packs/eu.json' with { type: 'json' };
import fr from './packs/fr.json' with { type: 'json' };
import gb from './packs/gb.json' with { type: 'json' };
import lu from './packs/lu.json' with { type: 'json' };
import nl from './packs/nl.json' with { type: 'json' };

/** Limits on counts, in whole numbers. */
export const COUNT_KEYS: readonly NumberKey[] = ['averageWeeks', 'maxDaysInRow'];

/** The settings of a configuration, an establishment or a line of the mapping file; null switches a limit off. */
export type LimitSettings = { readonly [Key in LimitKey]?: LimitValue<Key> | null | undefined };

interface PackAndLimits {
  readonly pack?: PackName | null | undefined;
  readonly limits?: LimitSettings | undefined;
  /** Whether the nature of the work allows the shorter daily rest that the law of the pack names. */
  readonly reducedRest?: boolean | undefined;
}

/** `workingTime` of the configuration. */
export interface WorkingTimeSettings extends PackAndLimits {
  readonly establishments?: Readonly<Record<string, PackAndLimits>> | undefined;
}

/** The limits without any configuration. */
const DEFAULTS: LimitSettings = { longEntryHours: 16, minRestHours: 11 };

/** The limits of an employee at an establishment. */
export class Limits {
  readonly pack: LegalPack | undefined;
  /** The pack's rule, if it may be used and no setting replaces the daily rest itself. */
  readonly reducedRest: ReducedRest | undefined;
  readonly #values = new Map<LimitKey, LimitSettings[LimitKey]>();
  readonly #configured = new Set<LimitKey>();

  /** @param layers the first one that sets a key applies; the pack is last */
  constructor(layers: readonly LimitSettings[], pack: LegalPack | undefined, mayReduceRest = false) {
    this.pack = pack;
    for (const key of LIMIT_KEYS) {
      const layer = layers.find((each) => each[key] !== undefined);
      if (layer !== undefined) this.#configured.add(key);
      this.#values.set(key, layer === undefined ? (pack?.limits[key]?.value ?? DEFAULTS[key]) : layer[key]);
    }
    const isLegal = mayReduceRest && this.legal('minDailyRestHours') !== undefined;
    this.reducedRest = isLegal ? pack?.reducedRest : undefined;
  }

  /** undefined if the limit is not checked. */
  get(key: NumberKey): number | undefined {
    const value = this.#values.get(key);
    return typeof value === 'number' ? value : undefined;
  }

  get breaks(): readonly BreakLine[] {
    const value = this.#values.get('breaks');
    return typeof value === 'object' && value !== null ? value : [];
  }

  /** The figures of worked minutes above a limit in hours; undefined if they are within it, or it is not checked. */
  excess(key: NumberKey, minutes: number) {
    const hours = this.get(key);
    if (hours === undefined || minutes <= hours * 60) return undefined;
    return { minutes, limitMinutes: hours * 60, basis: this.basisOf(key) };
  }

  /** The limit of the pack, unless a setting replaces it. */
  legal(key: LimitKey): LegalLimit<unknown> | undefined {
    return this.#configured.has(key) ? undefined : this.pack?.limits[key];
  }

  /** The source of a limit: the article of the law, or the configuration. */
  basisOf(key: LimitKey): Text {
    if (this.#configured.has(key)) return message('exceptions.basis.configured');
    return this.pack?.limits[key]?.article ?? message('exceptions.basis.default');
  }

  get night(): NightWindow {
    return (this.pack ?? LEGAL_PACKS.eu).night;
  }

  /** With a pack, the daily rest replaces the check of rest between two entries. */
  get checksShortRest(): boolean {
    return this.pack === undefined;
  }
}

/**
 * The limits of one employee, by establishment and by the mapping row of a day, or of the last of some days that has
 * one.
 */
export type LimitsOfPerson = (establishmentId: string | null, on: LocalDate | Days) => Limits;

/**
 * Finds the limits. A column of the mapping file has priority over the establishment, which has priority over the
 * employer's and the general settings (merged by the configuration); the legal pack is last.
 */
export function limitBook(
  settings: WorkingTimeSettings,
  mapping: Pick<MappedEmployees, 'byId'> = NO_MAPPING,
): (employeeId: string | null) => LimitsOfPerson {
  const shared = limitsByPlace(settings, {});
  return (employeeId) => {
    const rows = mapping.byId.get(employeeId ?? '') ?? [];
    const own = new Map(rows.map((row) => [row, limitColumns(row.extra).limits]));
    if ([...own.values()].every((limits) => Object.keys(limits).length === 0)) return shared;
    const ofRows = new Map([...own].map(([row, limits]) => [row, limitsByPlace(settings, limits)]));
    return (establishmentId, on) => {
      const row = lastRowIn(rows, typeof on === 'string' ? { from: on, to: on } : on);
      return ((row && ofRows.get(row)) ?? shared)(establishmentId);
    };
  };
}

function limitsByPlace(
  { pack, limits = {}, reducedRest = false, establishments = {} }: WorkingTimeSettings,
  own: LimitSettings,
): (establishmentId: string | null) => Limits {
  const known = new Map<string | null, Limits>();
  return (establishmentId) => {
    let found = known.get(establishmentId);
    if (found === undefined) {
      const isNamed = establishmentId !== null && Object.hasOwn(establishments, establishmentId);
      const place = (isNamed ? establishments[establishmentId] : undefined) ?? {};
      const name = place.pack === undefined ? pack : place.pack;
      const law = name ? LEGAL_PACKS[name] : undefined;
      found = new Limits([own, place.limits ?? {}, limits], law, place.reducedRest ?? reducedRest);
      known.set(establishmentId, found);
    }
    return found;
  };
}

/** The settings of all places, and those of each establishment. */
function everywhere({ establishments = {}, ...general }: WorkingTimeSettings): PackAndLimits[] {
  return [general, ...Object.values(establishments)];
}

/** Whether any limit except those of LONG_ENTRY and SHORT_REST is set. */
export function checksWorkingTime(settings: WorkingTimeSettings, columns: readonly string[]): boolean {
  const isChecked = (key: string) => !Object.hasOwn(DEFAULTS, key);
  return (
    everywhere(settings).some(({ pack, limits = {} }) => pack || Object.keys(limits).some(isChecked)) ||
    columns.some((column) => column.startsWith(COLUMN) && isChecked(column.slice(COLUMN.length)))
  );
}

/** The greatest value of a limit, for any place or employee; 0 if there is none. */
export function greatestLimit(
  key: NumberKey,
  settings: WorkingTimeSettings,
  rows: Iterable<Pick<EmployeeRow, 'extra'>>,
): number {
  const ofPlaces = everywhere(settings).flatMap(({ pack, limits = {} }) => [
    limits[key],
    pack && LEGAL_PACKS[pack].limits[key]?.value,
  ]);
  const ofPeople = [...rows].map(({ extra }) => limitColumns(extra).limits[key]);
  return Math.max(0, ...[...ofPlaces, ...ofPeople].filter((value) => typeof value === 'number'));
}

/** The most days in which a reduction of the daily rest looks for others and for compensation; 0 if none is used. */
export function reductionDays(settings: WorkingTimeSettings): number {
  const [general] = everywhere(settings);
  const days = everywhere(settings).map((place) => {
    const { pack, reducedRest } = { ...general, ...place };
    return pack && reducedRest === true ? (LEGAL_PACKS[pack].reducedRest?.withinDays ?? 0) : 0;
  });
  return Math.max(...days);
}

const COLUMN = 'workingTime.';
const OFF = ['null', 'off', 'none', '-'];

/** The limits in a line of the mapping file, and the columns with invalid cells. */
export function limitColumns(columns: ExtraColumns): {
  readonly limits: LimitSettings;
  readonly problems: readonly { readonly column: string; readonly text: Message }[];
} {
  const limits: Record<string, unknown> = {};
  const problems: { column: string; text: Message }[] = [];
  for (const column in columns) {
    const cell = columns[column]?.trim() ?? '';
    if (!column.startsWith(COLUMN) || cell === '') continue;
    const key = column.slice(COLUMN.length);
    const value = OFF.includes(cell.toLowerCase()) ? null : parseCell(key, cell);
    if (value === undefined) problems.push({ column, text: cellProblem(key, cell) });
    else limits[key] = value;
  }
  return { limits, problems };
}

function isNumberKey(key: string): key is NumberKey {
  return (NUMBER_KEYS as readonly string[]).includes(key);
}

function cellProblem(key: string, value: string): Message {
  if (key === 'breaks') return message('workingTime.badBreaks', { value });
  if (!isNumberKey(key)) return message('workingTime.unknownColumn', { keys: LIMIT_KEYS.join(', ') });
  return message(COUNT_KEYS.includes(key) ? 'workingTime.badCount' : 'workingTime.badHours', { value });
}

function parseCell(key: string, cell: string): number | BreakLine[] | undefined {
  if (key === 'breaks') return parseBreaks(cell);
  if (!isNumberKey(key) || !/^\d{1,3}(?:[.,]\d{1,4})?$/.test(cell)) return undefined;
  const value = Number(cell.replace(',', '.'));
  return COUNT_KEYS.includes(key) && (!Number.isInteger(value) || value < 1) ? undefined : value;
}

/** `6:30 9:45` is 30 minutes over 6 hours and 45 minutes over 9 hours. */
function parseBreaks(cell: string): BreakLine[] | undefined {
  const lines = cell.split(/[\s;]+/).map((line) => /^(\d{1,2}(?:[.,]\d{1,4})?):(\d{1,3})$/.exec(line));
  if (lines.includes(null)) return undefined;
  return lines.map((line) => ({
    afterHours: Number((line?.[1] ?? '').replace(',', '.')),
    minMinutes: Number(line?.[2]),
  }));
}

export const PACK_NAMES = ['eu', 'be', 'nl', 'de', 'fr', 'at', 'lu', 'es', 'gb'] as const;
export type PackName = (typeof PACK_NAMES)[number];

/** More than `afterHours` hours of work on a day require a break of `minMinutes` minutes. */
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

export const LIMIT_KEYS = [...NUMBER_KEYS, 'breaks'] as const;
export type LimitKey = (typeof LIMIT_KEYS)[number];
type LimitValue<Key extends LimitKey> = Key extends NumberKey ? number : readonly BreakLine[];

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

/** Thresholds of a country's working-time law. Data, not advice. */
export interface LegalPack {
  readonly pack: string;
  readonly law: string;
  readonly covers: string;
  /** Rules that cannot be checked from time entries. */
  readonly unknown: readonly string[];
  readonly limits: { readonly [Key in LimitKey]?: LegalLimit<LimitValue<Key>> };
  readonly night: NightWindow;
  readonly reducedRest?: ReducedRest;
  /** Differences between the law and paytally's count: reductions, compensations, other days. */
  readonly differs: readonly { readonly code: string; readonly article: string; readonly says: string }[];
}

export const LEGAL_PACKS: Readonly<Record<PackName, LegalPack>> = { eu, be, nl, de, fr, at, lu, es, gb };
