import { describe, expect, test } from 'vitest';
import type { LineKey } from '../../../src/domain/corrections/exportedLine.js';
import {
  type CauseEvidence,
  type EntryTrace,
  findCauses,
  findChangedEntries,
  findNearbyCauses,
} from '../../../src/domain/corrections/findCauses.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const KEY: LineKey = {
  template: 't',
  employeeId: 'ann',
  date: toLocalDate('2026-10-06'),
  payCode: 'NORMAL',
  establishment: 'north',
  costCenter: null,
  unit: 'minutes',
  row: 'r',
};
const entry = (more: Partial<EntryTrace> = {}): EntryTrace => ({
  status: 'Completed',
  employeeId: 'ann',
  establishmentId: 'north',
  workDate: KEY.date,
  content: '480',
  ...more,
});

interface Case {
  readonly name: string;
  readonly before?: number;
  readonly after?: number;
  readonly was?: EntryTrace;
  readonly is?: EntryTrace;
  readonly evidence?: Partial<CauseEvidence>;
  readonly causes: readonly string[];
}

const CASES: readonly Case[] = [
  { name: 'deleted', before: 480, was: entry(), causes: ['deleted'] },
  {
    name: 'deleted with its place',
    before: 480,
    was: entry(),
    evidence: { listedPlaces: new Set(['south']) },
    causes: ['establishment-gone'],
  },
  {
    name: 'deleted, and places cannot be read',
    before: 480,
    was: entry(),
    evidence: { listedPlaces: null },
    causes: ['deleted'],
  },
  {
    name: 'estimated, then deleted with its place',
    before: 240,
    evidence: { wasEstimated: () => true, listedPlaces: new Set(['south']) },
    causes: ['establishment-gone', 'estimate-replaced'],
  },
  {
    name: 'estimated, and less was worked at an existing place',
    before: 240,
    after: 200,
    evidence: { wasEstimated: () => true, listedPlaces: new Set(['north']) },
    causes: ['estimate-replaced'],
  },
  { name: 'cancelled', before: 480, was: entry(), is: entry({ status: 'Cancelled' }), causes: ['cancelled'] },
  {
    name: 'reassigned to another employee',
    before: 480,
    was: entry(),
    is: entry({ employeeId: 'bob' }),
    causes: ['reassigned'],
  },
  { name: 'new', after: 480, is: entry(), causes: ['added'] },
  {
    name: 'open before, closed now',
    after: 480,
    was: entry({ status: 'Working' }),
    is: entry(),
    causes: ['changed'],
  },
  {
    name: 'changed minutes',
    before: 480,
    after: 450,
    was: entry(),
    is: entry({ content: '450' }),
    causes: ['changed'],
  },
  {
    name: 'reassigned to another employee, with changed minutes',
    before: 480,
    was: entry(),
    is: entry({ employeeId: 'bob', content: '450' }),
    causes: ['reassigned', 'changed'],
  },
  {
    name: 'a change that moved none of its minutes is not a cause',
    before: 480,
    after: 480,
    was: entry(),
    is: entry({ content: 'x' }),
    causes: [],
  },
  {
    name: 'an entry and a rule',
    before: 480,
    was: entry(),
    evidence: { surroundingsOf: () => ['rule'] },
    causes: ['deleted', 'rule'],
  },
  {
    name: 'paid from the plan',
    before: 480,
    was: entry(),
    evidence: { wasEstimated: () => true },
    causes: ['estimate-replaced'],
  },
  {
    name: 'paid from the plan, and worked as planned',
    before: 480,
    after: 480,
    was: entry(),
    is: entry(),
    evidence: { wasEstimated: () => true, surroundingsOf: () => ['plan'] },
    causes: ['plan'],
  },
  { name: 'minutes without an entry', before: 480, causes: [] },
  {
    name: 'cancelled before and after',
    before: 480,
    was: entry({ status: 'Cancelled' }),
    is: entry({ status: 'Cancelled' }),
    causes: [],
  },
  {
    name: 'deleted, and never had a place',
    before: 480,
    was: entry({ establishmentId: null }),
    causes: ['deleted'],
  },
  {
    name: 'at another place',
    before: 480,
    was: entry(),
    is: entry({ establishmentId: 'south' }),
    causes: ['changed'],
  },
  {
    name: 'unchanged in everything, but with other minutes by a rule',
    before: 480,
    after: 450,
    was: entry(),
    is: entry(),
    evidence: { surroundingsOf: () => ['program', 'absence', 'rule'] },
    causes: ['absence', 'rule', 'program'],
  },
];

describe('why a line changed', () => {
  test.each(CASES)('$name', ({ before, after, was, is, evidence, causes }) => {
    const parts = (minutes: number | undefined) => new Map(minutes === undefined ? [] : [['e', minutes]]);
    const traces = (trace: EntryTrace | undefined) => new Map(trace === undefined ? [] : [['e', trace]]);
    expect(
      findCauses(
        { key: KEY, before: parts(before), after: parts(after) },
        {
          earlier: traces(was),
          now: traces(is),
          listedPlaces: new Set(['north']),
          placesAreZones: false,
          wasEstimated: () => false,
          surroundingsOf: () => [],
          ...evidence,
        },
      ),
    ).toEqual(causes);
  });
});

describe('why a line without a changed entry changed', () => {
  const on = (day: string, more: Partial<EntryTrace> = {}) =>
    entry({ workDate: toLocalDate(`2026-10-${day}`), ...more });
  const evidence = {
    earlier: new Map([
      ['deleted', on('06')],
      ['cancelled', on('09')],
      ['reassigned', on('20')],
      ['same', on('06')],
      ['neverWorked', on('06', { status: 'Working' })],
    ]),
    now: new Map([
      ['cancelled', on('09', { status: 'Cancelled', employeeId: null })],
      ['reassigned', on('20', { employeeId: 'bob' })],
      ['same', on('06')],
      ['neverWorked', on('06', { status: 'Cancelled' })],
    ]),
    listedPlaces: null,
    placesAreZones: false,
    wasEstimated: () => false,
    surroundingsOf: () => [],
  };

  test.each([
    ['changed work of the same day comes first', 'ann', '06', ['deleted']],
    ['then changed work of the days around it', 'ann', '12', ['deleted', 'cancelled']],
    ['but not a week away', 'ann', '13', ['cancelled']],
    ['then any changed work of the employee', 'ann', '29', ['deleted', 'cancelled', 'reassigned']],
    ['reassigned work counts for its new employee too', 'bob', '22', ['reassigned']],
    ['work of other employees does not count', 'cid', '06', []],
  ])('%s', (_name, employeeId, day, causes) => {
    const changed = findChangedEntries(evidence).get(employeeId) ?? [];
    expect(findNearbyCauses(toLocalDate(`2026-10-${day}`), changed)).toEqual(causes);
  });
});
