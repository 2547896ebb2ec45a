import { expect, test } from 'vitest';
import { explainSources } from '../../../src/domain/explain/explainSources.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { wholeHoliday } from '../../support/records/unworkedFixture.js';

const DATE = toLocalDate('2026-10-14');
const leave = {
  employeeId: 'ann',
  from: toLocalDate('2026-10-12'),
  to: toLocalDate('2026-10-16'),
  code: 'LEAVE',
  amount: { days: 1 },
  line: 3,
};
const rows = [
  { to: toLocalDate('2026-10-13'), number: '101', extra: {} },
  { from: toLocalDate('2026-10-15'), number: '202', extra: {} },
];

test('a day has the row, the holidays and the absences that held on it', () => {
  const found = explainSources(
    {
      rows,
      holidayOn: (date) => (date === DATE ? wholeHoliday(DATE) : undefined),
      absences: [
        { date: DATE, absence: leave, by: 'planned', left: 0 },
        { date: toLocalDate('2026-10-13'), absence: leave, by: 'planned', left: 1 },
      ],
    },
    DATE,
  );
  expect(found).toEqual({
    mapping: null,
    holidays: [
      { name: 'Holiday', originalDate: undefined, part: '', lines: [], where: [], source: 'service' },
    ],
    absences: [{ line: 3, payCode: 'LEAVE', from: '2026-10-12', to: '2026-10-16', by: 'planned', left: 0 }],
  });
});

test.each([
  ['2026-10-13', { from: null, to: '2026-10-13', number: '101' }],
  ['2026-10-14', null],
  ['2026-10-15', { from: '2026-10-15', to: null, number: '202' }],
])('the mapping row of %s', (date, mapping) => {
  const sources = { rows, holidayOn: () => undefined, absences: [] };
  expect(explainSources(sources, toLocalDate(date)).mapping).toEqual(mapping);
  expect(explainSources({ ...sources, rows: undefined }, toLocalDate(date)).mapping).toBeUndefined();
});
