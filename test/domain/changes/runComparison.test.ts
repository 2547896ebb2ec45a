import { describe, expect, test } from 'vitest';
import {
  type ChangeThreshold,
  codeKey,
  EVERY_MINUTE,
  findChanges,
  type PersonFigures,
  parseCodeKey,
  sumPersonFigures,
} from '../../../src/domain/changes/runComparison.js';

const THRESHOLD: ChangeThreshold = { minutes: 120, percent: 10 };

/** Worked and paid minutes are equal, all NORMAL, unless codes are given. */
function paid(minutes: number, codes: PersonFigures['codes'] = { 'base NORMAL': minutes }): PersonFigures {
  return { workedMinutes: minutes, plannedMinutes: 0, paidMinutes: minutes, codes };
}

interface Months {
  readonly before: Readonly<Record<string, PersonFigures>>;
  readonly now: Readonly<Record<string, PersonFigures>>;
  readonly purged?: readonly string[];
  readonly threshold?: ChangeThreshold;
}

/** `kind employee code before after`; ann and bob are in the list. */
function told({ before, now, purged = [], threshold = THRESHOLD }: Months): string[] {
  const earlier = { figures: new Map(Object.entries(before)), purged: new Set(purged) };
  const isListed = (id: string) => ['ann', 'bob'].includes(id);
  return findChanges(earlier, new Map(Object.entries(now)), isListed, threshold).map(
    ({ kind, employeeId, payCode, before, after }) => `${kind} ${employeeId} ${payCode} ${before} ${after}`,
  );
}

describe('unusual changes compared with an earlier period', () => {
  test.each<readonly [string, Months, readonly string[]]>([
    ['no change', { before: { ann: paid(9600) }, now: { ann: paid(9600) } }, []],
    ['an employee was added', { before: {}, now: { eve: paid(480) } }, ['came eve null 0 480']],
    ['an employee was removed', { before: { eve: paid(480) }, now: {} }, ['went eve null 480 0']],
    [
      'an employee no longer has hours',
      { before: { ann: paid(480) }, now: {} },
      ['zero-hours ann null 480 0'],
    ],
    [
      'purged employees are ignored',
      { before: { eve: paid(480) }, now: { ann: paid(9) }, purged: ['eve', 'ann'] },
      [],
    ],
    [
      'the threshold itself counts: minutes',
      { before: { ann: paid(1200) }, now: { ann: paid(1320) } },
      ['hours ann null 1200 1320', 'code ann NORMAL 1200 1320'],
    ],
    ['one minute less does not', { before: { ann: paid(1190) }, now: { ann: paid(1309) } }, []],
    [
      'the threshold itself counts: percent',
      { before: { ann: paid(3000) }, now: { ann: paid(2700) } },
      ['hours ann null 3000 2700', 'code ann NORMAL 3000 2700'],
    ],
    ['one minute less in percent does not', { before: { ann: paid(3000) }, now: { ann: paid(2701) } }, []],
    [
      'codes change while hours do not, in the order of their keys',
      {
        before: { ann: paid(3000, { 'base NORMAL': 3000, 'loading NIGHT': 0 }) },
        now: { ann: paid(3000, { 'base NORMAL': 2500, 'base OT': 500, 'loading NIGHT': 120 }) },
      },
      ['code ann NORMAL 3000 2500', 'code ann OT 0 500', 'code ann NIGHT 0 120'],
    ],
    [
      'absences of an employee who was never paid',
      { before: { ann: paid(0, {}) }, now: { ann: paid(0, { 'absence SICK': 480 }) } },
      ['code ann SICK 0 480'],
    ],
    [
      'every minute, by employee',
      {
        before: { bob: paid(2), ann: paid(1) },
        now: { bob: paid(1), ann: paid(2) },
        threshold: EVERY_MINUTE,
      },
      ['hours ann null 1 2', 'code ann NORMAL 1 2', 'hours bob null 2 1', 'code bob NORMAL 2 1'],
    ],
  ])('%s', (_name, months, expected) => {
    expect(told(months)).toEqual(expected);
  });
});

describe('the totals of a period for one employee', () => {
  type Given = Parameters<typeof sumPersonFigures>;
  const figures = (days: readonly object[], lines: readonly object[]) =>
    sumPersonFigures({ days } as unknown as Given[0], { lines } as unknown as Given[1]);

  test('minutes of days, and of lines by kind and code', () => {
    const days = [
      { workedMinutes: 480, plannedMinutes: 500 },
      { workedMinutes: 60, plannedMinutes: null },
    ];
    const lines = [
      { kind: 'base', payCode: 'NORMAL', minutes: 480 },
      { kind: 'base', payCode: 'NORMAL', minutes: 60 },
      { kind: 'topup', payCode: 'TOP', minutes: 30 },
      { kind: 'not-worked', payCode: 'FEAST', minutes: 20 },
      { kind: 'loading', payCode: 'NIGHT', minutes: 100 },
      { kind: 'absence', payCode: 'LEAVE', minutes: 0, quantity: 0.5, isWithoutMinutes: true },
      { kind: 'absence', payCode: 'LEAVE', minutes: 0, quantity: 1, isWithoutMinutes: true },
      { kind: 'count', payCode: 'MEAL', minutes: 0, quantity: 2, isWithoutMinutes: true },
    ];
    expect(figures(days, lines)).toEqual({
      workedMinutes: 540,
      plannedMinutes: 500,
      paidMinutes: 590,
      codes: { 'base NORMAL': 540, 'topup TOP': 30, 'not-worked FEAST': 20, 'loading NIGHT': 100 },
      quantities: { 'days LEAVE': 1.5, 'times MEAL': 2 },
    });
  });

  test.each([
    ['nothing at all', [], [], false],
    ['days without minutes', [{ workedMinutes: 0, plannedMinutes: 0 }], [], false],
    ['work', [{ workedMinutes: 1, plannedMinutes: null }], [], true],
    ['a plan', [{ workedMinutes: 0, plannedMinutes: 1 }], [], true],
    ['a line', [], [{ kind: 'absence', payCode: 'SICK', minutes: 480 }], true],
    [
      'only leave in days',
      [],
      [{ kind: 'absence', payCode: 'LEAVE', minutes: 0, quantity: 1, isWithoutMinutes: true }],
      true,
    ],
  ])('%s', (_name, days, lines, isSomething) => {
    expect(figures(days, lines) !== undefined).toBe(isSomething);
  });

  test('keeps spaces in a code', () => {
    expect(parseCodeKey(codeKey('not-worked', 'A B C'))).toEqual({ kind: 'not-worked', payCode: 'A B C' });
  });
});
