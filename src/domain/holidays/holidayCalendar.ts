import { groupBy } from '../collections.js';
import type { ColumnsOn } from '../mapping/employeeRows.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { PeriodFacts } from '../records/periodData.js';
import type { Establishment, Holiday } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import { type DayHoliday, type HolidayRow, type HolidaySource, uniteHolidays } from './dayHoliday.js';

/** The holidays at one place for the people that they hold for. The same answers are the same object. */
export interface PlaceHolidays {
  readonly on: (date: LocalDate) => DayHoliday | undefined;
  /** Clock times, in seconds of the day, at which a part holiday begins or ends. */
  readonly times: readonly number[];
}

/** The holidays of one person at a place; null if the place is not known. */
export type PersonHolidays = (establishmentId: string | null) => PlaceHolidays;

/** The same for any person. */
export type HolidaysAt = (employeeId: string, establishmentId: string | null) => PlaceHolidays;

/** Holidays that hold for all people in all places. */
export function holidaysEverywhere(holidays: readonly Holiday[]): HolidaysAt {
  const everywhere = new HolidayCalendar({ holidays, establishments: [] }, []).of(() => undefined)(null);
  return () => everywhere;
}

/** For whom a row holds. */
type Where =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'places'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'column'; readonly column: string; readonly value: string }
  | { readonly kind: 'unknown' };

/** A row of the file without effect: its place or column is unknown, or it changes a holiday that is not granted. */
export interface UnusedRow {
  readonly row: HolidayRow;
  readonly why: 'place' | 'column' | 'notGranted';
}

interface PlacedRow {
  readonly row: HolidayRow;
  readonly where: Where;
}

/** The holidays of a date: those that the employer grants, and the rows of the file. */
interface DateHolidays {
  readonly granted: readonly Holiday[];
  readonly rows: readonly PlacedRow[];
}

/**
 * The holidays of an employer: the dates that the service grants, less those that rows remove or limit to other
 * places, and those that rows add (docs/pay.md, "Holidays").
 */
export class HolidayCalendar {
  readonly #dates: ReadonlyMap<LocalDate, DateHolidays>;
  readonly #rows: readonly PlacedRow[];
  readonly #onlyPlace: string | null;
  readonly #places = new Map<string, PlaceHolidays>();

  constructor(
    { holidays, establishments }: Pick<PeriodFacts, 'holidays' | 'establishments'>,
    rows: readonly HolidayRow[],
  ) {
    this.#rows = rows.map((row) => ({ row, where: parseWhere(row.where, establishments) }));
    this.#onlyPlace = establishments.length === 1 ? (establishments[0]?.id ?? null) : null;
    const granted = groupBy(holidays, ({ date }) => date);
    const placed = groupBy(this.#rows, ({ row }) => row.date);
    const dates = [...new Set([...granted.keys(), ...placed.keys()])].sort();
    this.#dates = new Map(
      dates.map((date) => [date, { granted: granted.get(date) ?? [], rows: placed.get(date) ?? [] }]),
    );
  }

  /** The dates with a holiday for anyone or with a row, in order. */
  get dates(): readonly LocalDate[] {
    return [...this.#dates.keys()];
  }

  /** The rows of a date that name establishments: without a place, none of them holds. Empty if the employer has one. */
  rowsByPlace(date: LocalDate): readonly { readonly row: HolidayRow; readonly place: string }[] {
    if (this.#onlyPlace !== null) return [];
    return (this.#dates.get(date)?.rows ?? []).flatMap(({ row, where }) =>
      where.kind === 'places' ? [...where.ids].slice(0, 1).map((place) => ({ row, place })) : [],
    );
  }

  /** A person's holidays, by the mapping rows of their days. Where no place is known, the only one of the employer. */
  of(columnsOn: ColumnsOn): PersonHolidays {
    const known = new Map<string | null, PlaceHolidays>();
    return (establishmentId) => {
      const place = establishmentId ?? this.#onlyPlace;
      const found = known.get(place) ?? this.#at(place, columnsOn);
      known.set(place, found);
      return found;
    };
  }

  #at(place: string | null, columnsOn: ColumnsOn): PlaceHolidays {
    const holding = this.#rows.map(({ row, where }) => holdsFor(where, place, () => columnsOn(row.date)));
    const key = holding.map(Number).join('');
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const rows = new Set(this.#rows.filter((_, index) => holding[index]));
    const days = new Map(
      [...this.#dates].flatMap(([date, all]): [LocalDate, DayHoliday][] => {
        const sources = holdingSources(all, (row) => rows.has(row));
        return sources.length === 0 ? [] : [[date, uniteHolidays(sources)]];
      }),
    );
    const found = placeHolidays(days);
    this.#places.set(key, found);
    return found;
  }

  /** All sources of a date's holidays, wherever they hold; none if a row removes them for everyone. */
  sourcesOn(date: LocalDate): readonly HolidaySource[] {
    const all = this.#dates.get(date);
    if (all === undefined) return [];
    return holdingSources(all, ({ row, where }) => row.action !== 'remove' || where.kind === 'everywhere');
  }

  /** The dates that are whole holidays in all of the employer's places. */
  datesEverywhere(): readonly LocalDate[] {
    const { on } = this.#at(this.#onlyPlace, () => undefined);
    return this.dates.filter((date) => on(date)?.isWhole === true);
  }

  /** The rows of a period that can never hold. @param columns the further columns of the mapping file */
  unusedRows(period: Days, columns: readonly string[]): UnusedRow[] {
    return this.#rows.flatMap((placed) => {
      const why = isInside(placed.row.date, period) ? this.#whyUnused(placed, columns) : undefined;
      return why === undefined ? [] : [{ row: placed.row, why }];
    });
  }

  #whyUnused({ row, where }: PlacedRow, columns: readonly string[]): UnusedRow['why'] | undefined {
    if (where.kind === 'unknown') return 'place';
    if (where.kind === 'column' && !columns.includes(where.column)) return 'column';
    const isGranted = (this.#dates.get(row.date)?.granted.length ?? 0) > 0;
    return row.action === 'add' || isGranted ? undefined : 'notGranted';
  }
}

function placeHolidays(days: ReadonlyMap<LocalDate, DayHoliday>): PlaceHolidays {
  const edges = [...days.values()].flatMap(({ isWhole, windows }) =>
    isWhole ? [] : windows.flatMap(({ from, until }) => [from, until]),
  );
  return { on: (date) => days.get(date), times: [...new Set(edges)] };
}

function holdingSources(
  { granted, rows }: DateHolidays,
  holds: (row: PlacedRow) => boolean,
): HolidaySource[] {
  const of = (action: HolidayRow['action']) => rows.filter(({ row }) => row.action === action);
  const limits = of('limit');
  const isGranted = !of('remove').some(holds) && (limits.length === 0 || limits.some(holds));
  const limitedBy = limits.filter(holds).map(({ row }) => row);
  return [
    ...(isGranted ? granted.map((holiday) => ({ kind: 'service' as const, holiday, limitedBy })) : []),
    ...of('add')
      .filter(holds)
      .map(({ row }) => ({ kind: 'file' as const, row })),
  ];
}

/** An establishment's ID or name has precedence over a column of the mapping file. */
function parseWhere(text: string, establishments: readonly Establishment[]): Where {
  if (text === '') return { kind: 'everywhere' };
  const ids = establishments.filter(({ id, label }) => id === text || label?.trim() === text);
  if (ids.length > 0) return { kind: 'places', ids: new Set(ids.map(({ id }) => id)) };
  const at = text.indexOf('=');
  if (at < 0) return { kind: 'unknown' };
  return { kind: 'column', column: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

function holdsFor(where: Where, place: string | null, columns: () => ReturnType<ColumnsOn>): boolean {
  switch (where.kind) {
    case 'everywhere':
      return true;
    case 'places':
      return place !== null && where.ids.has(place);
    case 'column': {
      const own = columns();
      return (
        own !== undefined && Object.hasOwn(own, where.column) && own[where.column]?.trim() === where.value
      );
    }
    case 'unknown':
      return false;
  }
}
