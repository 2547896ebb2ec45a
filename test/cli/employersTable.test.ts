import { describe, expect, test } from 'vitest';
import type { RunOutcome } from '../../src/app/export/outcome.js';
import { type EmployerResult, employersTable } from '../../src/cli/runResults.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { PaytallyError } from '../../src/errors.js';
import { verbatim } from '../../src/i18n/message.js';

const period = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31'), label: '2026-10' };
const none = { entries: 0, minutes: 0 };

function done(employer: string, findings: number, minutes = 90): EmployerResult {
  const finding = {
    code: 'LONG_ENTRY',
    employeeId: 'e',
    date: null,
    record: 'r',
    facts: {},
    severity: 'warn',
    accepted: undefined,
  } as const;
  const outcome: RunOutcome = {
    runId: 'r',
    effect: 'write',
    employer,
    period,
    state: 'draft',
    files: [],
    people: 1,
    control: {
      fetched: none,
      exported: { entries: 1, minutes },
      excluded: [],
      byEstablishment: new Map(),
      byEmployee: new Map(),
    },
    findings: Array.from({ length: findings }, () => finding),
    accepted: new Map(),
    names: new Map(),
    places: new Map(),
    language: 'en',
    hours: 'clock',
    requests: 1,
    tzdata: 'x',
  };
  return { outcome };
}

const failed = (employer: string): EmployerResult => ({
  employer,
  period,
  failure: new PaytallyError('AUTH_REJECTED', verbatim('no')),
});

describe('many employers on one screen', () => {
  test('failed employers come first, then those with the most to do, then in configuration order', () => {
    const board = employersTable([done('a', 0), done('b', 2), failed('c'), done('d', 5), done('e', 0)], 'en');
    expect(board.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['employer', 'period', 'state', 'hours', 'files', 'to do'],
      ['c', '2026-10', 'AUTH_REJECTED'],
      ['d', '2026-10', 'draft', '1:30', '0', '5'],
      ['b', '2026-10', 'draft', '1:30', '0', '2'],
      ['a', '2026-10', 'draft', '1:30', '0', '0'],
      ['e', '2026-10', 'draft', '1:30', '0', '0'],
      [''],
      ['4 employers done, 1 failed'],
    ]);
  });

  test('hundreds of employers fit a screen: the rest are counted', () => {
    const results = Array.from({ length: 300 }, (_, index) =>
      index % 100 === 7 ? failed(`f${index}`) : done(`e${index}`, index % 9),
    );
    const lines = employersTable(results, 'de').split('\n');
    expect(lines.length).toBeLessThanOrEqual(34);
    expect(lines.slice(1, 4).every((line) => line.includes('AUTH_REJECTED'))).toBe(true);
    expect(lines.join('\n')).toContain('… und 271 weitere');
    expect(lines.at(-1)).toBe('297 Arbeitgeber fertig, 3 gescheitert');
  });
});
