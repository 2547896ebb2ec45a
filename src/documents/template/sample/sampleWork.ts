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
  /** Index into {@link SAMPLE_PEOPLE}. */
  readonly person: number;
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly endDate: string;
  readonly planned: number | null;
  readonly worked: number;
  readonly overtime: number;
  readonly night: number;
  readonly place: 'North' | 'South';
}

type Row = readonly [
  number,
  string,
  string,
  string,
  number | null,
  number,
  number,
  number,
  'North' | 'South',
];

/** Person, date, start, end, planned, worked, overtime, night, place. */
const ROWS: readonly Row[] = [
  [0, '2026-10-01', '08:00', '16:50', 480, 500, 0, 0, 'North'],
  [0, '2026-10-02', '07:30', '18:01', 480, 601, 61, 0, 'North'],
  [0, '2026-10-25', '05:30', '08:50', null, 200, 0, 30, 'South'],
  [1, '2026-10-01', '14:00', '22:40', 480, 490, 0, 160, 'North'],
  [1, '2026-10-02', '16:00', '23:20', 480, 440, 0, 200, 'South'],
  [1, '2026-10-31', '22:00', '06:00', 450, 450, 0, 450, 'North'],
  [2, '2026-10-05', '06:00', '16:25', 480, 595, 55, 0, 'North'],
  [2, '2026-10-06', '06:00', '14:00', 480, 450, 0, 0, 'North'],
  [2, '2026-10-12', '06:00', '06:20', 480, 20, 0, 0, 'North'],
  [3, '2026-10-12', '10:00', '10:20', null, 20, 0, 0, 'South'],
  [3, '2026-10-13', '10:00', '10:20', null, 20, 0, 0, 'South'],
  [3, '2026-10-14', '10:00', '10:20', null, 20, 0, 0, 'South'],
];

export const SAMPLE_ENTRIES: readonly SampleEntry[] = ROWS.map(
  ([person, date, start, end, planned, worked, overtime, night, place]) => {
    const endDate = end < start ? '2026-11-01' : date;
    return { person, date, start, end, endDate, planned, worked, overtime, night, place };
  },
);

/** Pay code -> what it counts; loadings stand on top of base minutes. */
export const SAMPLE_PAY_CODES = [
  {
    code: 'NORMAL',
    kind: 'base',
    external: '1000',
    minutes: (entry: SampleEntry) => entry.worked - entry.overtime,
  },
  { code: 'OVERTIME', kind: 'base', external: '1100', minutes: (entry: SampleEntry) => entry.overtime },
  { code: 'NIGHT', kind: 'loading', external: '2010', minutes: (entry: SampleEntry) => entry.night },
  {
    code: 'SUNDAY',
    kind: 'loading',
    external: '2020',
    minutes: (entry: SampleEntry) => (entry.date === '2026-10-25' ? entry.worked : 0),
  },
] as const;
