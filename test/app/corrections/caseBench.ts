import { expect } from 'vitest';
import { added, Bench, type Employer, type Rows, type Who, type Work } from './employer.js';

/* A month of two people, templates by payroll ID and code, and what a target that adds has after all files. */

export const MONTH = '2026-10';

export const NUMBERS = { ann: { employeeNumber: '1001' }, bob: { employeeNumber: '1002' } };

export function work(id: string, who: Who, date: string, minutes: number, more: Partial<Work> = {}): Work {
  return { id, who, date: `2026-10-${date}`, minutes, ...more };
}

export const START: Employer = {
  people: NUMBERS,
  work: [work('a5', 'ann', '05', 480), work('a6', 'ann', '06', 480), work('b5', 'bob', '05', 420)],
};

export function template(corrections: string, rows: string, more = ''): string {
  return `kind: text\ndescription: Own\naudience: payroll\n${corrections}\n${more}\nrows:\n${rows}`;
}

export const COLUMNS = `  columns:
    - { header: number, value: "{{employee.number}}", required: true }
    - { header: code, value: "{{external}}" }
    - { header: hours, value: "{{minutes | hours:2}}", zero: omit }`;
export const BY_CODE = `  each: pay-lines group by employee.number, external\n${COLUMNS}`;

/** The employer with some entries replaced (by id) or removed (null). */
export function edited(
  employer: Employer,
  changes: Readonly<Record<string, Partial<Work> | null>>,
): Employer {
  return {
    ...employer,
    work: employer.work.flatMap((each) => {
      const change = changes[each.id];
      return change === null ? [] : [{ ...each, ...change }];
    }),
  };
}

/** An employer with a final of the template `own`. */
export async function started(yaml: string, employer: Employer = START, period = MONTH): Promise<Bench> {
  const bench = new Bench({ own: yaml });
  bench.serve(employer);
  await bench.final(period, 'own');
  return bench;
}

export const hours = (rows: Rows, ...keys: readonly string[]) =>
  added(rows, keys.length === 0 ? ['number', 'code'] : keys, 'hours');

/** Corrects, and compares what the target has with a fresh export. */
export async function expectFresh(
  bench: Bench,
  now: Employer,
  period = MONTH,
  ...keys: readonly string[]
): Promise<void> {
  bench.serve(now);
  await bench.correct(period);
  const fresh = await bench.fresh(period, 'own');
  expect(hours(bench.rows('own'), ...keys)).toEqual(hours(fresh, ...keys));
  expect(await bench.lines(period)).toEqual([]);
}
