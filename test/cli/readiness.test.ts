import { expect, test } from 'vitest';
import { readiness } from '../../src/cli/runResults.js';
import type { ExceptionCode, RatedFinding } from '../../src/domain/exceptions/finding.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';

const finding = (code: ExceptionCode, severity: RatedFinding['severity']) =>
  ({ code, severity, employeeId: null, date: null, record: '', facts: {} }) as RatedFinding;
const PERIOD = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31'), label: '2026-10' };
const OPEN = finding('OPEN_ENTRY', 'block-final');
const LONG = finding('LONG_ENTRY', 'warn');

test.each([
  ['an exception blocks', [OPEN, OPEN, LONG], [], 'Not ready to pay: 2 items to resolve first'],
  ['the blocking exception is accepted', [OPEN, LONG], ['OPEN_ENTRY'], 'Ready to pay: 1 warning to review'],
  ['no item remains', [OPEN], ['OPEN_ENTRY'], 'Ready to pay: nothing to review'],
] as const)('%s', (_name, findings, codes, said) => {
  const accepted = new Map(codes.map((code) => [code, 'agreed']));
  expect(readiness({ findings, accepted, language: 'en', period: PERIOD }).text).toBe(said);
});

test.each([
  ['nothing has changed', undefined, 'This period is final. Nothing has changed since.'],
  ['hours have changed', 2, 'This period is final, but hours have changed since.'],
])('a final covers the period, %s', (_name, changedLines, said) => {
  const { from, to } = PERIOD;
  const outcome = { findings: [OPEN], accepted: new Map(), language: 'en', period: PERIOD, changedLines };
  expect(readiness({ ...outcome, finals: [{ runId: 'r', from, to }] }).text).toBe(said);
  expect(readiness({ ...outcome, finals: [{ runId: 'r', from, to: '2026-10-30' }] }).text).not.toBe(said);
});
