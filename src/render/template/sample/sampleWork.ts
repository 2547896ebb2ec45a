/** The sample employer's people and what they worked in October 2026: small, and with one of everything. */
export interface SamplePerson {
  readonly id: string;
  readonly number: string;
  readonly lastName: string;
  readonly firstName: string;
}

export const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  { id: '0e6f1c5e-0000-4000-8000-000000000001', number: '00040', lastName: 'Müller', firstName: 'Jörg' },
  { id: '0e6f1c5e-0000-4000-8000-000000000002', number: '00041', lastName: 'De Smet', firstName: 'Zoë' },
  { id: '0e6f1c5e-0000-4000-8000-000000000003', number: '00102', lastName: "O'Brien", firstName: 'Siobhán' },
  { id: '0e6f1c5e-0000-4000-8000-000000000004', number: '00777', lastName: 'Lefèvre', firstName: 'Anaïs' },
];

/** One completed entry; minutes are whole. */
export interface SampleEntry {
  readonly id: string;
  readonly person: SamplePerson;
  readonly date: string;
  /** Stamps with the offset of Brussels. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** null where nothing was planned. */
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number;
  readonly place: 'North' | 'South';
  /** Pay code -> minutes of it; loadings stand on top of base minutes. */
  readonly minutesByCode: Readonly<Record<SamplePayCode, number>>;
}

export const SAMPLE_PAY_CODES = {
  NORMAL: { kind: 'base', external: '1000' },
  OVERTIME: { kind: 'base', external: '1100' },
  NIGHT: { kind: 'loading', external: '2010' },
  SUNDAY: { kind: 'loading', external: '2020' },
} as const;
export type SamplePayCode = keyof typeof SAMPLE_PAY_CODES;

type Row = readonly [
  person: number,
  startsAt: string,
  endsAt: string,
  planned: number | null,
  worked: number,
  overtime: number,
  night: number,
  place: 'North' | 'South',
];

/** The third is worked over the end of summer time, the sixth over the end of the month. */
const ROWS: readonly Row[] = [
  [0, '2026-10-01T08:00:00+02:00', '2026-10-01T16:50:00+02:00', 480, 500, 0, 0, 'North'],
  [0, '2026-10-02T07:30:00+02:00', '2026-10-02T18:01:00+02:00', 480, 601, 61, 0, 'North'],
  [0, '2026-10-25T00:30:00+02:00', '2026-10-25T02:50:00+01:00', null, 200, 0, 30, 'South'],
  [1, '2026-10-01T14:00:00+02:00', '2026-10-01T22:40:00+02:00', 480, 490, 0, 160, 'North'],
  [1, '2026-10-02T16:00:00+02:00', '2026-10-02T23:20:00+02:00', 480, 440, 0, 200, 'South'],
  [1, '2026-10-31T22:00:00+01:00', '2026-11-01T06:00:00+01:00', 450, 450, 0, 450, 'North'],
  [2, '2026-10-05T06:00:00+02:00', '2026-10-05T16:25:00+02:00', 480, 595, 55, 0, 'North'],
  [2, '2026-10-06T06:00:00+02:00', '2026-10-06T14:00:00+02:00', 480, 450, 0, 0, 'North'],
  [2, '2026-10-12T06:00:00+02:00', '2026-10-12T06:20:00+02:00', 480, 20, 0, 0, 'North'],
  [3, '2026-10-12T10:00:00+02:00', '2026-10-12T10:20:00+02:00', null, 20, 0, 0, 'South'],
  [3, '2026-10-13T10:00:00+02:00', '2026-10-13T10:20:00+02:00', null, 20, 0, 0, 'South'],
  [3, '2026-10-14T10:00:00+02:00', '2026-10-14T10:20:00+02:00', null, 20, 0, 0, 'South'],
];

const SUNDAY = '2026-10-25';

export const SAMPLE_ENTRIES: readonly SampleEntry[] = ROWS.map(entryOf);

function entryOf([
  index,
  startsAt,
  endsAt,
  plannedMinutes,
  workedMinutes,
  overtime,
  night,
  place,
]: Row): SampleEntry {
  const person = SAMPLE_PEOPLE[index];
  if (person === undefined) throw new RangeError(`no sample person ${index}`);
  const date = startsAt.slice(0, 10);
  return {
    id: `entry-${index + 1}-${date}`,
    person,
    date,
    startsAt,
    endsAt,
    plannedMinutes,
    workedMinutes,
    place,
    minutesByCode: {
      NORMAL: workedMinutes - overtime,
      OVERTIME: overtime,
      NIGHT: night,
      SUNDAY: date === SUNDAY ? workedMinutes : 0,
    },
  };
}
