import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { ruleFindings } from '../../../src/domain/rulesCheck/ruleFindings.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { PROJECT } from '../../support/programs/runPaytally.js';
import { byCode, payOf, preset, type Work } from '../../support/records/payFixture.js';

interface Example {
  readonly preset: string;
  readonly what: string;
  /** `start → end` of November 2026: `10T08:00 → 10T17:00`. */
  readonly work: readonly string[];
  readonly holidays?: readonly string[];
  readonly contractMinutes?: string;
  readonly pays: Readonly<Record<string, number>>;
}

const weekOf = (hours: number, days: readonly number[]): string[] =>
  days.map((day) => `${pad(day)}T08:00 → ${pad(day)}T${pad(8 + hours)}:00`);
const pad = (number: number): string => String(number).padStart(2, '0');
/** Monday 9 to Sunday 15 November 2026. */
const MONDAY = 9;
const days = (count: number, first = MONDAY): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** What a payroll officer of the country would check first. */
const EXAMPLES: readonly Example[] = [
  {
    preset: 'austria',
    what: 'the ninth hour',
    work: ['10T08:00 → 10T17:00'],
    contractMinutes: '',
    pays: { NORMAL: 480, OVERTIME50: 60 },
  },
  {
    preset: 'austria',
    what: 'a sixth day of eight hours',
    work: weekOf(8, days(6)),
    contractMinutes: '',
    pays: { NORMAL: 2400, OVERTIME50: 480 },
  },
  {
    preset: 'austria',
    what: 'a part-timer of 20 hours works 24',
    work: weekOf(8, days(3)),
    contractMinutes: '1200',
    pays: { NORMAL: 1200, MORE25: 240 },
  },
  {
    preset: 'austria',
    what: 'a holiday',
    work: ['10T08:00 → 10T16:00'],
    holidays: ['2026-11-10'],
    contractMinutes: '',
    pays: { NORMAL: 480, HOLIDAY100: 480 },
  },
  {
    preset: 'switzerland',
    what: 'a week of 48 hours',
    work: weekOf(8, days(6)),
    pays: { NORMAL: 2700, UEBERZEIT25: 180 },
  },
  {
    preset: 'switzerland',
    what: 'Saturday evening into Sunday',
    work: ['14T20:00 → 15T02:00'],
    pays: { NORMAL: 360, SUNDAY50: 180, NIGHT25: 180 },
  },
  {
    preset: 'switzerland',
    what: 'Sunday evening ends at 23:00',
    work: ['15T20:00 → 16T02:00'],
    pays: { NORMAL: 360, SUNDAY50: 180, NIGHT25: 180 },
  },
  {
    preset: 'italy',
    what: 'a week of 42 hours',
    work: weekOf(7, days(6)),
    pays: { ORDINARIO: 2400, STRAORDINARIO: 120 },
  },
  {
    preset: 'italy',
    what: 'a night',
    work: ['10T22:00 → 11T06:00'],
    pays: { ORDINARIO: 480, NOTTURNO: 420 },
  },
  {
    preset: 'italy',
    what: 'a holiday on a Sunday is a holiday',
    work: ['15T08:00 → 15T12:00'],
    holidays: ['2026-11-15'],
    pays: { ORDINARIO: 240, FESTIVO: 240 },
  },
  {
    preset: 'spain',
    what: 'the tenth hour',
    work: ['10T08:00 → 10T18:00'],
    pays: { ORDINARIA: 540, EXTRA: 60 },
  },
  {
    preset: 'spain',
    what: 'a night',
    work: ['10T22:00 → 11T06:00'],
    pays: { ORDINARIA: 480, NOCTURNA: 480 },
  },
  {
    preset: 'luxembourg',
    what: 'the ninth hour',
    work: ['10T08:00 → 10T17:00'],
    pays: { NORMAL: 480, OVERTIME40: 60 },
  },
  {
    preset: 'luxembourg',
    what: 'a holiday on a Sunday: both',
    work: ['15T08:00 → 15T16:00'],
    holidays: ['2026-11-15'],
    pays: { NORMAL: 480, HOLIDAY100: 480, SUNDAY70: 480 },
  },
  {
    preset: 'luxembourg',
    what: 'a week of 48 hours',
    work: weekOf(8, days(6)),
    pays: { NORMAL: 2400, OVERTIME40: 480 },
  },
  {
    preset: 'united-kingdom',
    what: 'beyond 37.5 hours',
    work: weekOf(8, days(5)),
    contractMinutes: '2250',
    pays: { BASIC: 2250, OVERTIME: 150 },
  },
  {
    preset: 'united-kingdom',
    what: 'a night',
    work: ['10T22:00 → 11T06:00'],
    contractMinutes: '2250',
    pays: { BASIC: 480, NIGHT: 420 },
  },
  {
    preset: 'california',
    what: 'fourteen hours',
    work: ['10T08:00 → 10T22:00'],
    pays: { REGULAR: 480, OVERTIME: 240, DOUBLE: 120 },
  },
  {
    preset: 'california',
    what: 'a shift past midnight is two workdays',
    work: ['10T18:00 → 11T06:00'],
    pays: { REGULAR: 720 },
  },
  {
    preset: 'california',
    what: 'a week of six days of eight hours',
    work: weekOf(8, days(6)),
    pays: { REGULAR: 2400, OVERTIME: 480 },
  },
  {
    preset: 'california',
    what: 'the seventh day in a row of a week',
    work: weekOf(10, days(7, 8)),
    pays: { REGULAR: 2400, OVERTIME: 1680, DOUBLE: 120 },
  },
  {
    preset: 'california',
    what: 'a split shift is counted',
    work: ['10T08:00 → 10T11:00', '10T13:00 → 10T16:00'],
    pays: { REGULAR: 360, SPLIT: 0 },
  },
];

function payOfExample({
  preset: name,
  work,
  holidays = [],
  contractMinutes,
}: Example): Readonly<Record<string, number>> {
  const zone = name === 'california' ? 'America/Los_Angeles' : 'Europe/Brussels';
  const offset = name === 'california' ? '-08:00' : '+01:00';
  const attribution: Attribution = name === 'california' ? 'split' : 'start';
  const stamp = (text: string): string => `2026-11-${text}:00${offset}`;
  const entries = work.map((text, index): Work => {
    const [start = '', end = ''] = text.split(' → ');
    return { start: stamp(start), end: stamp(end), id: `entry-${index}`, zone };
  });
  const columns = contractMinutes === undefined ? {} : { columns: { ann: { contractMinutes } } };
  return byCode(payOf({ work: entries, config: preset(name), attribution, holidays, ...columns }).lines);
}

describe('worked examples of the presets', () => {
  test.each(EXAMPLES)('$preset: $what', (example) => {
    expect(payOfExample(example)).toEqual(example.pays);
  });
});

const NAMES = [...new Set(EXAMPLES.map((example) => example.preset))];

describe('every preset', () => {
  test.each(NAMES)('%s has a date and public sources, and every one of its rules takes minutes', (name) => {
    const text = readFileSync(join(PROJECT, 'samples', 'presets', `${name}.yaml`), 'utf8');
    expect(text).toMatch(/^# As of: \d{4}-\d\d-\d\d\./m);
    expect(text).toMatch(/https:\/\/[a-z.-]+/);
    const inUse = {
      rules: payRulesOf(preset(name)),
      policy: { attribution: 'start', dst: 'elapsed' } as const,
      zone: zoneByName('Europe/Brussels'),
    };
    expect(ruleFindings(inUse, toLocalDate('2026-11-20'))).toEqual([]);
  });
});
