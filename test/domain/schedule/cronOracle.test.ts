import { describe, expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
import { parseCron } from '../../../src/domain/schedule/cron.js';
import { dueTimes } from '../../../src/domain/schedule/dueTimes.js';
import { tzdataVersion, zoneByName } from '../../../src/domain/time/tzdata.js';
import { findZonePython } from '../../support/programs/zonePython.js';

const python = findZonePython(tzdataVersion);
const DAY = 86_400;
const DAYS = 366;

interface Case {
  readonly line: string;
  readonly zone: string;
  readonly from: number;
  readonly until: number;
  readonly days: number;
}

const ZONES = [
  'Europe/Brussels',
  'America/Vancouver',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Havana',
  'Asia/Kolkata',
];

const MINUTES = ['0', '30', '15', '5,35', '*/20', '7/25', '10-12'];
const HOURS = ['6', '2', '0', '1-3', '23', '0,2', '22/1', '*/6'];
const MONTH_DAYS = ['*', '*', '3', 'L', 'LW', '15W', '1W', '31W', '1,L', '*/10', '10-12', '29', '1,15W', '?'];
const MONTHS = ['*', '*', '*', '3,10', 'MAR-MAY', '*/3', 'nov', '2'];
const WEEKDAYS = [
  '*',
  '*',
  '*',
  'WED#3',
  '5#L',
  'MON',
  '0',
  '7',
  'MON-FRI',
  'FRI-SUN',
  '5#5',
  '1,THU#1',
  '*/2',
];

function randomCases(): Case[] {
  const random = randomFor('cron lines');
  const one = (list: readonly string[]) => list[random.between(0, list.length - 1)] ?? '';
  return Array.from({ length: 60 }, (_, index) => {
    const from =
      Date.UTC(2026, random.between(0, 11), random.between(1, 28), random.between(0, 23), 7) / 1000;
    return {
      line: [MINUTES, HOURS, MONTH_DAYS, MONTHS, WEEKDAYS].map(one).join(' '),
      zone: ZONES[index % ZONES.length] ?? '',
      from,
      until: from + DAYS * DAY,
      days: DAYS,
    };
  });
}

function ours({ line, zone, from, until }: Case): number[] {
  const times = parseCron(line);
  if ('problem' in times) throw new Error(`${line}: ${times.problem}`);
  const found: number[] = [];
  for (const due of dueTimes(times, zoneByName(zone), from)) {
    if (due >= until) break;
    found.push(due);
  }
  return found;
}

describe.skipIf(python === undefined)('due times over a year with two clock changes match the oracle', () => {
  test('60 random lines in six zones', { tags: 'slow' }, () => {
    const cases = randomCases();
    const theirs = python?.('cron_oracle.py', [], { cases }) as number[][];
    expect(theirs.flat().length).toBeGreaterThan(5000);
    cases.forEach((each, index) => {
      expect({ ...each, times: ours(each) }).toEqual({ ...each, times: theirs[index] });
    });
  });
});
