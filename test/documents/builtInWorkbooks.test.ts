import { expect, test } from 'vitest';
import { type HandAmount, renderHandSheet } from '../../src/documents/corrections/handSheet.js';
import {
  type ReportedDifference,
  renderRegisterReport,
} from '../../src/documents/register/registerReport.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { sayIn } from '../../src/i18n/formatMessage.js';
import { LANGUAGES, type Language } from '../../src/i18n/language.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { collect } from '../support/workbooks/collect.js';
import { sheetsOf } from '../support/workbooks/sheetRows.js';

const run = (language: Language) => ({
  'run.employer': 'bakery',
  'run.employerName': 'Bakery "An" & Co',
  'run.periodLabel': '2026-10',
  'run.from': '2026-10-01',
  'run.to': '2026-10-31',
  'run.language': language,
  'run.periodText': '2026-10-01 – 2026-10-31',
  'run.state': 'final',
});

const AMOUNT: HandAmount = {
  template: 'datev-lodas',
  forPeriod: '2026-09',
  employeeId: 'a',
  employeeNumber: '00101',
  code: '1000',
  payCodes: ['NORMAL', 'OT'],
  date: null,
  costCenter: null,
  unit: 'hours',
  decimals: 2,
  recorded: 7.5,
  now: 8.25,
  type: 0.75,
};

async function handSheets(language: Language, amounts: readonly HandAmount[]) {
  const options = { language, name: 'hand.xlsx', personName: () => '=Peeters, An', packageFolder: PROJECT };
  const file = await renderHandSheet({ run: run(language) }, amounts, options);
  expect(file.rows).toBe(amounts.length);
  return sheetsOf(await collect(file.content));
}

test.each(LANGUAGES)(
  '%s: a hand sheet for each template, with the columns that it needs',
  async (language) => {
    const say = sayIn(language);
    const dated = {
      ...AMOUNT,
      template: 'silae',
      date: '2026-09-03',
      unit: 'times',
      decimals: 0,
      type: 1,
    } as const;
    const sheets = await handSheets(language, [AMOUNT, dated, { ...dated, date: '2026-09-04' }]);
    expect([...sheets.keys()]).toEqual(['datev-lodas', 'silae']);
    const [hours = [], times = []] = [...sheets.values()];
    const texts = (ids: readonly Parameters<typeof say>[0][]) => ids.map((id) => say(id as 'reports.number'));
    const person = texts(['reports.number', 'reports.employee', 'reports.code', 'reports.payCode']);
    const amounts = texts(['reports.recorded', 'reports.rightNow', 'reports.toEnter', 'reports.entered']);
    expect(hours[0]?.[0]).toBe(`${say('reports.byHand')}: datev-lodas`);
    expect(hours[3]).toEqual([...person, ...texts(['reports.period', 'reports.unit']), ...amounts]);
    expect(hours[4]?.slice(1)).toEqual([
      ...['=Peeters, An', '1000', 'NORMAL, OT', '2026-09', say('reports.unitHours')],
      ...[7.5, 8.25, 0.75, '☐'],
    ]);
    expect(times[3]).toEqual([
      ...person,
      ...texts(['reports.date', 'reports.period', 'reports.unit']),
      ...amounts,
    ]);
    expect(times.slice(4).map((row) => [row[4], row[9]])).toEqual([
      [new Date('2026-09-03T00:00:00Z'), '+1'],
      [new Date('2026-09-04T00:00:00Z'), '+1'],
    ]);
  },
);

test('a hand sheet without amounts says so', async () => {
  const sheets = await handSheets('nl', []);
  const say = sayIn('nl');
  expect([...sheets.keys()]).toEqual([say('reports.byHand')]);
  const texts = [...sheets.values()].flat(2).filter((value) => typeof value === 'string');
  expect(texts).toContain(say('reports.noneByHand'));
  expect(texts).not.toContain(say('reports.byHandNote'));
});

const DIFFERENCE: ReportedDifference = {
  kind: 'wrong-code',
  code: '1000',
  unit: 'hours',
  exportedAmount: 20.75,
  paidAmount: 20.5,
  differenceAmount: -0.25,
  employeeNumber: '00101',
  name: 'Peeters, An',
  meaning: 'Paid less.',
  behind: [{ date: toLocalDate('2026-10-01'), payCode: 'NORMAL', amount: 450, entries: 'e1, e2' }],
  explain: 'paytally explain 2026-10 00101',
  lines: '12, 14',
};

async function registerSheets(language: Language, differences: readonly ReportedDifference[]) {
  const files = await renderRegisterReport({ run: run(language), summary: [], differences }, PROJECT);
  return sheetsOf(await collect(files[1]?.content ?? Buffer.alloc(0)));
}

test.each(LANGUAGES)('%s: the differences of a register, and the days behind them', async (language) => {
  const say = sayIn(language);
  const sheets = await registerSheets(language, [DIFFERENCE]);
  expect([...sheets.keys()]).toEqual([say('register.sheet'), say('register.behind')]);
  const [differences = [], days = []] = [...sheets.values()];
  expect(differences[4]).toEqual([
    ...['00101', 'Peeters, An', '1000', say('register.in.hours'), 20.75, 20.5, -0.25],
    ...['Paid less.', '12, 14', 'paytally explain 2026-10 00101'],
  ]);
  expect(days[4]).toEqual([
    ...['00101', 'Peeters, An', '1000', new Date('2026-10-01T00:00:00Z'), 'NORMAL'],
    ...[say('register.in.hours'), 7.5, 'e1, e2'],
  ]);
});

test('a register that is equal has one sheet, which says so', async () => {
  const sheets = await registerSheets('fr', []);
  const say = sayIn('fr');
  expect([...sheets.keys()]).toEqual([say('register.sheet')]);
  expect([...sheets.values()].flat(2)).toContain(say('register.equal'));
});
