import { describe, expect, test } from 'vitest';
import { type ExamplePaid, exampleTables } from '../../../src/domain/rulesCheck/examples.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { rulesInUse, withLoadings } from './checkedRules.js';

/** Lines as `CODE minutes`, or `CODE xTIMES`; paid minutes before loadings and top-ups, separated by `|`. */
const said = ({ lines }: ExamplePaid): string =>
  lines
    .map(({ payCode, kind, minutes, quantity }) => {
      const amount = quantity === undefined ? minutes : `x${quantity}`;
      return `${kind === 'base' ? '' : '| '}${payCode} ${amount}`;
    })
    .join(' ');

const tablesOf = (yaml: string, asOf: string, zone?: string) =>
  exampleTables(rulesInUse(yaml, zone), toLocalDate(asOf));

const FULL = `minimumPaid: { entry: 180, code: TOPUP }
payRules:
  base: [{ code: OT, over: { day: 540, week: 2280 } }, { code: DAY }]
  loadings:
    - { code: NIGHT, clock: ["20:00", "06:00"] }
    - { code: SUNDAY, on: [sunday] }
    - { code: HOLIDAY, on: [holiday] }
    - { code: FEAST, dates: ["05-01", { date: "12-24", clock: ["14:00", "24:00"] }, "12-25", "12-31"] }
  counts: [{ code: MEAL, per: day }]
  credits: [{ code: REST, of: [OT], factor: 0.5 }]`;

describe('work of all kinds under rules of all kinds', () => {
  const [table] = tablesOf(FULL, '2026-11-20');

  test('each is paid as its name states', () => {
    expect(table?.examples.map((each) => [englishText(each.name), said(each)])).toEqual([
      ['Tuesday 08:00 to 16:00', 'DAY 480 | MEAL x1'],
      ['Tuesday 08:00 to 18:00, a tenth hour', 'DAY 540 OT 60 | MEAL x1 | REST 30'],
      ['Tuesday 08:00 to 22:00', 'DAY 540 OT 300 | NIGHT 120 | MEAL x1 | REST 150'],
      ['Tuesday 10:00 to 10:05', 'DAY 5 | TOPUP 175 | MEAL x1'],
      ['Tuesday 22:00 to 06:00', 'DAY 480 | NIGHT 480 | MEAL x1'],
      ['Wednesday 00:30 to 06:00', 'DAY 330 | NIGHT 330 | MEAL x1'],
      ['Saturday 08:00 to 16:00', 'DAY 480 | MEAL x1'],
      ['Saturday 22:00 to Sunday 06:00', 'DAY 480 | NIGHT 480 | SUNDAY 360 | MEAL x1'],
      ['Sunday 08:00 to 16:00', 'DAY 480 | SUNDAY 480 | MEAL x1'],
      ['Sunday 22:00 to Monday 06:00', 'DAY 480 | NIGHT 480 | SUNDAY 120 | MEAL x1'],
      ['the eve of a holiday 22:00 to 06:00', 'DAY 480 | NIGHT 480 | HOLIDAY 360 | MEAL x1'],
      ['a holiday (Wednesday) 08:00 to 16:00', 'DAY 480 | HOLIDAY 480 | MEAL x1'],
      ['a holiday (Wednesday) 22:00 to 06:00', 'DAY 480 | NIGHT 480 | HOLIDAY 120 | MEAL x1'],
      ['a holiday on a Sunday 08:00 to 16:00', 'DAY 480 | SUNDAY 480 | HOLIDAY 480 | MEAL x1'],
      ['Monday to Friday, 9 hours each, 45 hours', 'DAY 2280 OT 420 | MEAL x5 | REST 210'],
      ['Monday to Sunday, 8 hours each, 56 hours', 'DAY 2280 OT 1080 | SUNDAY 480 | MEAL x7 | REST 540'],
      ['1 May 08:00 to 16:00', 'DAY 480 | FEAST 480 | MEAL x1'],
      ['24 December 12:00 to 20:00', 'DAY 480 | FEAST 360 | MEAL x1'],
      ['25 December 08:00 to 16:00', 'DAY 480 | FEAST 480 | MEAL x1'],
      ['31 December 22:00 to 06:00', 'DAY 480 | NIGHT 480 | FEAST 120 | MEAL x1'],
      ['2027-03-27 22:00 to 06:00, the clocks go forward', 'DAY 420 | NIGHT 420 | SUNDAY 300 | MEAL x1'],
      ['2027-10-30 22:00 to 06:00, the clocks go back', 'DAY 540 | NIGHT 540 | SUNDAY 420 | MEAL x1'],
    ]);
  });

  test('a zone without clock changes has no night with one', () => {
    const [there] = tablesOf(FULL, '2026-11-20', 'Asia/Kolkata');
    const last = there?.examples.at(-1);
    expect(last && englishText(last.name)).toBe('31 December 22:00 to 06:00');
  });

  test('an establishment that rules name is in the same zone', () => {
    const [, place] = tablesOf(
      withLoadings('{ code: X, establishments: [quay] }', '{ code: NIGHT, clock: ["20:00", "06:00"] }'),
      '2026-11-20',
      'Asia/Tokyo',
    );
    expect(place && englishText(place.persona)).toBe('establishment quay');
    expect(place?.examples[4] && said(place.examples[4])).toBe('NORMAL 480 | X 480 | NIGHT 480');
  });
});

describe('a day of the year is the next one', () => {
  const eve = (rule: string, asOf: string) => {
    const [table] = tablesOf(withLoadings(rule), asOf);
    const found = table?.examples.find(({ name }) => englishText(name).startsWith('24 December'));
    return found && said(found);
  };

  test.each([
    ['2026-12-23', '{ code: X, on: [thursday], validTo: 2026-12-31 }', 'NORMAL 480 | X 480'],
    ['2026-12-24', '{ code: X, on: [thursday], validTo: 2026-12-31 }', 'NORMAL 480 | X 480'],
    ['2026-12-25', '{ code: X, on: [friday], validFrom: 2027-12-01 }', 'NORMAL 480 | X 480'],
    ['2026-12-25', '{ code: X, validTo: 2027-12-01 }', 'NORMAL 480'],
  ])('from %s: %s', (asOf, rule, paid) => {
    expect(eve(rule, asOf)).toBe(paid);
  });
});
