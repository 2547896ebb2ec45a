// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { BY_CODE, edited, hours, MONTH, START, started, template } from './caseBench.js';
import { Bench, type Employer, type Work } from './employer.js';

/* Templates about people, days and entries: what they print is corrected in their files, the rest is listed apart. */

let bench: Bench;
afterEach(() => bench.remove());

const OVERTIME = { payRules: { base: [{ code: 'OT', over: { day: 450 } }, { code: 'NORMAL' }] } };
/** Bob's shift on a holiday on which nobody works. */
const FEAST_SHIFT: Work = { id: 's10-08', who: 'bob', date: '2026-10-08', minutes: 480 };

function withFeast(shifts: readonly Work[]): Employer {
  const payRules = { base: [{ code: 'NORMAL' }], notWorked: [{ code: 'FEAST', by: 'planned' }] };
  const settings = { payRules, payCodes: { NORMAL: { external: '100' }, FEAST: { external: '500' } } };
  return { ...START, shifts, settings, holidays: ['2026-10-08;Feast;;;add'] };
}

const listed = async () =>
  (await bench.lines(MONTH))
    .map(({ template: name, payCode, difference }) => `${name} ${payCode} ${difference}`)
    .sort();

describe('a template about people, days or entries: what it does not print is listed apart', () => {
  const whole = (data: string, field: string) =>
    `kind: text
description: Own
audience: payroll
corrections: delta
rows:
  each: ${data}
  columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{${field} | hours:2}}", amount: hours }]`;
  const CASES: readonly (readonly [string, Employer, Employer, readonly string[]])[] = [
    [
      'leave withdrawn',
      { ...START, absences: ['bob,2026-10-06,2026-10-06,LEAVE,480'] },
      START,
      ['null LEAVE -480'],
    ],
    [
      'another overtime limit',
      { ...START, settings: OVERTIME },
      {
        ...START,
        settings: { payRules: { base: [{ code: 'OT', over: { day: 470 } }, { code: 'NORMAL' }] } },
      },
      ['null NORMAL 20', 'null NORMAL 20', 'null OT -20', 'null OT -20'],
    ],
    [
      'a higher minimum',
      START,
      { ...START, settings: { minimumPaid: { entry: 430, code: 'TOP' } } },
      ['null TOP 10'],
    ],
  ];
  const DATA = [
    ['employees', 'workedMinutes'],
    ['employee-days', 'workedMinutes'],
    ['entries', 'workedMinutes'],
  ] as const;
  describe.each(DATA)('%s, %s', (data, field) => {
    test.each(CASES)('%s', async (_, then, now, expected) => {
      bench = await started(whole(data, field), then);
      bench.serve(now);
      expect(await listed()).toEqual([...expected].sort());
      await bench.correct(MONTH);
      expect(await bench.lines(MONTH)).toEqual([]);
    });

    test('a paid holiday whose plan was deleted', async () => {
      bench = await started(whole(data, field), withFeast([FEAST_SHIFT]));
      bench.serve(withFeast([]));
      expect(await listed()).toEqual(['null FEAST -480']);
      await bench.correct(MONTH);
      expect(await bench.lines(MONTH)).toEqual([]);
    });

    test('work that changes is listed once, for the template', async () => {
      bench = await started(whole(data, field));
      bench.serve(edited(START, { a5: { minutes: 450 } }));
      expect((await bench.lines(MONTH)).map(({ template: name, difference }) => [name, difference])).toEqual([
        ['own', -30],
      ]);
    });
  });
});

describe('a template with the paid hours of people: what it prints is corrected in its file', () => {
  const yaml = `kind: text\ndescription: Own\naudience: payroll\ncorrections: delta\nrows: { each: 'employees', columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{paidMinutes | hours:2}}", amount: hours }] }`;
  const MINIMUM = { minimumPaid: { entry: 430, code: 'TOP' } };
  const CASES: readonly (readonly [string, Employer, Employer, readonly string[], Record<string, number>])[] =
    [
      ['a higher minimum', START, { ...START, settings: MINIMUM }, ['own 10'], { '1001': 16, '1002': 7.17 }],
      [
        'a paid holiday whose plan was deleted',
        withFeast([FEAST_SHIFT]),
        withFeast([]),
        ['own -480'],
        { '1001': 16, '1002': 7 },
      ],
      [
        'leave withdrawn, which is not among the paid hours',
        { ...START, absences: ['bob,2026-10-06,2026-10-06,LEAVE,480'] },
        START,
        ['null LEAVE -480'],
        { '1001': 16, '1002': 7 },
      ],
      [
        'more work and a higher minimum of another day',
        START,
        { ...edited(START, { a5: { minutes: 540 } }), settings: MINIMUM },
        ['own 10', 'own 60'],
        { '1001': 17, '1002': 7.17 },
      ],
    ];
  test.each(CASES)('%s', async (_, then, now, expected, sums) => {
    bench = await started(yaml, then);
    bench.serve(now);
    const lines = (await bench.lines(MONTH)).map(({ template: name, payCode, difference }) =>
      name === null ? `null ${payCode} ${difference}` : `${name} ${difference}`,
    );
    expect(lines.sort()).toEqual([...expected].sort());
    await bench.correct(MONTH);
    expect(hours(bench.rows('own'), 'number')).toEqual(sums);
    expect(await bench.lines(MONTH)).toEqual([]);
  });
});

test('pay lines at the final, people later: nothing is paid again, and later changes are', async () => {
  bench = await started(template('corrections: delta', BY_CODE), { ...START, settings: OVERTIME });
  bench.project.write(
    'own.yaml',
    `kind: text\ndescription: Own\naudience: payroll\ncorrections: delta\nrows: { each: 'employees', columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{workedMinutes | hours:2}}", amount: hours }] }`,
  );
  bench.serve({ ...START, settings: OVERTIME });
  expect(await bench.lines(MONTH)).toEqual([]);
  bench.serve({ ...edited(START, { a5: { minutes: 420 }, b5: null }), settings: OVERTIME });
  await bench.correct(MONTH);
  expect(hours(bench.rows('own'), 'number')).toEqual({ '1001': 15 });
  expect(await bench.lines(MONTH)).toEqual([]);
});

describe('an amount of the whole final, while only some of its days or templates are asked for', () => {
  const EARLY = '2026-10-01..2026-10-10';
  const people = (minutes: string) =>
    `kind: text\ndescription: Own\naudience: payroll\ncorrections: delta\nrows: { each: 'employees', columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{${minutes} | hours:2}}", amount: hours }] }`;
  const LESS = edited(START, { a5: { minutes: 420 } });

  test.each([
    ['some days', EARLY, []],
    ['another template', MONTH, ['--template', 'other']],
  ])('%s: its pay lines stay open, and that is said', async (_, period, more) => {
    bench = new Bench({ own: people('workedMinutes'), other: people('paidMinutes') });
    bench.serve(START);
    await bench.final(MONTH, 'own', 'other');
    bench.serve(LESS);
    const asked = await bench.run('corrections', period, ...more, '--final');
    expect(asked.openElsewhere).toBe(1);
    expect(asked.lines.map((line: { template: string }) => line.template)).toEqual(
      more.length === 0 ? [] : ['other'],
    );
    // The change is withdrawn: what was not corrected is not given back.
    bench.serve(START);
    const left = (await bench.lines(MONTH)).map((line) => `${line.template} ${line.difference}`);
    expect(left).toEqual(more.length === 0 ? [] : ['other 60']);
    bench.serve(LESS);
    const own = (await bench.lines(MONTH)).map((line) => `${line.template} ${line.difference}`);
    expect(own).toEqual(more.length === 0 ? ['other -60', 'own -60'] : ['own -60']);
    await bench.correct(MONTH);
    expect(hours(bench.rows('own'), 'number')).toEqual({ '1001': 15, '1002': 7 });
    expect(await bench.lines(MONTH)).toEqual([]);
  });
});
