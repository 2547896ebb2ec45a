import { z } from 'zod';
import type { ListName } from './records.js';
/** A part of a record as the service sends it. */
export type Wire = Readonly<Record<string, unknown>>;

/** A record that another one refers to. */
export interface Referred {
  readonly id: string;
  readonly name: string;
}

type ReferenceKind = 'team' | 'task' | 'agency' | 'agencyWorker';

interface HolidayDates {
  /** The calendar date. */
  readonly date: string;
  readonly replacementDate: string | null;
}

export interface BreakTimes {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly minutes: number;
}

/** The data that may decide the day of a time entry. */
interface EntryTimes {
  /** The day in the data: the local day of the start. */
  readonly workDate: string;
  readonly startsAt: string;
  readonly endsAt?: string | null | undefined;
}

const dateOf = (stamp: string) => stamp.slice(0, 10);
const grantedDate = (holiday: HolidayDates) => holiday.replacementDate ?? holiday.date;
const titled = (kind: string) => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
const withoutNulls = (wire: Wire): Wire =>
  Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== null));

/** The functions for the undocumented parts of the format: aspect -> function. */
interface Shaping {
  readonly zone: (zone: string) => Wire;
  readonly establishmentLabel: (name: string) => Wire;
  /** The establishment of a shift or a time entry. */
  readonly establishmentReference: (establishment: Referred) => Wire;
  /** Names of teams, tasks and agency workers. */
  readonly label: (name: string) => Wire;
  readonly reference: (kind: ReferenceKind, referred: Referred | null) => Wire;
  /** The references of a time entry to team and task, which the service documents only for shifts. */
  readonly entryReferences: (references: Wire) => Wire;
  /** The `workDate` of a time entry. */
  readonly workDate: (times: EntryTimes) => string;
  /** The day by which `from` and `to` select a time entry; `workDate` is the day shown. */
  readonly selection: (times: EntryTimes) => string;
  readonly holidayEnvelope: (holidays: readonly unknown[]) => unknown;
  readonly holidayDates: (holiday: HolidayDates) => Wire;
  readonly holidayName: (name: string) => Wire;
  /** `endsAt` of an open entry. */
  readonly emptyEndsAt: () => Wire;
  /** How undocumented null fields of a shift, time entry or agency worker are sent. */
  readonly nullField: (wire: Wire) => Wire;
  /** The break times of a shift or a time entry; costly, so called only if it is shown. */
  readonly breaks: (breakTimes: () => BreakTimes | null) => Wire;
  /** Fields that clients should ignore. */
  readonly noise: (id: string) => Wire;
}

export type Aspect = keyof Shaping;

/** The prepared shapes: aspect -> name -> function. The first of each aspect is the default. */
export const SHAPES = {
  zone: {
    timeZone: (zone) => ({ timeZone: zone }),
    ianaTimeZoneId: (zone) => ({ ianaTimeZoneId: zone }),
    nested: (zone) => ({ settings: { weekStartsOn: 1, timeZone: zone } }),
    unheardOf: (zone) => ({ clockRegion: zone }),
    absent: () => ({}),
  },
  establishmentLabel: {
    name: (name) => ({ name }),
    title: (name) => ({ title: name }),
    unheardOf: (name) => ({ signboard: name }),
    absent: () => ({}),
  },
  establishmentReference: {
    establishmentId: ({ id }) => ({ establishmentId: id }),
    locationId: ({ id }) => ({ locationId: id }),
    nested: ({ id, name }) => ({ establishment: { id, name } }),
    nestedUnheardOf: ({ id }) => ({ whereabouts: { kind: 'shop', key: id } }),
    absent: () => ({}),
  },
  label: {
    name: (name) => ({ name }),
    title: (name) => ({ title: name, code: name.slice(0, 3).toUpperCase() }),
    absent: () => ({}),
  },
  reference: {
    flat: (kind, referred) => ({ [`${kind}Id`]: referred?.id ?? null }),
    nested: (kind, referred) => ({
      [kind]: referred === null ? null : { id: referred.id, name: referred.name },
    }),
    otherName: (kind, referred) => ({ [`planned${titled(kind)}`]: referred?.id ?? null }),
    absent: () => ({}),
  },
  entryReferences: {
    own: (references) => references,
    ofShift: () => ({}),
  },
  workDate: {
    startDay: ({ workDate }) => workDate,
    endDay: ({ workDate, endsAt }) => (endsAt ? dateOf(endsAt) : workDate),
  },
  selection: {
    workDate: ({ workDate }) => workDate,
    startDay: ({ startsAt }) => dateOf(startsAt),
  },
  holidayEnvelope: {
    items: (holidays) => ({ items: holidays }),
    bare: (holidays) => holidays,
    otherKey: (holidays) => ({ year: 'as asked', holidays }),
    itemsWithCursor: (holidays) => ({ items: holidays, nextCursor: null }),
  },
  holidayDates: {
    replacement: ({ date, replacementDate }) => ({ date, replacementDate }),
    nested: ({ date, replacementDate }) => ({
      date,
      replacement: replacementDate === null ? null : { date: replacementDate, reason: 'Set by the employer' },
    }),
    granted: (holiday) => ({ date: holiday.date, grantedDate: grantedDate(holiday) }),
    originalAndDate: (holiday) => ({ originalDate: holiday.date, date: grantedDate(holiday) }),
    otherNames: ({ date, replacementDate }) => ({ officialDay: date, movedTo: replacementDate }),
    onlyGranted: (holiday) => ({ date: grantedDate(holiday) }),
  },
  holidayName: {
    name: (name) => ({ name }),
    title: (name) => ({ title: name }),
    byLanguage: (name) => ({ names: { en: name, nl: name } }),
  },
  emptyEndsAt: {
    null: () => ({ endsAt: null }),
    absent: () => ({}),
    emptyText: () => ({ endsAt: '' }),
  },
  nullField: {
    null: (wire) => wire,
    absent: withoutNulls,
  },
  breaks: {
    none: () => ({}),
    flat: (breakTimes) => {
      const times = breakTimes();
      return { breakStartsAt: times?.startsAt ?? null, breakEndsAt: times?.endsAt ?? null };
    },
    list: (breakTimes) => {
      const times = breakTimes();
      return { breaks: times === null ? [] : [times] };
    },
  },
  noise: {
    none: () => ({}),
    decoys: (id) => ({ externalReference: id.replace(/^.{8}/, '00000000'), version: 3, createdBy: null }),
  },
} as const satisfies { readonly [A in Aspect]: Readonly<Record<string, Shaping[A]>> };

type ShapeName<A extends Aspect> = keyof (typeof SHAPES)[A] & string;

/** A choice of prepared shapes by name, as `service.json` has it. */
export type NamedShapes = { readonly [A in Aspect]?: ShapeName<A> | undefined };

export const ASPECTS = Object.keys(SHAPES) as readonly Aspect[];

/** Shapes for programs: prepared ones by name, own functions, and hooks for everything else. */
export type ShapeOptions = { readonly [A in Aspect]?: ShapeName<A> | Shaping[A] | undefined } & {
  /** Final changes to each record; `neutral` is the record in the data. */
  readonly record?: (list: ListName, wire: Wire, neutral: object) => unknown;
  /** Final changes to the whole body of a list. */
  readonly envelope?: (list: ListName, body: unknown) => unknown;
};

export interface ResolvedShapes extends Shaping {
  readonly record: (list: ListName, wire: Wire, neutral: object) => unknown;
  readonly envelope: (list: ListName, body: unknown) => unknown;
}

/** Looks up named shapes and fills in the defaults (the first of each aspect). */
export function resolveShapes(options: ShapeOptions): ResolvedShapes {
  const shaping: Partial<Record<Aspect, unknown>> = {};
  for (const aspect of ASPECTS) {
    const prepared: Readonly<Record<string, unknown>> = SHAPES[aspect];
    const chosen = options[aspect] ?? Object.keys(prepared)[0] ?? '';
    shaping[aspect] = typeof chosen === 'string' ? prepared[chosen] : chosen;
  }
  return {
    // Complete, because ASPECTS are the keys of SHAPES, where the type of each is checked.
    ...(shaping as unknown as Shaping),
    record: options.record ?? ((_list, wire) => wire),
    envelope: options.envelope ?? ((_list, body) => body),
  };
}

const choices = ASPECTS.map((aspect) => [aspect, z.enum(Object.keys(SHAPES[aspect])).optional()]);

/** A choice of prepared shapes by name; the default is the first of each aspect. */
export const shapeSettings: z.ZodType<NamedShapes> = z.strictObject(Object.fromEntries(choices));
