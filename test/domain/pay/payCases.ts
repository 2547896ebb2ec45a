import fc from 'fast-check';
import { DateTime } from 'luxon';
import { ATTRIBUTIONS } from '../../../src/domain/time/attribution.js';
import type { TimePolicy } from '../../../src/domain/timesheet/timesheet.js';
import { configured, type PayCase, type Work } from '../../support/records/payFixture.js';

/**
 * Places and weeks with a clock change, and with repeated and missing midnights. The machine's ICU, which luxon uses,
 * knows these zones as the pinned data does.
 */
const ZONES = [
  'Europe/Brussels',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Atlantic/Azores',
  'America/Santiago',
  'Asia/Kathmandu',
] as const;
const WEEKS = [
  '2026-03-23',
  '2026-10-19',
  '2026-10-26',
  '2026-04-20',
  '2026-08-31',
  '2026-03-30',
  '2026-12-21',
] as const;

const CONFIGS = [
  `payRules: { base: [{ code: OT100, over: { day: 300, week: 900 }, on: [sunday, holiday] }, { code: OT50, over: { day: 420, week: 900 } }, { code: N }],
     loadings: [{ code: HOL, group: d, on: [holiday], reachTo: "04:00" }, { code: SUN, group: d, on: [sunday] },
       { code: N40, group: n, clock: ["00:00", "04:00"], startedBefore: "00:00" }, { code: N25, group: n, clock: ["20:00", "06:00"] }, { code: ALL }] }`,
  `payRules: { weekStartsOn: sunday, base: [{ code: NIGHT, clock: ["22:15", "05:40"] }, { code: OT, over: { week: 600 } }, { code: N }],
     loadings: [{ code: LONG, clock: ["18:00", "02:00"], minimumInWindow: 90 }, { code: EVE, dates: [{ date: "12-24", clock: ["14:00", "24:00"] }, "10-25"] }] }`,
] as const;

export const SETTINGS = [
  '',
  'rounding: { level: stamp, step: 15 }',
  'rounding: { level: entry, step: 6, mode: up, grace: 1 }',
  'rounding: { level: day, step: 15, mode: down }',
  'rounding: { level: day, step: 10 }',
  'breaks: { allocate: halves }',
  'breaks: { allocate: { after: 180 } }',
  'minimumPaid: { code: TOPUP, entry: 200 }',
  'minimumPaid: { code: TOPUP, day: 400 }',
] as const;

const HOLIDAYS = ['2026-03-25', '2026-10-26', '2026-12-25'];
const parsed = new Map<string, PayCase['config']>();

function configOf(yaml: string): PayCase['config'] {
  const config = parsed.get(yaml) ?? configured(yaml);
  parsed.set(yaml, config);
  return config;
}

interface Drawn {
  readonly startMinute: number;
  readonly length: number;
  readonly breakShare: number;
  readonly employee: number;
}

const drawn = fc.record({
  startMinute: fc.integer({ min: 0, max: 9 * 1440 }),
  length: fc.integer({ min: 0, max: 1000 }),
  breakShare: fc.double({ min: 0, max: 0.4, noNaN: true }),
  employee: fc.integer({ min: 1, max: 2 }),
});

function workOf(each: Drawn, index: number, monday: string, zone: string, withBreak: boolean): Work {
  const start = DateTime.fromISO(`${monday}T00:00:00Z`).plus({ minutes: each.startMinute });
  const write = (at: DateTime): string => at.setZone(zone).toISO({ suppressMilliseconds: true }) ?? '';
  const minutes = withBreak ? Math.round(each.length * (1 - each.breakShare)) : each.length;
  return {
    start: write(start),
    end: write(start.plus({ minutes: each.length })),
    minutes,
    zone,
    id: `entry-${index}`,
    employeeId: `employee-${each.employee}`,
  };
}

export interface CaseShape {
  readonly breaks: 'some' | 'none';
  readonly settings: readonly string[];
  readonly dst: readonly TimePolicy['dst'][];
  readonly entries: number;
}

/** Random weeks of work under one of the rule sets. */
export const payCases = (shape: CaseShape): fc.Arbitrary<PayCase> =>
  fc
    .record({
      entries: fc.array(drawn, { minLength: 1, maxLength: shape.entries }),
      monday: fc.constantFrom(...WEEKS),
      zone: fc.constantFrom(...ZONES),
      rules: fc.constantFrom(...CONFIGS),
      setting: fc.constantFrom(...shape.settings),
      attribution: fc.constantFrom(...ATTRIBUTIONS),
      dst: fc.constantFrom(...shape.dst),
    })
    .map(
      ({ entries, monday, zone, rules, setting, attribution, dst: policy }): PayCase => ({
        work: entries.map((each, index) => workOf(each, index, monday, zone, shape.breaks === 'some')),
        config: configOf(`${setting}\n${rules}`),
        attribution,
        dst: policy,
        holidays: HOLIDAYS,
      }),
    );
