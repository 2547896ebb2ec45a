import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type ControlSlip, slipText } from '../../../src/documents/controlSlip.js';
import { renderControlSlips } from '../../../src/documents/reports/controlSlips.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';

const slip: ControlSlip = {
  lines: 3,
  writtenHours: 46117.31,
  minutes: 2767030,
  decimals: 2,
  differenceHours: 0.14,
  codes: [
    { code: '500', lines: 2, writtenHours: 46000.31, minutes: 2760010 },
    { code: '2010', lines: 1, writtenHours: 117, minutes: 7020 },
  ],
  employees: [
    {
      employeeNumber: '00040',
      employee: '深井, 香',
      employeeId: 'e1',
      lines: 2,
      writtenHours: 117.31,
      minutes: 7030,
    },
    { employeeNumber: '', employee: '1200 employees', lines: 1, writtenHours: 46000, minutes: 2760000 },
  ],
};
const { run } = sampleModel();
const model = { ...sampleModel(), run: { ...run, 'run.employerName': 'Bakery', 'run.state': 'final' } };

function pageIn(language: 'en' | 'de', state = 'final'): string {
  return pageOf(slip, language, state);
}

function pageOf(controlSlip: ControlSlip, language: 'en' | 'de' = 'en', state = 'final'): string {
  const file = {
    name: 'bakery_2026-10_datev-lodas.txt',
    rows: 3,
    content: new Uint8Array(),
    controlSlip,
  };
  const plain = { name: 'hours.xlsx', rows: 1, content: new Uint8Array() };
  const ofState = { ...model, run: { ...model.run, 'run.state': state } };
  const pages = renderControlSlips([file, plain], ofState, { language });
  const rows = 5 + (controlSlip.quantities?.length ?? 0);
  expect(pages.map((page) => [page.name, page.rows])).toEqual([
    ['bakery_2026-10_datev-lodas_control.txt', rows],
  ]);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(pages[0]?.content as Uint8Array);
}

describe('the control slip as a page', () => {
  test('counts and days are ticked off separately from hours', () => {
    const quantities = [
      { code: 'MEAL', unit: 'times', lines: 3, amount: 4.5 },
      { code: '910', unit: 'days', lines: 1200, amount: 1200 },
    ] as const;
    const last = (language: 'en' | 'de') =>
      pageOf({ ...slip, quantities }, language)
        .trimEnd()
        .split('\r\n')
        .slice(-4);
    expect(last('en')).toEqual([
      '',
      '    Code    Lines        file',
      '[ ] MEAL        3   4.5 times',
      '[ ] 910      1200  1,200 days',
    ]);
    expect(last('de').at(-1)).toMatch(/1200 +1\.200 Tage$/);
    expect(pageOf(slip)).not.toContain('times');
  });

  test('boxes to tick off, by code, by employee and in total', () => {
    const lines = pageIn('en').split('\r\n');
    expect(lines).toEqual([
      '\ufeffControl slip: bakery_2026-10_datev-lodas.txt',
      'Bakery · 2026-10-01 – 2026-10-31',
      '',
      'file 46,117.31 h, run 46,117 h 10 min: +0.14 h from rounding to two decimals',
      '',
      '    Code          Lines         file              run',
      '[ ] 500               2  46,000.31 h  46,000 h 10 min',
      '[ ] 2010   NIGHT      1     117.00 h     117 h 00 min',
      '[ ] Total             3  46,117.31 h  46,117 h 10 min',
      '',
      '    Payroll ID  Employee        Lines         file              run',
      '[ ] 00040       深井, 香            2     117.31 h     117 h 10 min',
      '[ ]             1200 employees      1  46,000.00 h  46,000 h 00 min',
      '[ ] Total                           3  46,117.31 h  46,117 h 10 min',
      '',
    ]);
  });

  test('names of sixty letters wrap, so that the numbers fit on the page', () => {
    const [first, second, third] = slip.employees;
    expect(third).toBeUndefined();
    const long = 'Wolfeschlegelsteinhausenbergerdorff, Maximiliana-Charlotte Wilhelmina';
    const page = pageOf({
      ...slip,
      employees: [
        { ...first, employee: long },
        { ...second, employee: 'الشريف, محمد' },
      ] as ControlSlip['employees'],
    });
    const lines = page.split('\r\n');
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
    const row = lines.findIndex((line) => line.startsWith('[ ] 00040'));
    expect(lines.slice(row, row + 4)).toEqual([
      '[ ] 00040       Wolfeschlegelsteinhausenber      2     117.31 h     117 h 10 min',
      '                gerdorff, Maximiliana-',
      '                Charlotte Wilhelmina',
      `[ ]             \u200eالشريف, محمد\u200e${' '.repeat(15)}      1  46,000.00 h  46,000 h 00 min`,
    ]);
  });

  test('in the language of the run; a draft is marked as one', () => {
    const page = pageIn('de', 'draft');
    expect(page).toContain('Entwurf: nicht zur Auszahlung.');
    expect(page).toContain(
      'Datei 46.117,31 h, Lauf 46.117 h 10 min: +0,14 Std. durch Runden auf zwei Nachkommastellen',
    );
  });

  test.each<[Partial<ControlSlip>, string]>([
    [{ differenceHours: 0 }, 'equal'],
    [{ decimals: null, differenceHours: 0 }, 'file 46,117 h 10 min'],
    [{ decimals: 4, differenceHours: -0.0004 }, '−0.0004 h from rounding to four decimals'],
    [{ differenceHours: -0.0033 }, '−0.0033 h from rounding to two decimals'],
    [{ decimals: 0, differenceHours: 0.5 }, '+0.50 h from rounding to whole hours'],
    [{ minutes: -61, writtenHours: -1.02 }, 'file −1.02 h, run −1 h 01 min'],
  ])('%o', (more, text) => {
    expect(slipText({ ...slip, ...more }, 'en')).toContain(text);
  });
});
