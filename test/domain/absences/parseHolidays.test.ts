import { describe, expect, test } from 'vitest';
import { parseHolidays } from '../../../src/domain/absences/parseHolidays.js';
import { HolidayCalendar } from '../../../src/domain/holidays/holidayCalendar.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { refusalOf } from '../../support/records/refusal.js';

const read = (text: string) => parseHolidays(new TextEncoder().encode(text), 'holidays.csv');
const HEADING = 'date;name;part;where;action';

describe('a file of holidays', () => {
  test.each([
    ['', { kind: 'whole' }],
    ['1', { kind: 'whole' }],
    ['am', { kind: 'window', from: 0, until: 43_200, isHalf: true }],
    ['PM', { kind: 'window', from: 43_200, until: 86_400, isHalf: true }],
    ['18:00-24:00', { kind: 'window', from: 64_800, until: 86_400, isHalf: false }],
    ['0.5', { kind: 'fraction', fraction: 0.5 }],
    ['0,25', { kind: 'fraction', fraction: 0.25 }],
  ])('accepts the part "%s"', (part, expected) => {
    expect(read(`${HEADING}\n2026-12-24;Eve;${part};;\n`)[0]?.part).toEqual(expected);
  });

  test.each(['2', '0', 'noon', '24:00-18:00', '18:00-18:00', '18-24', '0.12345', '-0.5'])(
    'refuses the part "%s"',
    (part) => {
      expect(refusalOf(() => read(`${HEADING}\n2026-12-24;Eve;${part};;\n`))).toMatchObject({
        code: 'HOLIDAYS_INVALID',
        message: `holidays.csv:2: the part must be empty, am, pm, clock times such as 18:00-24:00 or a fraction such as 0.5, not "${part}"`,
      });
    },
  );

  test('reports every invalid line with its number', () => {
    const rows = [
      '24.12.2026;Eve;;;',
      '2026-12-24;;;;',
      '2026-12-24;E;;;move',
      '2026-12-24;;pm;;remove',
      '2026-12-24;;;;limit',
      '2026-12-24;E;;=BY;',
    ];
    expect(
      refusalOf(() => read([HEADING, ...rows].join('\n')))
        .message.split('\n')
        .map((line) => line.slice(0, 40)),
    ).toEqual([
      'holidays.csv:2: the date must have the f',
      'holidays.csv:3: the name is empty',
      'holidays.csv:4: the action must be add, ',
      'holidays.csv:5: remove applies to the wh',
      'holidays.csv:6: limit needs an establish',
      'holidays.csv:7: where must be the ID or ',
    ]);
  });

  test('needs the column date, each column once', () => {
    expect(refusalOf(() => read('name;part;part\n')).message).toBe(
      'holidays.csv:1: there is no column date; the columns are name, part, part\nholidays.csv:1: the column part appears twice',
    );
  });
});

describe('the holidays of a place and person', () => {
  const FEAST = {
    date: toLocalDate('2026-08-17'),
    name: 'Assumption',
    originalDate: toLocalDate('2026-08-15'),
  };
  const PLACES = [
    { id: 'p1', zone: undefined, label: 'Munich' },
    { id: 'p2', zone: undefined, label: 'Berlin' },
  ];
  const named = (
    rows: string,
    place: string | null,
    columns?: Readonly<Record<string, string>>,
    places = PLACES,
  ) => {
    const calendar = new HolidayCalendar(
      { holidays: [FEAST], establishments: places },
      read(`${HEADING}\n${rows}`),
    );
    return calendar
      .of(() => columns)(place)
      .on(FEAST.date)?.names;
  };
  test.each<[string, string, string | null, readonly string[] | undefined]>([
    ['granted, without a file', '', 'p1', ['Assumption']],
    ['limited to this place by its name', '2026-08-17;;;Munich;limit', 'p1', ['Assumption']],
    ['limited to another place', '2026-08-17;;;Munich;limit', 'p2', undefined],
    ['limited to two places', '2026-08-17;;;Munich;limit\n2026-08-17;;;p2;limit', 'p2', ['Assumption']],
    ['limited to a place, the place unknown', '2026-08-17;;;Munich;limit', null, undefined],
    ['removed here', '2026-08-17;;;Berlin;remove', 'p2', undefined],
    ['removed elsewhere', '2026-08-17;;;Berlin;remove', 'p1', ['Assumption']],
    ['removed and replaced by a part', '2026-08-17;;;;remove\n2026-08-17;Half;pm;;add', 'p1', ['Half']],
    ['added here', '2026-08-17;City day;;Munich;add', 'p1', ['Assumption', 'City day']],
  ])('%s', (_name, rows, place, expected) => {
    expect(named(rows, place)).toEqual(expected);
  });

  test('by a column of the mapping, and for the only place of an employer', () => {
    const row = '2026-08-17;;;region=BY;limit';
    expect(named(row, 'p1', { region: 'BY' })).toEqual(['Assumption']);
    expect([named(row, 'p1', { region: 'BE' }), named(row, 'p1', undefined)]).toEqual([undefined, undefined]);
    expect(named('2026-08-17;;;Munich;limit', null, undefined, PLACES.slice(0, 1))).toEqual(['Assumption']);
  });

  test('parts are united, a whole holiday takes precedence', () => {
    const day = (rows: string) => {
      const calendar = new HolidayCalendar({ holidays: [], establishments: [] }, read(`${HEADING}\n${rows}`));
      const found = calendar
        .of(() => undefined)(null)
        .on(toLocalDate('2026-12-24'));
      return [found?.isWhole, found?.windows, found?.fraction];
    };
    const one = '2026-12-24;A;12:00-18:00;;';
    expect(day(`${one}\n2026-12-24;B;17:00-24:00;;`)).toEqual([false, [{ from: 43_200, until: 86_400 }], 0]);
    expect(day('2026-12-24;A;am;;\n2026-12-24;B;pm;;')).toEqual([true, [{ from: 0, until: 86_400 }], 0]);
    expect(day(`${one}\n2026-12-24;B;;;`)).toEqual([true, [{ from: 0, until: 86_400 }], 0]);
    expect(day('2026-12-24;A;0.5;;\n2026-12-24;B;0.25;;')).toEqual([false, [], 0.5]);
  });
});
