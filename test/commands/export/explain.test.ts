import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({}, 'attribution: split');
});
afterAll(() => service.stop());

const NIGHT = ['explain', '2026-10', '--employee', '00104', '--date', '2026-10-25'];

describe('explain on a terminal', () => {
  test('an entry over the clock change, step by step', async () => {
    const { status, stdout } = await service.run([...NIGHT, '--quiet']);
    expect(status).toBe(0);
    const parts = [
      'Peeters, Jan (payroll ID 00104)',
      'split: entries are split at local midnight',
      'time zone data 2026f',
      '2026-10-25 Sunday',
      'start       2026-10-24T22:00:00+02:00 = 2026-10-24 20:00 UTC',
      'end         2026-10-25T06:01:00+01:00 = 2026-10-25 05:01 UTC',
      'zone        Europe/Brussels, from its establishment',
      '541 min from start to end',
      'the clocks went back by 1:00 h in between: clock times differ by 481 min',
      '2026-10-24: 22:00 to 24:00 +02:00, 120 min',
      '2026-10-25: 00:00 to 03:00 +02:00, 180 min',
      '2026-10-25: 02:00 to 06:01 +01:00, 241 min',
      '27 min break, 30 min planned (when is not recorded)',
      '2026-10-24: 514 × 120/541 = 114 remainder 6/541: 114 min',
      '2026-10-25: 514 × 421/541 = 399 remainder 535/541, +1 by largest remainder: 400 min',
    ];
    for (const part of parts) expect(stdout).toContain(part);
    let last = -1;
    for (const part of parts) {
      expect(stdout.indexOf(part)).toBeGreaterThan(last);
      last = stdout.indexOf(part);
    }
  });

  test('fits a terminal of 100 columns as plain text, and writes nothing', async () => {
    const before = readdirSync(service.cwd, { recursive: true });
    const { stdout } = await service.run(['explain', '2026-10', '--employee', '00104', '--quiet']);
    const lines = stdout.split('\n');
    expect(lines.length).toBeGreaterThan(200);
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(readdirSync(service.cwd, { recursive: true })).toEqual(before);
    expect(existsSync('out')).toBe(false);
  });

  test('excluded work has a reason', { tags: 'slow' }, async () => {
    const texts = new Map<string, string>();
    for (const who of ['00104', '00123']) {
      texts.set(who, (await service.run(['explain', '2026-10', '--employee', who, '--quiet'])).stdout);
    }
    const all = [...texts.values()].join('\n');
    expect(all).toMatch(/counts {3,}\d+ min in this period, \d+ min outside of it \(2026-(09-30|11-01)\)/);
  });
});

test('--json has the same steps, once for each entry', async () => {
  const { status, stdout } = await service.run([...NIGHT, '--json']);
  expect(status).toBe(0);
  const [{ employer, person, tzdata, explanation }] = JSON.parse(stdout).explanations;
  expect({ employer, number: person.number, tzdata }).toEqual({
    employer: 'bakery',
    number: '00104',
    tzdata: '2026f',
  });
  expect(explanation.days).toMatchObject([{ date: '2026-10-25', workedMinutes: 400, entryCount: 1 }]);
  expect(explanation.entries[0]).toMatchObject({
    zone: { name: 'Europe/Brussels', source: 'establishment' },
    elapsedSeconds: 541 * 60,
    clockChangeSeconds: -3600,
    shares: [{ minutes: 114 }, { minutes: 400, remainder: 535 * 60 }],
  });
});

describe('names the employee', () => {
  const REFUSED: readonly (readonly [string, readonly string[], string, RegExp])[] = [
    [
      'two employees with the same name',
      ['--employee', 'Jan Peeters'],
      'EMPLOYEE_AMBIGUOUS',
      /payroll ID 00104, employee ID .*\n.*payroll ID 00117, employee ID/,
    ],
    ['another day', ['--employee', '00104', '--date', '2026-11-01'], 'USAGE', /2026-10-01 to 2026-10-31/],
    ['an invalid day', ['--employee', '00104', '--date', '2026-02-30'], 'USAGE', /must be a date/],
    ['no employee given', [], 'USAGE', /employee/],
    ['two employees', ['--employee', 'a', '--employee', 'b'], 'USAGE', /only once/],
  ];
  test.each(REFUSED)('%s', async (_name, argv, code, message) => {
    const { status, stdout } = await service.run(['explain', '2026-10', ...argv, '--json']);
    expect(status).toBe(2);
    const { error } = JSON.parse(stdout);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});
