/** A made-up working day. The programs in other languages create the same rows. */
export interface BenchRow {
  readonly number: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly dateSerial: number;
  readonly establishment: string;
  readonly startDays: number;
  readonly endDays: number;
  readonly plannedMinutes: number;
  readonly workedMinutes: number;
  readonly entries: number;
  readonly reviewed: boolean;
}

const LAST = [
  'Peeters',
  'Janssens',
  'Müller',
  'Lefèvre',
  "O'Neill",
  'van den Berg',
  'Nowak & Zoon',
  'García Márquez',
];
const FIRST = ['An', 'Jürgen', 'Zoë', 'Mehmet', 'Siobhán', 'Łukasz', 'Marie-Claire', 'Bram'];
const PLACES = ['Bakery Ghent', 'Boulangerie Liège', 'Café Reykjavík'];

export const BENCH_HEADINGS = [
  'Number',
  'Last name',
  'First name',
  'Date',
  'Establishment',
  'Start',
  'End',
  'Planned',
  'Worked',
  'Difference (h)',
  'Entries',
  'Reviewed',
] as const;

const FIRST_SERIAL = 46_296;

/** Row number `index`, from 0. Only arithmetic, so that every language gets the same result. */
export function benchRow(index: number): BenchRow {
  const person = Math.floor(index / 31);
  const mixed = (index * 7919 + 104_729) % 65_521;
  const plannedMinutes = 360 + (mixed % 5) * 30;
  const workedMinutes = plannedMinutes + (mixed % 61) - 30;
  const startMinutes = 300 + (mixed % 37) * 15;
  return {
    number: String(10_000 + (person % 90_000)),
    lastName: LAST[person % 8] ?? '',
    firstName: FIRST[Math.floor(person / 8) % 8] ?? '',
    dateSerial: FIRST_SERIAL + (index % 31),
    establishment: PLACES[mixed % 3] ?? '',
    startDays: startMinutes / 1440,
    endDays: (startMinutes + workedMinutes + 30) / 1440,
    plannedMinutes,
    workedMinutes,
    entries: 1 + (mixed % 2),
    reviewed: mixed % 11 !== 0,
  };
}
