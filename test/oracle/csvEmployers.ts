import { randomUUID } from 'node:crypto';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../src/sources/workforce/auth/scopes.js';

/** A random employer as the sandbox serves it, and as a folder of CSV files. */
export interface TwinEmployer {
  readonly key: string;
  readonly data: EmployerData;
  readonly files: Readonly<Record<string, string>>;
  readonly mapping: string;
}

const ZONES = ['Europe/Brussels', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe'];
const NAMES = ['Ann', 'Bram', 'Chloé', "d'Arc", 'Ørsted', 'Müller; Co', 'van "Beek"', 'Łukasz'];

type Random = () => number;

/** Written from the folder's schema alone: times by Intl, minutes by subtraction. */
export function twinEmployer(random: Random, key: string): TwinEmployer {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const uuid = () =>
    randomUUID({ disableEntropyCache: true }).replace(/^./, () => Math.floor(random() * 16).toString(16));
  const places = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, at) => ({
    id: uuid(),
    name: `Place ${at}`,
    zone: pick(ZONES),
  }));
  const employees = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    id: uuid(),
    firstName: pick(NAMES),
    lastName: pick(NAMES),
    isActive: random() < 0.9,
  }));
  const holidays =
    random() < 0.5
      ? [{ date: '2026-10-13', name: 'Market day', replacementDate: random() < 0.5 ? '2026-10-14' : null }]
      : [];
  const spans = employees.flatMap((employee) =>
    Array.from({ length: Math.floor(random() * 12) }, () => spanOf(random, employee.id, pick(places))),
  );
  const shifts = spans
    .filter(() => random() < 0.6)
    .map((span) => {
      const breakMinutes = Math.min(pick([0, 15, 30]), (span.end - span.start) / 60);
      return {
        id: uuid(),
        date: span.day,
        startsAt: local(span.start, span.zone),
        endsAt: local(span.end, span.zone),
        breakMinutes,
        plannedMinutes: (span.end - span.start) / 60 - breakMinutes,
        employeeId: span.employeeId,
        establishmentId: span.placeId,
        span,
      };
    });
  const entries = spans
    .filter(() => random() < 0.9)
    .map((span) => {
      const status = pick([
        'Completed',
        'Completed',
        'Completed',
        'Completed',
        'Working',
        'Cancelled',
      ] as const);
      const pause = pick([0, 20, 30]);
      const end = status === 'Working' ? null : span.end;
      const shift = shifts.find((each) => each.span === span);
      return {
        id: uuid(),
        workDate: span.day,
        status,
        startsAt: local(span.start, span.zone),
        endsAt: end === null ? null : local(end, span.zone),
        ...(status === 'Completed'
          ? { workedMinutes: Math.max(0, (span.end - span.start) / 60 - pause) }
          : {}),
        shiftId: shift !== undefined && random() < 0.8 ? shift.id : null,
        employeeId: span.employeeId,
        establishmentId: span.placeId,
        reviewedAtUtc: random() < 0.7 ? '2026-11-01T08:00:00Z' : null,
        pause,
        span,
      };
    });
  const delimiter = pick([',', ';', '\t', '|']);
  const style = { delimiter, end: pick(['\n', '\r\n']), bom: random() < 0.3 ? '\ufeff' : '', random };
  const words = { Completed: 'completed', Working: 'open', Cancelled: 'cancelled' };
  const files = {
    'establishments.csv': csv(
      style,
      places.map(({ id, name, zone }) => ({ id, name, zone })),
    ),
    'employees.csv': csv(
      style,
      employees.map((each) => ({ ...each, isActive: undefined, active: each.isActive ? 'yes' : 'no' })),
    ),
    'entries.csv': csv(
      style,
      entries.map((each) => ({
        id: each.id,
        employee: each.employeeId,
        establishment: each.establishmentId,
        ...timesAsWritten(each.span, each.endsAt !== null, random),
        break: each.status === 'Completed' && random() < 0.9 ? String(each.pause) : '',
        worked: each.status === 'Completed' ? String(each.workedMinutes) : '',
        status: words[each.status],
        date: each.workDate,
        shift: each.shiftId ?? '',
        reviewed: each.reviewedAtUtc ?? '',
        note: pick(['', 'late; "sorry"', 'a\nb']),
      })),
      ['employee', 'start', 'end', 'shift', 'reviewed'],
    ),
    'shifts.csv': csv(
      style,
      shifts.map((each) => ({
        id: each.id,
        employee: each.employeeId,
        establishment: each.establishmentId,
        ...timesAsWritten(each.span, true, random),
        break: String(each.breakMinutes),
        planned: random() < 0.5 ? String(each.plannedMinutes) : '',
        date: each.date,
      })),
      ['start', 'end'],
    ),
    'holidays.csv': csv(
      style,
      holidays.map(({ date, name, replacementDate }) => ({ date, name, granted: replacementDate ?? '' })),
      ['date', 'name'],
    ),
  };
  return {
    key,
    files,
    mapping: `employeeId,employeeNumber\n${employees.map(({ id }, at) => `${id},${100 + at}`).join('\n')}\n`,
    data: {
      employerId: uuid(),
      name: key,
      integrations: [{ clientId: `client-${key}`, clientSecret: 'twin-secret', scopes: [...SCOPES] }],
      records: {
        establishments: places,
        'public-holidays': holidays,
        employees,
        shifts: shifts.map(({ span: _, ...shift }) => shift),
        'time-entries': withPairs(entries, shifts).map(({ span: _, pause: __, ...entry }) => entry),
      },
    } as unknown as EmployerData,
  };
}

interface Planned {
  readonly id: string;
  readonly span: Span;
}

interface Recorded extends Planned {
  readonly status: string;
  readonly shiftId: string | null;
}

/**
 * The service says which shift an entry belongs to; a folder whose row leaves it empty means that with which it has the
 * most time in common, at the same place: the greatest first, then the earlier entry, then the earlier shift; of two that
 * begin together, the one that ends first.
 */
function withPairs<Entry extends Recorded>(
  entries: readonly Entry[],
  shifts: readonly Planned[],
): readonly Entry[] {
  const paired = new Map(entries.flatMap(({ id, shiftId }) => (shiftId === null ? [] : [[id, shiftId]])));
  const free = (entry: Recorded, shift: Planned) =>
    !paired.has(entry.id) && ![...paired.values()].includes(shift.id);
  const endOf = ({ status, span }: Recorded) => (status === 'Working' ? Number.MAX_SAFE_INTEGER : span.end);
  const secondsOf = (entry: Recorded, shift: Planned) =>
    Math.min(endOf(entry), shift.span.end) - Math.max(entry.span.start, shift.span.start);
  const together = entries
    .filter(({ status }) => status !== 'Cancelled')
    .flatMap((entry) =>
      shifts
        .filter(
          ({ span }) => span.employeeId === entry.span.employeeId && span.placeId === entry.span.placeId,
        )
        .map((shift) => ({ entry, shift, seconds: secondsOf(entry, shift) })),
    )
    .filter(({ seconds }) => seconds > 0)
    .sort(
      (a, b) =>
        b.seconds - a.seconds ||
        a.entry.span.start - b.entry.span.start ||
        a.shift.span.start - b.shift.span.start ||
        endOf(a.entry) - endOf(b.entry) ||
        a.shift.span.end - b.shift.span.end,
    );
  for (const { entry, shift } of together) if (free(entry, shift)) paired.set(entry.id, shift.id);
  return entries.map((entry) => ({ ...entry, shiftId: paired.get(entry.id) ?? null }));
}

interface Span {
  readonly employeeId: string;
  readonly placeId: string;
  readonly zone: string;
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  readonly day: string;
}

/** Often in the nights in which clocks change: 4 and 25 October and 1 November 2026. */
function spanOf(
  random: Random,
  employeeId: string,
  { id, zone }: { readonly id: string; readonly zone: string },
): Span {
  const day =
    random() < 0.3 ? ([3, 4, 24, 25, 31][Math.floor(random() * 5)] ?? 4) : 1 + Math.floor(random() * 31);
  const minute = Math.floor(random() * 96) * 15;
  const start = Date.UTC(2026, 9, day) / 1000 + minute * 60;
  const end = start + (1 + Math.floor(random() * 48)) * 900;
  return { employeeId, placeId: id, zone, start, end, day: local(start, zone).slice(0, 10) };
}

function offsetMinutes(epochSeconds: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    epochSeconds * 1000,
  );
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])?(\d\d)?:?(\d\d)?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function local(epochSeconds: number, zone: string): string {
  const offset = offsetMinutes(epochSeconds, zone);
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${wall(epochSeconds, zone)}:00${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function wall(epochSeconds: number, zone: string): string {
  return new Date((epochSeconds + offsetMinutes(epochSeconds, zone) * 60) * 1000).toISOString().slice(0, 16);
}

/** A time with its offset, or as the clock shows it, with the column that says which of two equal ones it is. */
function timesAsWritten({ start, end, zone }: Span, hasEnd: boolean, random: Random) {
  const written = (instant: number) => {
    if (random() < 0.2) return { text: local(instant, zone), fold: '' };
    if (random() < 0.1) return { text: new Date(instant * 1000).toISOString().replace('.000', ''), fold: '' };
    const clock = wall(instant, zone);
    const shown = random() < 0.5 ? clock : clock.replace('T', ' ');
    // The same clock time up to an hour earlier or later.
    const twin = [-60, -30, 30, 60].find((by) => wall(instant + by * 60, zone) === clock);
    return { text: shown, fold: twin === undefined ? '' : twin > 0 ? '0' : '1' };
  };
  const [first, last] = [written(start), written(end)];
  return {
    start: first.text,
    startFold: first.fold,
    end: hasEnd ? last.text : '',
    endFold: hasEnd ? last.fold : '',
  };
}

interface Style {
  readonly delimiter: string;
  readonly end: string;
  readonly bom: string;
  readonly random: Random;
}

/** Rows and columns in a random order. */
function csv(style: Style, rows: readonly object[], headings: readonly string[] = ['id', 'zone']): string {
  const { delimiter, end, bom, random } = style;
  const [first] = rows;
  const names = (
    first === undefined
      ? [...headings]
      : Object.entries(first)
          .filter(([, value]) => value !== undefined)
          .map(([name]) => name)
  )
    .map((name) => [random(), name] as const)
    .sort(([a], [b]) => a - b)
    .map(([, name]) => name);
  const quoted = (text: string) =>
    /[",;\t|\n]/.test(text) || text.includes(delimiter) || random() < 0.1
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lines = rows.map((row) =>
    names.map((name) => quoted(String(Reflect.get(row, name) ?? ''))).join(delimiter),
  );
  const shuffled = lines
    .map((line) => [random(), line] as const)
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line);
  return bom + [names.join(delimiter), ...shuffled, ''].join(end);
}
