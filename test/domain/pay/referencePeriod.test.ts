import { describe, expect, test } from 'vitest';
import { type CompiledRule, compileRules } from '../../../src/domain/pay/compiledRules.js';
import { type ColumnSource, EmployeeLimits } from '../../../src/domain/pay/mappingColumns.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import type { Over, PayRules, Reference } from '../../../src/domain/pay/payRules.js';
import {
  applicableOpening,
  counterYear,
  employeeReference,
  NO_PAY_FACTS,
  referencePeriodAt,
} from '../../../src/domain/pay/referencePeriod.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const on = toLocalDate;
const FROM = on('2026-11-16');
/** Four weeks from Monday 2 to Sunday 29 November. */
const FOUR_WEEKS: Reference = { weeks: 4, from: on('2026-11-02'), absences: 'counted' };
const OPENING = { column: 'opening', until: on('2026-11-04') };

function line(date: string, minutes: number, more: Partial<PayLine> = {}): PayLine {
  const nowhere = {
    establishmentId: null,
    teamId: null,
    taskId: null,
    fromEpoch: 0,
    toEpoch: 0,
    spanSeconds: 0,
  };
  const of = {
    employeeId: 'ann',
    payCode: 'N',
    kind: 'base',
    entryId: 'e',
    rule: 'payRules.base[0]',
  } as const;
  return { ...nowhere, ...of, overtime: undefined, date: on(date), minutes, ...more };
}

interface Known {
  readonly earlier?: readonly PayLine[];
  readonly unworked?: readonly PayLine[];
  readonly columns?: ColumnSource['columns'];
}

const NO_RULES: PayRules = {
  rounding: { level: 'none', step: 1, mode: 'nearest', grace: 0 },
  breaks: { allocate: 'proportional' },
  weekStartsOn: 'monday',
  base: [],
  loadings: [],
};
const RULES = new Map<Over, CompiledRule>();

/** The compiled rule with these limits, always the same one. */
function ruleOver(over: Over): CompiledRule {
  const [rule] = compileRules({ ...NO_RULES, base: [{ code: 'OT', over }] }).base;
  if (rule === undefined) throw new Error('no rule');
  const known = RULES.get(over) ?? rule;
  RULES.set(over, known);
  return known;
}

function referenceOf(
  change: Partial<Reference>,
  { earlier = [], unworked = [], columns = {} }: Known,
  over?: Over,
) {
  const known = { ...NO_PAY_FACTS, earlierLines: earlier, unworkedLines: unworked };
  const columnsOn = () => columns;
  const limits = new EmployeeLimits(over === undefined ? [] : [ruleOver(over)], 'ann', columnsOn);
  const person = { employeeId: 'ann', columnsOn, limits };
  return employeeReference({ ...FOUR_WEEKS, ...change }, person, known, FROM);
}

/** What counts up to a day of the exported period. */
function counted(date: string, change: Partial<Reference>, known: Known): number {
  const reference = referenceOf(change, known);
  return reference.countedElsewhere(reference.periodOf(on(date)), on(date));
}

describe('what counts in a reference period in addition to the entries', () => {
  const ABSENT = [
    line('2026-11-18', 480, { kind: 'absence' }),
    line('2026-11-20', 240, { kind: 'not-worked' }),
  ];
  const OVER = { overtime: 'day' } as const;
  test.each<readonly [string, string, Partial<Reference>, Known, number]>([
    ['nothing', '2026-11-20', {}, {}, 0],
    [
      'base minutes of earlier days',
      '2026-11-20',
      {},
      { earlier: [line('2026-11-03', 400), line('2026-11-15', 60)] },
      460,
    ],
    [
      'from its first day',
      '2026-11-20',
      {},
      { earlier: [line('2026-11-01', 400), line('2026-11-02', 60)] },
      60,
    ],
    [
      'not those of the exported period',
      '2026-11-20',
      {},
      { earlier: [line('2026-11-16', 400), line('2026-11-15', 60)] },
      60,
    ],
    [
      'not overtime of a day or week',
      '2026-11-20',
      {},
      { earlier: [line('2026-11-03', 90, OVER), line('2026-11-03', 480)] },
      480,
    ],
    [
      'but overtime of the reference period',
      '2026-11-20',
      {},
      { earlier: [line('2026-11-03', 90, { overtime: 'reference' })] },
      90,
    ],
    ['no loadings', '2026-11-20', {}, { earlier: [line('2026-11-03', 90, { kind: 'loading' })] }, 0],
    ['no credits', '2026-11-20', {}, { unworked: [line('2026-11-18', 90, { kind: 'credit' })] }, 0],
    ['absences until the day', '2026-11-19', {}, { unworked: ABSENT }, 480],
    ['absences of the day', '2026-11-18', {}, { unworked: ABSENT }, 480],
    ['absences and holidays without work', '2026-11-20', {}, { unworked: ABSENT }, 720],
    ['neither, if they are ignored', '2026-11-20', { absences: 'ignored' }, { unworked: ABSENT }, 0],
    [
      'an opening balance and the days after it',
      '2026-11-20',
      { opening: OPENING },
      { columns: { opening: '1000' }, earlier: [line('2026-11-04', 400), line('2026-11-05', 60)] },
      1060,
    ],
    [
      'no opening balance in the period after it',
      '2026-11-30',
      { opening: OPENING },
      { columns: { opening: '1000' } },
      0,
    ],
    ['an empty opening balance', '2026-11-20', { opening: OPENING }, { columns: { opening: '' } }, 0],
    [
      'an opening balance of the exported period itself',
      '2026-11-20',
      { opening: { ...OPENING, until: FROM } },
      { columns: { opening: '1000' }, earlier: [line('2026-11-04', 400)] },
      400,
    ],
  ])('%s', (_name, date, change, known, expected) => {
    expect(counted(date, change, known)).toBe(expected);
  });

  test('an opening balance on the day before the period is used, one on its first day is not', () => {
    expect(applicableOpening({ ...OPENING, until: on('2026-11-15') }, FROM)).toBeDefined();
    expect(applicableOpening({ ...OPENING, until: FROM }, FROM)).toBeUndefined();
    expect(applicableOpening(undefined, FROM)).toBeUndefined();
  });
});

describe('the limit of a reference period', () => {
  test.each([
    ['four weeks of an average', {}, { average: 600 }, 2400],
    ['of the whole period', {}, { reference: 2000 }, 2000],
    ['the smaller of the two', {}, { average: 600, reference: 2500 }, 2400],
    ['the smaller of the two, reversed', {}, { average: 600, reference: 2300 }, 2300],
    ['none', {}, {}, undefined],
    ['from the first day of a contract', { contractFrom: '2026-11-16' }, { average: 600 }, 1200],
    ['a contract from the first day', { contractFrom: '2026-11-02' }, { average: 600 }, 2400],
    ['a contract that began before', { contractFrom: '2026-01-01' }, { average: 600 }, 2400],
    ['to the last day of a contract, rounded down', { contractTo: '2026-11-04' }, { average: 600 }, 257],
    ['a contract to the last day', { contractTo: '2026-11-29' }, { average: 600 }, 2400],
    ['a contract that continues', { contractTo: '2027-01-01' }, { average: 600 }, 2400],
    [
      'one day of a contract',
      { contractFrom: '2026-11-10', contractTo: '2026-11-10' },
      { average: 700 },
      100,
    ],
    ['a contract that ended before', { contractTo: '2026-10-01' }, { average: 600 }, 0],
  ])('%s', (_name, columns, limits, expected) => {
    const over: Over = limits;
    const reference = referenceOf({}, { columns }, over);
    expect(reference.limit(ruleOver(over), FROM, reference.periodOf(FROM))).toBe(expected);
  });
});

describe('the reference period of a day', () => {
  test.each([
    [{ weeks: 4 }, '2026-11-02', '2026-11-02', '2026-11-29'],
    [{ weeks: 4 }, '2026-11-29', '2026-11-02', '2026-11-29'],
    [{ weeks: 4 }, '2026-11-30', '2026-11-30', '2026-12-27'],
    [{ weeks: 4 }, '2026-11-01', '2026-10-05', '2026-11-01'],
    [{ weeks: undefined }, '2026-11-08', '2026-11-02', '2026-11-08'],
    [{ months: 3 }, '2026-11-02', '2026-11-02', '2027-02-01'],
    [{ months: 3 }, '2026-11-01', '2026-08-02', '2026-11-01'],
    [{ months: 3 }, '2027-02-01', '2026-11-02', '2027-02-01'],
    [{ months: 3 }, '2027-02-02', '2027-02-02', '2027-05-01'],
    [{ months: 12 }, '2026-11-01', '2025-11-02', '2026-11-01'],
  ])('%o: %s', (length, date, from, to) => {
    expect(referencePeriodAt(on(date), { ...FOUR_WEEKS, weeks: undefined, ...length })).toEqual({ from, to });
  });
  test.each([
    ['2026-01-01', '01-01', '2026-01-01', '2026-12-31'],
    ['2025-12-31', '01-01', '2025-01-01', '2025-12-31'],
    ['2026-03-31', '04-01', '2025-04-01', '2026-03-31'],
    ['2026-04-01', '04-01', '2026-04-01', '2027-03-31'],
  ])('the year of %s that begins on %s', (date, begins, from, to) => {
    expect(counterYear(on(date), begins)).toEqual({ from, to });
  });
});
