import { expect, test } from 'vitest';
import type { RatedFinding } from '../../../src/domain/exceptions/finding.js';
import { buildWorkList, type FindingReport, personName } from '../../../src/domain/exceptions/workList.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const finding = (record: string, employeeId: string | null): RatedFinding => ({
  code: 'UNREVIEWED',
  employeeId,
  date: toLocalDate('2026-10-05'),
  record,
  facts: { start: '08:00', end: '12:00' },
  severity: 'block-final',
  accepted: undefined,
});

const found: FindingReport = {
  findings: [finding('of-agency', null), finding('of-nobody', null), finding('of-employee', 'e1')],
  names: new Map([
    ['of-agency', 'Agency worker Dimitri'],
    ['e1', 'Peeters, Jan'],
  ]),
  places: new Map(),
  language: 'en',
};

test('names: an employee by name, an agency worker by name, and the record if it names no person', () => {
  expect(found.findings.map((each) => personName(each, found))).toEqual([
    'Agency worker Dimitri',
    'of-nobody',
    'Peeters, Jan',
  ]);
});

test('the items to resolve use the same names, in the order of the names', () => {
  const [cause] = buildWorkList(found);
  const names = cause?.places.flatMap(({ lines }) =>
    lines.flatMap(({ people }) => people.map(({ name }) => name)),
  );
  expect(names).toEqual(['Agency worker Dimitri', 'of-nobody', 'Peeters, Jan']);
});
