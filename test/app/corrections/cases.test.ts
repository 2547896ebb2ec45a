// @module-tag slow
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { rowsAsShown } from '../../../src/workbook/index.js';
import {
  BY_CODE,
  COLUMNS,
  edited,
  expectFresh,
  hours,
  MONTH,
  NUMBERS,
  START,
  started,
  template,
  work,
} from './caseBench.js';
import { added, Bench, type Employer, type Rows, type Work } from './employer.js';

/* What a file had and what it would have now, in a target that adds: each case was once paid wrongly. */

let bench: Bench;
afterEach(() => bench.remove());

describe('a filter of the template on what a correction row lacked', () => {
  const filtered = (condition: string, group = 'employee.number, external') =>
    template('corrections: delta', `  each: pay-lines where ${condition} group by ${group}\n${COLUMNS}`);

  test('reviewed work that changes, and work whose review is withdrawn', async () => {
    bench = await started(filtered('entry.reviewed'));
    await expectFresh(bench, edited(START, { a5: { minutes: 420 }, b5: { isReviewed: false } }));
    expect(hours(bench.rows('own'))).toEqual({ '1001 100': 15 });
  });

  test('a task', async () => {
    const oven = edited(START, { a5: { task: 'oven' }, a6: { task: 'shop' } });
    bench = await started(filtered('task.name = "oven"'), oven);
    await expectFresh(bench, edited(oven, { a5: { minutes: 300 }, a6: { task: 'oven' } }));
    expect(hours(bench.rows('own'))).toEqual({ '1001 100': 13 });
  });

  test('an employee who leaves is deducted in the file too', async () => {
    bench = await started(filtered('employee.active'));
    await expectFresh(bench, { ...edited(START, { a6: { minutes: 450 } }), inactive: ['bob'] });
    expect(hours(bench.rows('own'))).toEqual({ '1001 100': 15.5 });
  });

  test('minutes above 0', async () => {
    bench = await started(filtered('minutes > 0'));
    await expectFresh(bench, edited(START, { a5: { minutes: 420 }, b5: null }));
  });

  test('reversals are complete', async () => {
    const yaml = template(
      'corrections: delta\nstyle: reversal',
      `  each: pay-lines where minutes > 0 group by employee.number, external\n${COLUMNS}`,
    );
    bench = await started(yaml);
    await expectFresh(bench, edited(START, { b5: { minutes: 360 } }));
    const ofBob = bench.rows('own').filter(({ number }) => number === '1002');
    expect(ofBob.map((row) => row.hours)).toEqual(['7.00', '-7.00', '6.00']);
  });

  test('a reversal takes back what the file has, apart from what was settled', async () => {
    bench = await started(template('corrections: delta\nstyle: reversal', BY_CODE));
    const withCem: Employer = {
      ...START,
      people: { ...NUMBERS, cem: { employeeNumber: '1003' } },
      work: [...START.work, work('c5', 'cem', '05', 228), work('c6', 'cem', '06', 252)],
    };
    bench.serve(withCem);
    const cash = (await bench.lines(MONTH)).find(({ difference }) => difference === 228);
    await bench.correct(MONTH, '--settle', `${cash.line}=cash`);
    bench.serve({ ...START, people: withCem.people });
    await bench.correct(MONTH);
    const ofCem = bench.rows('own').filter(({ number }) => number === '1003');
    expect(ofCem.map((row) => row.hours)).toEqual(['4.20', '-4.20', '-3.80']);
    expect(await bench.lines(MONTH)).toEqual([]);
  });
});

test.each(['month', 'payroll-month'])('a period over the end of a month, split by %s', async (split) => {
  const both: Employer = {
    people: NUMBERS,
    work: [
      { ...work('a1', 'ann', '30', 480), date: '2026-10-30' },
      { ...work('a2', 'ann', '02', 480), date: '2026-11-02' },
    ],
  };
  const period = '2026-10-01..2026-11-03';
  bench = await started(template('corrections: delta', BY_CODE, `split: ${split}`), both, period);
  const before = bench.rows('own').length;
  bench.serve(edited(both, { a1: { minutes: 420 }, a2: { minutes: 420 } }));
  await bench.correct(period);
  expect(
    bench
      .rows('own')
      .slice(before)
      .map((row) => row.hours),
  ).toEqual(['-1.00', '-1.00']);
  expect(hours(bench.rows('own'))).toEqual({ '1001 100': 14 });
});

test.each(['month', 'payroll-month'])(
  'several finals corrected together, split by %s: each month has a file',
  async (split) => {
    const both: Employer = {
      people: NUMBERS,
      work: ['2026-10-28', '2026-10-31', '2026-11-01', '2026-11-04'].map((date, index) => ({
        ...work(`a${index}`, 'ann', '01', 480),
        date,
      })),
    };
    bench = new Bench({ own: template('corrections: delta', BY_CODE, `split: ${split}`) });
    bench.serve(both);
    const finals = ['2026-10-26..2026-10-31', '2026-11-01..2026-11-08'];
    for (const period of finals) await bench.final(period, 'own');
    const before = bench.written.length;
    bench.serve(edited(both, { a0: { minutes: 420 }, a2: { minutes: 360 }, a3: { minutes: 300 } }));
    const all = '2026-10-26..2026-11-08';
    await bench.correct(all);
    const names = bench.written.slice(before).map(({ path }) => path.replace(/^.*bakery_/, ''));
    expect(names.length).toBe(2);
    expect(new Set(names).size).toBe(names.length);
    const fresh = (await Promise.all(finals.map((period) => bench.fresh(period, 'own')))).flat();
    expect(hours(bench.rows('own'))).toEqual(hours(fresh));
    expect(await bench.lines(all)).toEqual([]);
  },
);

test('a column per day: one row for the changes of two finals has the days of both', async () => {
  const days = `  each: pay-lines group by employee.number, external
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { header: code, value: "{{external}}" }
    - { days: { header: YYYY-MM-DD }, value: "{{minutes | hours:2}}", zero: blank }`;
  const both: Employer = {
    people: NUMBERS,
    work: [work('a6', 'ann', '06', 480), work('a13', 'ann', '13', 480)],
  };
  bench = await started(template('corrections: delta', days), both, '2026-10-05..2026-10-11');
  await bench.final('2026-10-12..2026-10-18', 'own');
  const before = bench.rows('own').length;
  bench.serve(edited(both, { a6: { minutes: 420 }, a13: { minutes: 450 } }));
  await bench.correct(MONTH);
  const [correction, ...others] = bench.rows('own').slice(before);
  expect(others).toEqual([]);
  expect([correction?.['2026-10-06'], correction?.['2026-10-13']]).toEqual(['-1.00', '-0.50']);
  expect(await bench.lines(MONTH)).toEqual([]);
});

test('the workbook of a correction is read back, and has the difference', { tags: 'slow' }, async () => {
  const yaml = template('corrections: delta', BY_CODE, 'dialect: { sheet: Hours }');
  bench = new Bench({ own: yaml });
  bench.serve(START);
  await bench.final(MONTH, 'own');
  bench.serve(edited(START, { a5: { minutes: 450 }, b5: null }));
  await bench.correct(MONTH);
  const [final, correction] = bench.written.map(({ path }) => path);
  const rows = async (path = '') => (await rowsAsShown(readFileSync(path), path)).map(({ cells }) => cells);
  expect(await rows(final)).toEqual([
    ['number', 'code', 'hours'],
    ['1001', '100', '16'],
    ['1002', '100', '7'],
  ]);
  expect(await rows(correction)).toEqual([
    ['number', 'code', 'hours'],
    ['1001', '100', '-0.5'],
    ['1002', '100', '-7'],
  ]);
  expect(await bench.lines(MONTH)).toEqual([]);
});

test.each(['task.id', 'task.name'])('rows of several tasks, by %s', async (field) => {
  const tasks = edited(START, { a5: { task: 'oven' }, a6: { task: 'shop' } });
  bench = await started(
    template(
      'corrections: delta',
      `  each: pay-lines group by employee.number, ${field}
  columns: [{ header: number, value: "{{employee.number}}" }, { header: task, value: "{{${field}}}" }, { header: hours, value: "{{minutes | hours:2}}" }]`,
    ),
    tasks,
  );
  await expectFresh(
    bench,
    edited(tasks, { a5: { minutes: 420 }, a6: { minutes: 360 }, b5: { task: 'shop' } }),
    MONTH,
    'number',
    'task',
  );
  const corrected = bench.rows('own').slice(-4);
  expect(new Set(corrected.map(({ task }) => task)).size).toBeGreaterThan(1);
});

describe('a layout that changed since the final', () => {
  test.each(['generic-csv', 'paychex-spi'])('%s by day: the month is not paid again', async (name) => {
    bench = new Bench({});
    const variables = (lines: string) => ({
      variables: { [name]: { lines, ...(name === 'paychex-spi' ? { clientId: '1' } : {}) } },
    });
    const then = { ...START, settings: variables('period') };
    bench.serve(then);
    await bench.final(MONTH, name);
    bench.serve({ ...START, settings: variables('day') });
    expect(await bench.lines(MONTH)).toEqual([]);
    bench.serve({ ...edited(START, { a5: { minutes: 420 }, b5: null }), settings: variables('day') });
    const lines = await bench.correct(MONTH);
    expect(lines.map(({ date, difference }) => [date, difference])).toEqual([
      ['2026-10-05', -60],
      ['2026-10-05', -420],
    ]);
    const keys = name === 'generic-csv' ? ['employeeNumber', 'code'] : ['Worker ID', 'Pay Component'];
    const column = name === 'generic-csv' ? 'hours' : 'Hours';
    const total = added(bench.rows(name), keys, column);
    expect(total).toEqual(added(await bench.fresh(MONTH, name), keys, column));
    expect(await bench.lines(MONTH)).toEqual([]);
  });

  test.each(['by day', 'by period'])('the causes of lines that are gone, %s later', async (later) => {
    const rules = (day: number) => ({
      payRules: { base: [{ code: 'OT', over: { day } }, { code: 'NORMAL' }] },
    });
    const absences = ['bob,2026-10-07,2026-10-07,LEAVE,480'];
    const then: Employer = { ...START, absences, settings: rules(450) };
    const more = COLUMNS.replace(
      '- { header: code',
      '- { header: date, value: "{{date}}" }\n    - { header: code',
    );
    const byDay = template(
      'corrections: delta',
      `  each: pay-lines group by employee.number, date, external\n${more}`,
    );
    const byPeriod = template('corrections: delta', BY_CODE);
    bench = await started(later === 'by day' ? byPeriod : byDay, then);
    bench.project.write('own.yaml', later === 'by day' ? byDay : byPeriod);
    bench.serve({ ...edited(START, { b5: null }), settings: rules(480) });
    const causes = (await bench.lines(MONTH)).map((line) => [line.date, line.payCode, line.causes].join(' '));
    expect(causes.sort()).toEqual([
      '2026-10-05 NORMAL deleted',
      '2026-10-05 NORMAL rule',
      '2026-10-05 OT rule',
      '2026-10-06 NORMAL rule',
      '2026-10-06 OT rule',
      '2026-10-07 LEAVE absence',
    ]);
  });

  test('other columns and groups', async () => {
    bench = await started(template('corrections: delta', BY_CODE));
    const by = '  each: pay-lines group by employee.number, establishment.name, external\n';
    const more = COLUMNS.replace(
      '- { header: code',
      '- { header: place, value: "{{establishment.name}}" }\n    - { header: code',
    );
    bench.project.write('own.yaml', template('corrections: delta', `${by}${more}`));
    bench.serve(START);
    expect(await bench.lines(MONTH)).toEqual([]);
    await expectFresh(bench, edited(START, { a5: { minutes: 450, place: 'South' }, b5: null }));
    // Today's file of the template is used, wherever the command runs.
    expect(bench.rows('own').at(-1)).toHaveProperty('place');
  });
});

test('payroll IDs that were swapped: a target that replaces a person gets all rows of both', async () => {
  const people = { ...NUMBERS, cem: { employeeNumber: '1003' } };
  const three = { ...START, people, work: [...START.work, work('c5', 'cem', '05', 300)] };
  const yaml = template(
    'corrections: restate\nrestateScope: employee\ntarget: { takes: replaces-person, source: test, confidence: VERIFIED }',
    `  each: pay-lines group by employee.number, date, external\n${COLUMNS.replace('- { header: code', '- { header: date, value: "{{date}}" }\n    - { header: code')}`,
  );
  bench = await started(yaml, three);
  const held = new Map<string, Record<string, number>>();
  const take = (rows: Rows) => {
    for (const number of new Set(rows.map((row) => row.number ?? '')))
      held.set(
        number,
        hours(
          rows.filter((row) => row.number === number),
          'date',
          'code',
        ),
      );
  };
  take(bench.rows('own'));
  const swapped = {
    ...edited(three, { a6: { minutes: 420 } }),
    people: {
      ann: { employeeNumber: '1002' },
      bob: { employeeNumber: '1003' },
      cem: { employeeNumber: '1001' },
    },
  };
  bench.serve(swapped);
  const before = bench.rows('own').length;
  await bench.correct(MONTH);
  take(bench.rows('own').slice(before));
  const fresh = await bench.fresh(MONTH, 'own');
  for (const number of ['1001', '1002', '1003'])
    expect([number, held.get(number)]).toEqual([
      number,
      hours(
        fresh.filter((row) => row.number === number),
        'date',
        'code',
      ),
    ]);
});

test('an entry that names a shift of another week: one month and two months give the same corrections', async () => {
  const shifts: Work[] = [
    { id: 's09-28', who: 'ann', date: '2026-09-28', minutes: 480, task: 'oven' },
    { id: 's10-05', who: 'ann', date: '2026-10-05', minutes: 480, task: 'oven' },
    { id: 's11-03', who: 'ann', date: '2026-11-03', minutes: 480, task: 'oven' },
  ];
  const work: Work[] = [
    { id: 'a1', who: 'ann', date: '2026-10-01', minutes: 480, shiftOn: '2026-09-28' },
    { id: 'a2', who: 'ann', date: '2026-10-06', minutes: 480, shiftOn: '2026-10-05' },
    { id: 'a3', who: 'ann', date: '2026-10-31', minutes: 480, shiftOn: '2026-11-03' },
    { id: 'a4', who: 'ann', date: '2026-10-20', minutes: 480, shiftOn: '2026-10-05' },
  ];
  const settings = {
    payRules: {
      base: [{ code: 'OVEN', tasks: ['00000000-0000-4000-8000-6f76656e0000'] }, { code: 'NORMAL' }],
    },
    payCodes: { NORMAL: { external: '100' }, OVEN: { external: '300' } },
  };
  const employer: Employer = { people: NUMBERS, work, shifts, settings };
  bench = await started(template('corrections: delta', BY_CODE), employer);
  expect(hours(bench.rows('own'))).toEqual({ '1001 100': 24, '1001 300': 8 });
  await bench.final('2026-11', 'own');
  for (const period of [MONTH, '2026-10-01..2026-11-30', '2026-10-19..2026-10-25'])
    expect([period, await bench.lines(period)]).toEqual([period, []]);
  bench.serve(edited(employer, { a1: { minutes: 450 }, a4: { minutes: 420 } }));
  const amounts = async (period: string) =>
    (await bench.lines(period)).map(({ date, payCode, difference }) => `${date} ${payCode} ${difference}`);
  const changes = ['2026-10-01 NORMAL -30', '2026-10-20 NORMAL -60'];
  expect((await amounts(MONTH)).sort()).toEqual(changes);
  expect((await amounts('2026-09-01..2026-11-30')).sort()).toEqual(changes);
});

test('a filter on a department that changes within the period divides no row', async () => {
  const departments = template(
    'corrections: delta',
    `  each: pay-lines where employee.department in ("10", "11") group by employee.number, external\n${COLUMNS}`,
    'mappingColumns: { department: { description: d, samples: ["10"] } }',
  );
  const dated: Employer = {
    ...START,
    people: {
      ann: [
        { employeeNumber: '1001', department: '10', to: '2026-10-05' },
        { employeeNumber: '1001', department: '11', from: '2026-10-06' },
      ],
      bob: { employeeNumber: '1002', department: '20' },
    },
  };
  bench = await started(departments, dated);
  expect(bench.rows('own').map((row) => row.hours)).toEqual(['16.00']);
  await expectFresh(bench, edited(dated, { a6: { minutes: 420 } }));
  expect(bench.rows('own').map((row) => row.hours)).toEqual(['16.00', '-1.00']);
});

describe('a template per department', () => {
  const people = (department: string) => ({
    ann: { employeeNumber: '1001', department },
    bob: { employeeNumber: '1002', department: '10' },
  });
  const columns = COLUMNS.replace(
    '- { header: code',
    '- { header: department, value: "{{employee.department}}" }\n    - { header: code',
  );
  const SHAPES = {
    'by a filter': template(
      'corrections: delta',
      `  each: pay-lines where employee.department = "10" group by employee.number, external\n${columns}`,
      'mappingColumns: { department: { description: d, samples: ["10"] } }',
    ),
    'by a split': template(
      'corrections: delta',
      `  each: pay-lines group by employee.number, external\n${COLUMNS}`,
      'mappingColumns: { department: { description: d, samples: ["10"] } }\nsplit: { field: employee.department }',
    ),
  };
  test.each(Object.entries(SHAPES))(
    '%s: a person who changes is taken out of the old one',
    async (_, yaml) => {
      const now = { ...START, people: people('10') };
      bench = await started(yaml, now);
      await expectFresh(bench, { ...now, people: people('20') });
      if (_ === 'by a split') expect(bench.rows('own').map((row) => row.hours)).toContain('-16.00');
    },
  );
});

test('two finals of one day: each template is compared with its own, the pay lines with the newest', async () => {
  bench = new Bench({ own: template('corrections: delta', BY_CODE) });
  bench.serve(START);
  await bench.final(MONTH, 'employee-days');
  const later = edited(START, { a5: { minutes: 420 } });
  bench.serve(later);
  await bench.final('2026-10-05..2026-10-05', 'own');
  expect(await bench.lines(MONTH)).toEqual([]);
  bench.serve(edited(START, { a5: { minutes: 400 }, a6: { minutes: 450 } }));
  const lines = await bench.lines(MONTH);
  expect(lines.map(({ template: name, date, before, after }) => [name, date, before, after]).sort()).toEqual([
    [null, '2026-10-06', 480, 450],
    ['own', '2026-10-05', 420, 400],
  ]);
});

test('numbers of files: March, then March and April, then April alone', async () => {
  bench = new Bench({});
  const of = (minutes: number): Employer => ({
    people: NUMBERS,
    work: ['2026-03-02', '2026-04-02'].map((date, index) => ({
      ...work(`a${index}`, 'ann', '01', minutes),
      date,
    })),
  });
  bench.serve(of(480));
  for (const month of ['2026-03', '2026-04']) await bench.final(month, 'pay-lines');
  const names: string[] = [];
  const steps = ['2026-03', '2026-03..2026-04', '2026-04', '2026-04', '2026-03'];
  for (const [index, period] of steps.entries()) {
    const asked = period.includes('..') ? '2026-03-01..2026-04-30' : period;
    bench.serve(of(470 - index * 10));
    const before = bench.written.length;
    await bench.correct(asked);
    names.push(...bench.written.slice(before).map(({ path }) => path.replace(/^.*bakery_/, '')));
  }
  expect(names).toEqual([
    '2026-03_pay-lines_corrections-1.csv',
    '2026-03-01..2026-04-30_pay-lines_corrections-1.csv',
    '2026-04_pay-lines_corrections-1.csv',
    '2026-04_pay-lines_corrections-2.csv',
    '2026-03_pay-lines_corrections-2.csv',
  ]);
});
