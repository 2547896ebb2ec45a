import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { validateWithSchema } from '../../../src/config/input/schemaProblems.js';
import { payRulesOf, paySchema } from '../../../src/config/schema/paySchema.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

const PRESETS = join(import.meta.dirname, '..', '..', '..', 'samples', 'presets');

function problemsOf(yaml: string): string[] {
  const checked = validateWithSchema(paySchema, parse(yaml));
  return 'data' in checked
    ? []
    : checked.problems.map(({ path, message }) => `${path.join('.')}: ${englishText(message)}`);
}

const base = (rules: string): string => `payRules: { base: [${rules}] }`;
const loading = (rule: string): string =>
  `payRules: { base: [{ code: N }], loadings: [{ code: X, ${rule} }] }`;

describe('pay rules are refused with a message that names the position', () => {
  const rows: readonly (readonly [name: string, yaml: string, problem: string | RegExp])[] = [
    ['no base rule', base(''), 'payRules.base: needs at least one rule'],
    [
      'no rule for every minute',
      base('{ code: A, on: [sunday] }'),
      /^payRules\.base\.0: the last rule must have only a code/,
    ],
    [
      'an unreachable rule',
      base('{ code: A }, { code: B }'),
      /^payRules\.base\.0: applies to every minute, so the rules after it/,
    ],
    [
      'an empty limit',
      base('{ code: A, over: {} }, { code: B }'),
      'payRules.base.0.over: needs day, week, average or reference',
    ],
    [
      'a limit that is not a number',
      base('{ code: A, over: { day: 9h } }, { code: B }'),
      /^payRules\.base\.0\.over\.day: /,
    ],
    [
      'an unknown key',
      base('{ code: A, on: [sunday], om: 1 }, { code: B }'),
      /payRules\.base\.0\.om: unknown key "om"\. Did you mean "on"\?/,
    ],
    [
      'an unknown condition',
      loading('startBefore: "00:00"'),
      /payRules\.loadings\.0\.startBefore: .*"startedBefore"/,
    ],
    ['a loading with overtime', loading('over: { day: 1 }'), /payRules\.loadings\.0\.over: unknown key/],
    [
      'an unknown day',
      loading('on: [sonntag]'),
      /^payRules\.loadings\.0\.on\.0: must be a weekday in English, holiday or restday/,
    ],
    [
      'a clock time out of range',
      loading('clock: ["20:00", "25:00"]'),
      /^payRules\.loadings\.0\.clock\.1: must be a clock time/,
    ],
    [
      'a clock time that is a number',
      loading('clock: [20, "06:00"]'),
      /^payRules\.loadings\.0\.clock\.0: must be a clock time in quotes/,
    ],
    ['one clock time', loading('clock: ["20:00"]'), /^payRules\.loadings\.0\.clock: must be two clock times/],
    [
      'an empty window',
      loading('clock: ["20:00", "20:00"]'),
      /^payRules\.loadings\.0\.clock: begins and ends at the same time/,
    ],
    [
      'a day of the year that does not exist',
      loading('dates: ["02-30"]'),
      /^payRules\.loadings\.0\.dates\.0: /,
    ],
    [
      'a reach without a day',
      loading('reachTo: "04:00"'),
      /^payRules\.loadings\.0\.reachTo: extends "on" or "dates"/,
    ],
    [
      'a validity that ends before it begins',
      loading('validFrom: 2026-02-01, validTo: 2026-01-31'),
      /^payRules\.loadings\.0\.validTo: /,
    ],
    [
      'a date that does not exist',
      loading('validFrom: 2026-02-30'),
      /^payRules\.loadings\.0\.validFrom: must be a date/,
    ],
    [
      'a column condition without a value',
      loading('employees: { group: [] }'),
      /^payRules\.loadings\.0\.employees\.group/,
    ],
    [
      'a column condition that is a text',
      loading('employees: { group: A }'),
      /^payRules\.loadings\.0\.employees\.group: must be a list/,
    ],
    [
      'a step that does not divide the day',
      'rounding: { level: stamp, step: 7 }',
      /^rounding\.step: must divide a day/,
    ],
    ['grace with nearest', 'rounding: { grace: 3 }', /^rounding\.grace: has no effect/],
    ['grace of a whole step', 'rounding: { mode: up, step: 5, grace: 5 }', /^rounding\.grace: must be less/],
    ['an unknown break', 'breaks: { allocate: end }', /^breaks\.allocate: must be proportional/],
    ['a minimum without a code', 'minimumPaid: { entry: 180 }', /^minimumPaid\.code: /],
    ['two minimums', 'minimumPaid: { code: T, entry: 180, day: 180 }', /^minimumPaid\./],
    [
      'an average without a reference period',
      'payRules: { base: [{ code: OT, over: { average: 2280 } }, { code: N }] }',
      /^payRules\.base\.0\.over: needs payRules\.reference/,
    ],
    [
      'a reference period that no rule uses',
      'payRules: { reference: { weeks: 4, from: 2026-01-05, absences: counted }, base: [{ code: N }] }',
      /^payRules\.reference: no rule uses/,
    ],
    [
      'a reference period of weeks and months',
      'payRules: { reference: { weeks: 4, months: 1, from: 2026-01-05, absences: counted }, base: [{ code: OT, over: { average: 1 } }, { code: N }] }',
      /^payRules\.reference\.weeks: needs either/,
    ],
    [
      'months from a day that some months lack',
      'payRules: { reference: { months: 1, from: 2026-01-29, absences: ignored }, base: [{ code: OT, over: { average: 1 } }, { code: N }] }',
      /^payRules\.reference\.from: must not be later than the 28th/,
    ],
    [
      'an average without weeks',
      'payRules: { base: [{ code: N }], notWorked: [{ code: F, by: average }] }',
      /^payRules\.notWorked\.0\.weeks: is required for average/,
    ],
    [
      'a planned minimum above its maximum',
      'minimumPaid: { code: T, planned: { share: 0.5, least: 240, most: 120 } }',
      /^minimumPaid/,
    ],
    ['a pay code that is a number', 'payCodes: { N: { external: 1000 } }', /^payCodes\.N\.external: /],
  ];
  it.each(rows)('%s', (_name, yaml, problem) => {
    const problems = problemsOf(yaml);
    expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  });
});

describe('pay rules are accepted', () => {
  it('with their defaults', () => {
    expect(paySchema.parse({})).toEqual({
      rounding: { level: 'none', step: 15, mode: 'nearest', grace: 0 },
      breaks: { allocate: 'proportional' },
      payRules: { base: [{ code: 'NORMAL' }], loadings: [], weekStartsOn: 'monday' },
      payCodes: {},
    });
  });

  it('as written on the page of pay rules', () => {
    const yaml = `
rounding:  { level: none, step: 15, mode: nearest, grace: 0 }
breaks:    { allocate: proportional }
minimumPaid: { entry: 180, code: TOPUP }
payRules:
  base:
    - { code: OT100,  over: { day: 540, week: 2400 }, on: [sunday, holiday] }
    - { code: OT50,   over: { day: 540, week: 2400 } }
    - { code: NORMAL }
  loadings:
    - { code: HOLIDAY, group: daytype, on: [holiday] }
    - { code: SUNDAY,  group: daytype, on: [sunday] }
    - { code: NIGHT,   clock: ["20:00", "06:00"], validFrom: 2020-01-01 }
payCodes:
  NORMAL: { external: "1000" }
  NIGHT:  { external: "2010", secondary: "1" }
`;
    const { payCodes, ...rules } = paySchema.parse(parse(yaml));
    expect(payCodes.NIGHT).toEqual({ external: '2010', secondary: '1' });
    expect(payRulesOf(rules).base.map(({ code }) => code)).toEqual(['OT100', 'OT50', 'NORMAL']);
  });

  it('in the schema for editors', () => {
    const schema = z.toJSONSchema(paySchema, { io: 'input' });
    expect(Object.keys(schema.properties ?? {})).toEqual([
      'pay',
      'rounding',
      'breaks',
      'minimumPaid',
      'join',
      'payRules',
      'account',
      'payCodes',
    ]);
  });
});

describe('presets', () => {
  const files = readdirSync(PRESETS);
  it('exist', () => {
    expect(files).toEqual(
      expect.arrayContaining(['belgium.yaml', 'france.yaml', 'germany.yaml', 'netherlands.yaml']),
    );
  });
  it.each(files)('%s is valid, and states its sources and its date', (file) => {
    const text = readFileSync(join(PRESETS, file), 'utf8');
    expect(problemsOf(text)).toEqual([]);
    expect(text).toMatch(/^# As of: \d{4}-\d\d-\d\d\./m);
    expect(text).toMatch(/^# Sources/m);
    expect(text).toMatch(/https:\/\//);
  });
});
