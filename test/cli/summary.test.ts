import { describe, expect, test } from 'vitest';
import type { RunOutcome } from '../../src/app/export/outcome.js';
import { runSummary } from '../../src/cli/summary.js';
import { workListText } from '../../src/cli/workListText.js';
import type { RatedFinding } from '../../src/domain/exceptions/finding.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { renderPaint } from '../../src/runtime/paint.js';

const unpainted = (text: string) => renderPaint(text, false, (part) => part);

const finding = (record: string, more: Partial<RatedFinding> = {}): RatedFinding => ({
  code: 'LONG_ENTRY',
  employeeId: record,
  date: toLocalDate('2026-10-05'),
  record,
  facts: { hours: '17' },
  severity: 'warn',
  accepted: undefined,
  ...more,
});

describe('findings under headings', () => {
  const headings = (findings: readonly RatedFinding[]): string[] =>
    unpainted(workListText({ findings, names: new Map(), places: new Map(), language: 'en' }, undefined))
      .split('\n')
      .filter((line) => /^[A-Z_]+ \(/.test(line))
      .map((line) => line.replace(/\): .*,/, '):'));

  test.each<[name: string, findings: readonly RatedFinding[], headings: readonly string[]]>([
    ['one severity, one heading', [finding('a'), finding('b')], ['LONG_ENTRY (to check): 2']],
    [
      'a blocking finding among warnings has its own heading, first',
      [finding('a'), finding('b', { severity: 'block-final' }), finding('c')],
      ['LONG_ENTRY (blocks final runs): 1', 'LONG_ENTRY (to check): 2'],
    ],
    [
      'accepted findings are marked, with every severity',
      [finding('a', { accepted: 'x' }), finding('b', { severity: 'block', accepted: 'x' })],
      ['LONG_ENTRY (accepted: x): 1', 'LONG_ENTRY (accepted: x): 1'],
    ],
    [
      'blocking findings come before those to check',
      [finding('a'), finding('b', { code: 'OVERLAP', severity: 'block-final' }), finding('c')],
      ['OVERLAP (blocks final runs): 1', 'LONG_ENTRY (to check): 2'],
    ],
  ])('%s', (_name, findings, expected) => {
    expect(headings(findings)).toEqual(expected);
  });
});

describe('summary of a run', () => {
  const from = toLocalDate('2026-10-01');
  const to = toLocalDate('2026-10-31');
  const file = { path: '/home/out/a.csv', template: 'hours', rows: 2, bytes: 9, sha256: '0' };
  const outcome = (more: Partial<RunOutcome>): RunOutcome => ({
    runId: 'r',
    effect: 'write',
    employer: 'bakery',
    period: { from, to, label: '2026-10' },
    people: 1,
    state: 'draft',
    files: [file],
    control: {
      fetched: { entries: 1, minutes: 60 },
      exported: { entries: 1, minutes: 60 },
      excluded: [],
      byEstablishment: new Map(),
      byEmployee: new Map(),
    },
    findings: [finding('a')],
    accepted: new Map(),
    names: new Map(),
    places: new Map(),
    language: 'en',
    hours: 'clock',
    requests: 1,
    tzdata: 'x',
    ...more,
  });

  test.each<[name: string, more: Partial<RunOutcome>, has: readonly RegExp[], hasNot: readonly RegExp[]]>([
    ['an export wrote', {}, [/^ {2}wrote +out\/a\.csv \(2 rows\)$/m], [/dry run|would|accepted/]],
    [
      'a dry run would write, and says that nothing was written',
      { effect: 'plan' },
      [/, draft, dry run: nothing was written\n/, /^ {2}would write +out\/a\.csv \(2 rows\)$/m],
      [/\bwrote\b/],
    ],
    [
      'a dry run lists what an export would replace',
      { effect: 'plan', files: [{ ...file, replaces: true }] },
      [/would write +out\/a\.csv \(2 rows; replaces the existing file\)$/m],
      [],
    ],
    [
      'the totals of a payroll file as written, and the effect of rounding',
      {
        files: [
          {
            ...file,
            controlSlip: {
              lines: 3,
              writtenHours: 46117.31,
              minutes: 2767030,
              decimals: 2,
              differenceHours: 0.143333,
              codes: [{ code: '500', lines: 3, writtenHours: 46117.31, minutes: 2767030 }],
              employees: [],
            },
          },
        ],
      },
      [
        /^ {2}control +out\/a\.csv: 3 amounts, file 46,117\.31 h, run 46,117 h 10 min: \+0\.14 h from rounding to two decimals$/m,
        /^ +500: 3, 46,117\.31 h$/m,
      ],
      [],
    ],
    [
      'a payroll file in minutes adds up to the run',
      {
        files: [
          {
            ...file,
            controlSlip: {
              lines: 1,
              writtenHours: 1.016667,
              minutes: 61,
              decimals: null,
              differenceHours: 0,
              codes: [{ code: 'A', lines: 1, writtenHours: 1.016667, minutes: 61 }],
              employees: [],
            },
          },
        ],
      },
      [/file 1 h 01 min, run 1 h 01 min: equal$/m],
      [],
    ],
    [
      'reasons are shown, even for exceptions that did not occur',
      {
        accepted: new Map([
          ['LONG_ENTRY', 'night\u001bwatch'],
          ['DST_SUSPECT', 'NIE456'],
        ]),
      },
      [/^ {2}accepted +LONG_ENTRY: night\\u001bwatch$/m, /^ +DST_SUSPECT: NIE456 \(did not occur\)$/m],
      [],
    ],
  ])('%s', (_name, more, has, hasNot) => {
    const text = unpainted(runSummary(outcome(more), '/home'));
    for (const pattern of has) expect(text).toMatch(pattern);
    for (const pattern of hasNot) expect(text).not.toMatch(pattern);
  });

  test('changes since a final are for corrections, or for the final that replaces it', () => {
    const changed = outcome({ changedLines: 2 });
    expect(unpainted(runSummary(changed, '/home'))).toContain('Run: `paytally corrections 2026-10`');
    const replaced = unpainted(runSummary(changed, '/home', 'paytally export 2026-10 --final'));
    expect(replaced).toContain('Run: `paytally export 2026-10 --final`');
    expect(replaced).not.toContain('corrections');
  });
});
