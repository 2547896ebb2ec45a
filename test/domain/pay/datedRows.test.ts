import { describe, expect, test } from 'vitest';
import { columnsIn, rowOn } from '../../../src/domain/mapping/employeeRows.js';
import { resolveCostCenter } from '../../../src/domain/pay/costCenter.js';
import { parseMapping } from '../../../src/domain/people/parseMapping.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { limitBook } from '../../../src/domain/workingTime/limits.js';
import { byCode, byDateAndCode, configured, payOf, type Work } from '../../support/records/payFixture.js';

/** The mapping file of Ann, with columns for `from`, `to` and what changes. */
function mappingOf(columns: string, ...rows: readonly string[]) {
  const lines = [`employeeId;employeeNumber;from;to;${columns}`, ...rows.map((row) => `ann;101;${row}`)];
  return parseMapping(new TextEncoder().encode(lines.join('\n')));
}

const day = (date: string, from: string, to: string): Work => {
  const offset = date < '2026-10-25' ? '+02:00' : '+01:00';
  return { start: `${date}T${from}:00${offset}`, end: `${date}T${to}:00${offset}`, id: date };
};

/** 44 hours from Monday 26 October to Sunday 1 November. */
const WEEK = [
  ...['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29'].map((date) => day(date, '08:00', '17:00')),
  day('2026-11-01', '08:00', '16:00'),
];
const WEEKLY = configured(
  'payRules: { base: [{ code: OT, over: { week: { column: contractMinutes } } }, { code: NORMAL }] }',
);

describe('a limit of a week by a column', () => {
  test.each<[string, readonly string[], number]>([
    ['2400 until October, 1800 from November', [';2026-10-31;2400', '2026-11-01;;1800'], 2640 - 1800],
    ['1800 until October, 2400 from November', [';2026-10-31;1800', '2026-11-01;;2400'], 2640 - 2400],
    ['a change after the week', [';2026-11-01;2400', '2026-11-02;;1800'], 2640 - 2400],
    ['a row that ends within the week, and none after it', [';2026-10-30;1800'], 2640 - 1800],
    [
      'an empty value in the row of the last day is never taken from another row',
      [';2026-10-31;1800', '2026-11-01;;'],
      0,
    ],
  ])('%s', (_name, rows, overtime) => {
    const columnsOf = columnsIn(mappingOf('contractMinutes', ...rows));
    const found = byCode(payOf({ work: WEEK, config: WEEKLY, columnsOn: columnsOf }).lines);
    expect([found.OT ?? 0, found.NORMAL ?? 0]).toEqual([overtime, 2640 - overtime]);
  });
});

describe('what depends on a day', () => {
  const NIGHT = { start: '2026-10-31T22:00:00+01:00', end: '2026-11-01T06:00:00+01:00' };
  const GRADED = configured(
    'payRules: { base: [{ code: GRADED, employees: { grade: [A] } }, { code: NORMAL }] }',
  );
  const columnsOn = columnsIn(mappingOf('grade', ';2026-10-31;A', '2026-11-01;;B'));

  test('an entry over midnight is paid by both rows where it is split', () => {
    const pay = payOf({ work: [NIGHT], config: GRADED, attribution: 'split', columnsOn });
    expect(byDateAndCode(pay.lines)).toEqual({ '2026-10-31 GRADED': 120, '2026-11-01 NORMAL': 360 });
  });

  test.each([
    ['start', { '2026-10-31 GRADED': 480 }],
    ['end', { '2026-11-01 NORMAL': 480 }],
  ] as const)(
    'an entry over midnight is paid by the row of its line with attribution: %s',
    (attribution, lines) => {
      expect(byDateAndCode(payOf({ work: [NIGHT], config: GRADED, attribution, columnsOn }).lines)).toEqual(
        lines,
      );
    },
  );

  test('a limit of a day is that of the day', () => {
    const daily = configured(
      'payRules: { base: [{ code: OT, over: { day: { column: dayMinutes } } }, { code: NORMAL }] }',
    );
    const work = [day('2026-10-30', '08:00', '18:00'), day('2026-11-02', '08:00', '18:00')];
    const own = columnsIn(mappingOf('dayMinutes', ';2026-10-31;480', '2026-11-01;;540'));
    const { lines } = payOf({ work, config: daily, columnsOn: own });
    expect(byDateAndCode(lines.filter(({ payCode }) => payCode === 'OT'))).toEqual({
      '2026-10-30 OT': 120,
      '2026-11-02 OT': 60,
    });
  });

  test('an average counts each day by its own row', () => {
    // Five days at 700 and two at 1400 minutes a week: 500 + 400 minutes.
    const config = configured(
      'payRules: { reference: { weeks: 1, from: 2026-10-26, absences: ignored }, base: [{ code: OT, over: { average: { column: contractMinutes } } }, { code: NORMAL }] }',
    );
    const own = columnsIn(mappingOf('contractMinutes', ';2026-10-30;700', '2026-10-31;;1400'));
    expect(byCode(payOf({ work: WEEK, config, columnsOn: own }).lines)).toEqual({ NORMAL: 900, OT: 1740 });
  });

  test('the cost centre of a person', () => {
    const mapping = mappingOf('costCenter', ';2026-10-31;BAKERY', '2026-11-01;;SHOP');
    const nowhere = { establishmentId: null, teamId: null, taskId: null };
    const centers = { establishments: {}, teams: {}, tasks: {} };
    const centerOn = (date: string) =>
      resolveCostCenter(nowhere, centers, rowOn(mapping.byId.get('ann'), toLocalDate(date))?.extra ?? {});
    expect(['2026-10-31', '2026-11-01'].map(centerOn)).toEqual(['BAKERY', 'SHOP']);
  });

  test('limits of working time: of a day its own, of a week those of its last day with a row', () => {
    const mapping = mappingOf('workingTime.maxDayHours', ';2026-10-28;8', '2026-10-29;2026-10-30;6');
    const limitsOf = limitBook({ limits: { maxDayHours: 10 } }, mapping)('ann');
    const week = { from: toLocalDate('2026-10-26'), to: toLocalDate('2026-11-01') };
    const hoursOn = (on: Parameters<typeof limitsOf>[1]) => limitsOf(null, on).get('maxDayHours');
    expect(['2026-10-28', '2026-10-29', '2026-10-31'].map((date) => hoursOn(toLocalDate(date)))).toEqual([
      8, 6, 10,
    ]);
    expect(hoursOn(week)).toBe(6);
  });
});
