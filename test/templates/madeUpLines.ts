import fc from 'fast-check';
import type { DataRow } from '../../src/documents/dataSet.js';
import type { HeldModel } from '../../src/documents/templateModel.js';

/** Each at its own place; the last line has none. */
const CENTERS = ['4711', '4712', null];
const CODES = ['NORMAL', 'OVERTIME', 'NIGHT', 'SUNDAY'];

interface Line {
  readonly person: number;
  readonly day: number;
  readonly code: number;
  readonly minutes: number;
  readonly center: number;
}

/** Pay lines of the sample's employees and codes: with both signs, or above zero and never over a day. */
export function madeUpLines(areSigned: boolean): fc.Arbitrary<readonly Line[]> {
  return fc.array(
    fc.record({
      person: fc.nat({ max: 3 }),
      day: fc.integer({ min: 1, max: 9 }),
      code: fc.nat({ max: 3 }),
      minutes: areSigned ? fc.integer({ min: -300, max: 300 }) : fc.nat({ max: 35 }),
      center: fc.nat({ max: 2 }),
    }),
    { maxLength: 40 },
  );
}

/** The lines as rows of the sample. */
export function rowsOf(sample: HeldModel, lines: readonly Line[]): readonly DataRow[] {
  const { rows } = sample.dataSets.get('pay-lines') ?? { rows: [] };
  return lines.map(({ person, day, code, minutes, center }) => {
    const payCode = CODES[code] ?? '';
    const like = rows.find((row) => row.payCode === payCode);
    const who = rows.find((row) => String(row['employee.id']).endsWith(String(person + 1)));
    const employee = Object.entries(who ?? {}).filter(([field]) => field.startsWith('employee.'));
    return {
      ...like,
      ...Object.fromEntries(employee),
      date: `2026-10-0${day}`,
      minutes,
      costCenter: CENTERS[center],
    } as DataRow;
  });
}
