import { expect, test } from 'vitest';
import { readinessText } from '../../src/cli/runResults.js';
import type { ExceptionCode, RatedFinding } from '../../src/domain/exceptions/finding.js';

const finding = (code: ExceptionCode, severity: RatedFinding['severity']) =>
  ({ code, severity, employeeId: null, date: null, record: '', facts: {} }) as RatedFinding;
const OPEN = finding('OPEN_ENTRY', 'block-final');
const LONG = finding('LONG_ENTRY', 'warn');

test.each([
  ['something blocks', [OPEN, OPEN, LONG], [], 'Not ready to pay: 2 items to resolve first'],
  ['what blocked is accepted', [OPEN, LONG], ['OPEN_ENTRY'], 'Ready to pay: 1 warning to review'],
  ['nothing is left', [OPEN], ['OPEN_ENTRY'], 'Ready to pay: nothing to review'],
] as const)('%s', (_name, findings, codes, said) => {
  const accepted = new Map(codes.map((code) => [code, 'agreed']));
  expect(readinessText({ findings, accepted, language: 'en' })).toBe(said);
});
