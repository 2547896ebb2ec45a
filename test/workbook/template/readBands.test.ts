import { describe, expect, test } from 'vitest';
import type { WorkbookModel } from '../../../src/workbook/model.js';
import { testModel } from '../../support/workbooks/model.js';
import { type Rendered, rendered } from '../../support/workbooks/rendered.js';
import { row, STYLE } from '../../support/workbooks/workbook.js';

/** The cells of a column by row: values, and formulas with their results. */
function column(out: Rendered, letter: string, sheet = 1): (string | number | boolean)[] {
  return Object.entries(out.cells(sheet))
    .filter(([at]) => new RegExp(`^${letter}[0-9]+$`).test(at))
    .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .map(([at, value]) => `${at} ${value}`);
}

async function hours(rows: string, model: WorkbookModel = testModel(2), names?: string): Promise<Rendered> {
  return rendered({ sheets: { Hours: { rows } }, ...(names === undefined ? {} : { names }) }, model);
}

describe('bands', () => {
  test('nested: place, employee, day, with subtotals that extend within their group', async () => {
    const out = await hours(
      row(1, { A: '{{#each employee-days group by establishment.id rows 5}}{{establishment.name}}' }) +
        row(2, { A: '{{#each employee-days group by employee.id rows 3}}{{employee.name}}' }) +
        row(3, {
          A: '{{#each employee-days sort by date desc}}{{date | text}}',
          B: '{{workedMinutes}}',
          C: '=B3/B$4',
        }) +
        row(4, { A: 'of {{employee.firstName}}', B: '=SUBTOTAL(9,B3:B3)' }) +
        row(5, { A: 'of {{establishment.name}}', B: '=SUBTOTAL(9,B3:B4)' }) +
        row(6, { A: 'all', B: '=SUBTOTAL(9,B1:B5)', C: '=SUBTOTAL(9,B3:B3)' }),
    );
    expect(column(out, 'A')).toEqual([
      'A1 North bakery',
      "A2 O'Neill, Zoë",
      'A3 2026-10-02',
      'A4 2026-10-01',
      'A5 of Zoë',
      'A6 Müller & Söhne, Jörg',
      'A7 2026-10-02',
      'A8 2026-10-01',
      'A9 of Jörg',
      'A10 of North bakery',
      'A11 South bakery',
      'A12 =Cruz<1>, Ana',
      'A13 2026-10-02',
      'A14 2026-10-01',
      'A15 of Ana',
      'A16 of South bakery',
      'A17 all',
    ]);
    expect(column(out, 'B')).toEqual([
      'B3 457',
      'B4 450',
      'B5 =SUBTOTAL(9,B3:B4) → 907',
      'B7 471',
      'B8 464',
      'B9 =SUBTOTAL(9,B7:B8) → 935',
      'B10 =SUBTOTAL(9,B3:B9) → 1842',
      'B13 485',
      'B14 478',
      'B15 =SUBTOTAL(9,B13:B14) → 963',
      'B16 =SUBTOTAL(9,B13:B15) → 963',
      'B17 =SUBTOTAL(9,B1:B16) → 2805',
    ]);
    expect(column(out, 'C').at(0)).toBe(`C3 =B3/B$5 → ${457 / 907}`);
    expect(column(out, 'C').at(-1)).toBe('C17 =SUBTOTAL(9,B3:B14) → 2805');
    expect(out.rows).toBe(6);
  });

  test('several data sets; rows of another set belong to the enclosing group', async () => {
    const out = await hours(
      row(1, {
        A: '{{#each employees group by employee.id rows 2}}{{employee.name}}',
        B: '{{workedMinutes}}',
        C: '{{employee-days.workedMinutes | sum}}',
      }) +
        row(2, { A: '{{#each employee-days}}{{row.number}}', B: '{{workedMinutes}}' }) +
        row(3, { A: '{{employees | count}} people', B: '{{employee-days.workedMinutes | max}}' }),
    );
    expect(column(out, 'A')).toEqual([
      ...[
        "A1 O'Neill, Zoë",
        'A2 1',
        'A3 2',
        'A4 Müller & Söhne, Jörg',
        'A5 1',
        'A6 2',
        'A7 =Cruz<1>, Ana',
        'A8 1',
        'A9 2',
      ],
      'A10 3 people',
    ]);
    expect(column(out, 'C')).toEqual(['C1 907', 'C4 935', 'C7 963']);
    expect(column(out, 'B').at(-1)).toBe('B10 485');
  });

  test('by defined names, with the instructions in their comments', async () => {
    const out = await hours(
      row(3, { A: '{{employee.name}}', B: '{{workedMinutes}}' }) + row(4, { B: '=SUM(each_employee_days)' }),
      testModel(2),
      '<definedName name="each_employee_days" comment="where workedMinutes &gt;= 471 sort by workedMinutes desc">Hours!$A$3:$B$3</definedName>',
    );
    expect(column(out, 'B')).toEqual(['B3 485', 'B4 478', 'B5 471', 'B6 =SUM(each_employee_days) → 1434']);
    expect(out.text('xl/workbook.xml')).toContain('>Hours!$A$3:$B$5</definedName>');
  });

  test('two bands on one sheet, and a reference over both', async () => {
    const out = await hours(
      row(1, { A: '{{#each employees}}{{workedMinutes}}' }) +
        row(2, { A: '=SUM(A1:A1)' }) +
        row(3, { A: '{{#each employee-days}}{{workedMinutes}}' }) +
        row(4, { A: '=SUM(A3)-A2' }),
    );
    expect(column(out, 'A').filter((text) => String(text).includes('='))).toEqual([
      'A4 =SUM(A1:A3) → 2805',
      'A11 =SUM(A5:A10)-A4 → 0',
    ]);
  });

  test('text is sorted by its letters, then accents; empty values are last', async () => {
    const model = testModel(1);
    const days = model.dataSets.get('employee-days');
    const [first] = days?.rows ?? [];
    if (!days || !first) throw new Error('no days');
    const notes = ['zoé', 'Eva', null, 'Émile', 'eva', 'Zoë', 'emil', '10', '9'];
    const set = { ...days, rows: notes.map((note) => ({ ...first, note })) };
    const cells = row(1, { A: '{{#each employee-days sort by note}}{{note | default:"-"}}' });
    const out = await hours(cells, { ...model, dataSets: new Map([['employee-days', set]]) });
    const order = column(out, 'A').map((text) => String(text).split(' ')[1]);
    expect(order).toEqual(['10', '9', 'emil', 'Émile', 'Eva', 'eva', 'Zoë', 'zoé', '-']);
  });

  test('at the end of the sheet', async () => {
    const out = await hours(
      row(1, { A: '=COUNTA(A2:A2)' }) + row(2, { A: '{{#each employee-days}}{{employee.id}}' }),
    );
    expect(column(out, 'A')).toEqual([
      'A1 =COUNTA(A2:A7) → 6',
      'A2 e1',
      'A3 e1',
      'A4 e2',
      'A5 e2',
      'A6 e3',
      'A7 e3',
    ]);
  });

  test('one row', async () => {
    const out = await hours(
      row(2, { A: '{{#each employees}}{{workedMinutes}}' }) + row(3, { A: '=SUM(A2:A2)' }),
      testModel(1, 1),
    );
    expect(column(out, 'A')).toEqual(['A2 450', 'A3 =SUM(A2:A2) → 450']);
  });

  test('rows that are blank in the template stay blank in each repetition', async () => {
    const out = await hours(
      row(2, { A: '{{#each employees rows 3}}{{employee.id}}' }) + row(9, { A: 'end' }),
    );
    expect(column(out, 'A')).toEqual(['A2 e1', 'A5 e2', 'A8 e3', 'A15 end']);
  });

  test('rows and cells without numbers are counted from the previous ones', async () => {
    const out = await hours(
      '<row><c t="inlineStr"><is><t>a</t></is></c><c><v>2</v></c></row><row><c t="inlineStr"><is><t>{{#each employees}}{{employee.id}}</t></is></c></row><row><c><f>A1</f></c></row>',
    );
    expect(out.cells(1)).toEqual({ A1: 'a', B1: 2, A2: 'e1', A3: 'e2', A4: 'e3', A5: '=A1 → a' });
  });
});

describe('without data', () => {
  const empty = testModel(0);

  test('a band that no formula needs disappears', async () => {
    const out = await hours(
      row(1, { A: 'head' }) + row(2, { A: '{{#each employee-days}}{{employee.id}}' }) + row(3, { A: 'foot' }),
      empty,
    );
    expect(column(out, 'A')).toEqual(['A1 head', 'A2 foot']);
    expect(out.rows).toBe(0);
  });

  test('a band that a total needs leaves one blank row', async () => {
    const out = await hours(
      row(2, { A: '{{#each employee-days}}{{workedMinutes}}', B: '=A2*2' }) +
        row(3, { A: '=SUM(A2:A2)', B: '=AVERAGE(A2:A2)' }),
      empty,
    );
    expect(out.cells(1)).toEqual({ A3: '=SUM(A2:A2) → 0', B3: '=AVERAGE(A2:A2) → #DIV/0!' });
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('<row r="2"><c r="A2"/><c r="B2"/></row>');
  });

  test('the alternative replaces the band', async () => {
    const rows =
      row(2, { A: '{{#each employee-days}}{{workedMinutes}}' }) +
      row(3, { A: '{{#empty employee-days}}no hours in {{run.periodLabel}}' }) +
      row(4, { A: '=SUM(A2:A2)' });
    expect(column(await hours(rows, empty), 'A')).toEqual([
      'A2 no hours in October 2026',
      'A3 =SUM(A2:A2) → 0',
    ]);
    expect(column(await hours(rows, testModel(1, 1)), 'A')).toEqual(['A2 450', 'A3 =SUM(A2:A2) → 450']);
  });

  test('nested bands with totals leave one blank group', async () => {
    const out = await hours(
      row(1, { A: '{{#each employees group by employee.id rows 3}}{{employee.name}}' }) +
        row(2, { A: '{{#each employee-days}}{{workedMinutes}}' }) +
        row(3, { A: '=SUBTOTAL(9,A2:A2)' }) +
        row(4, { A: '=SUBTOTAL(9,A1:A3)' }),
      empty,
    );
    expect(column(out, 'A')).toEqual(['A4 =SUBTOTAL(9,A1:A3) → 0']);
  });
});

describe('conditions', () => {
  test('on the repeated row itself they select rows', async () => {
    const out = await hours(
      row(1, {
        A: '{{#each employee-days}}{{#if workedMinutes > 464 and employee.active}}{{workedMinutes}}',
      }) + row(2, { A: '=SUM(A1:A1)' }),
    );
    expect(column(out, 'A')).toEqual(['A1 478', 'A2 485', 'A3 =SUM(A1:A2) → 963']);
  });

  test('on one of several repeated rows they show or hide it', async () => {
    const out = await hours(
      row(1, { A: '{{#each employees rows 2}}{{employee.id}}' }) +
        row(2, { A: '{{#if not employee.active}}gone' }) +
        row(3, { A: 'end' }),
    );
    expect(column(out, 'A')).toEqual(['A1 e1', 'A2 e2', 'A3 gone', 'A4 e3', 'A5 end']);
  });

  test('on rows that do not repeat', async () => {
    const rows =
      row(1, { A: '{{#if run.state = "draft"}}DRAFT' }) +
      row(2, { A: '{{#if run.state = "final"}}FINAL' }) +
      row(3, { A: 'x' });
    expect(column(await hours(rows), 'A')).toEqual(['A1 DRAFT', 'A2 x']);
  });
});

describe('values', () => {
  const CASES: readonly [name: string, text: string, style: number, becomes: unknown][] = [
    ['a number stays a number', '{{workedMinutes}}', STYLE.general, 450],
    ['minutes in a cell with a time format are part of a day', '{{workedMinutes}}', STYLE.duration, 0.3125],
    ['minutes as hours', '{{workedMinutes | hours}}', STYLE.decimal, 7.5],
    ['minutes stay minutes', '{{workedMinutes | minutes}}', STYLE.decimal, 450],
    ['a duration', '{{workedMinutes | duration}}', STYLE.duration, 0.3125],
    ['a date is a date', '{{date}}', STYLE.date, 46296],
    ['a date as text', '{{date | date:"d MMMM yyyy"}}', STYLE.general, '1 October 2026'],
    ['a date in a text cell is text', '{{date}}', STYLE.text, '2026-10-01'],
    ['a number in a text cell is text', '{{workedMinutes}}', STYLE.text, '450'],
    ['a timestamp is unchanged text', '{{startsAt}}', STYLE.general, '2026-10-01T08:30:00+02:00'],
    ['a timestamp in a date-and-time cell', '{{startsAt}}', STYLE.stamp, 46296 + 510 / 1440],
    ['a timestamp in a time cell', '{{startsAt}}', STYLE.duration, 510 / 1440],
    ['a time of day in a time cell', '{{startTime}}', STYLE.duration, 510 / 1440],
    ['a time of day in other cells', '{{startTime}}', STYLE.general, '08:30'],
    ['true and false', '{{employee.active}}', STYLE.general, true],
    ['true and false as text', '{{employee.active | yes:"x","-"}}', STYLE.general, 'x'],
    ['leading zeros stay', '{{employee.number}}', STYLE.general, '0042'],
    ['text in capitals', '{{employee.lastName | upper}}', STYLE.general, "O'NEILL"],
    [
      'several in one text',
      '{{employee.firstName}}: {{workedMinutes | hours}} h',
      STYLE.general,
      'Zoë: 7.50 h',
    ],
    [
      'several in one text, with a duration',
      '{{date}} {{differenceMinutes | duration}}',
      STYLE.general,
      '2026-10-01 -0:30',
    ],
    ['curly quotes', '{{date | date:“yyyy”}}', STYLE.general, '2026'],
    ['rounding', '{{workedMinutes | hours | round:1}}', STYLE.general, 7.5],
    ['rounding before the decimal point', '{{workedMinutes | round:-2}}', STYLE.general, 500],
    ['a date as in text templates', '{{date | date:"DD.MM.YYYY"}}', STYLE.general, '01.10.2026'],
    ['a short date as in text templates', '{{date | date:"D/M/YY"}}', STYLE.general, '1/10/26'],
    ['a date with text in it', `{{date | date:"EEEE d 'of' MMMM"}}`, STYLE.general, 'Thursday 1 of October'],
    ['a time of a timestamp', '{{startsAt | date:"dd/MM HH:mm"}}', STYLE.general, '01/10 08:30'],
    ['text last', '{{workedMinutes | hours | default:"none"}}', STYLE.general, 7.5],
    ['text for missing minutes in a time cell', '{{workedMinutes | default:"-"}}', STYLE.duration, 0.3125],
  ];

  test.each(CASES)('%s: %s', async (_, text, style, becomes) => {
    const out = await hours(row(1, { A: [`{{#each employee-days}}${text}`, style] }), testModel(1, 1));
    expect(out.cells(1).A1).toEqual(becomes);
  });

  test.each([STYLE.duration, STYLE.decimal, STYLE.general, STYLE.date, STYLE.stamp, STYLE.text])(
    'text replaces an empty value in a cell of style %i',
    async (style) => {
      const field = style === STYLE.date || style === STYLE.stamp ? 'date' : 'plannedMinutes';
      const model = testModel(1, 1);
      const [only] = model.dataSets.get('employee-days')?.rows ?? [];
      Object.assign(only ?? {}, { [field]: null });
      const out = await hours(
        row(1, { A: [`{{#each employee-days}}{{${field} | default:"-"}}`, style] }),
        model,
      );
      expect(out.cells(1).A1).toBe('-');
    },
  );

  test.each([
    [441, '{{workedMinutes | hours | round:1}}', 7.4],
    [-441, '{{workedMinutes | hours | round:1}}', -7.4],
    [1059, '{{workedMinutes | hours | round:1}}', 17.7],
    [60.3, '{{workedMinutes | hours | round:3}}', 1.005],
    [60.3, 'took {{workedMinutes | hours}}', 'took 1.01'],
    [1335, '{{workedMinutes | round:-1}}', 1340],
  ])('%s minutes: %s rounds as Excel does', async (workedMinutes, text, becomes) => {
    const model = withMinutes(testModel(1, 1), workedMinutes);
    const out = await hours(row(1, { A: `{{#each employee-days}}${text}` }), model);
    expect(out.cells(1).A1).toBe(becomes);
  });

  test('an empty value leaves the cell blank, with its formatting', async () => {
    const out = await hours(
      row(1, { A: ['{{#each employees}}{{employee.number}}', 2], B: '{{employee.number | default:"–"}}' }),
    );
    expect(out.cells(1)).toEqual({ A1: '0042', B1: '0042', B2: '–', A3: '0007', B3: '0007' });
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('<c r="A2" s="2"/>');
  });

  test('a date in a cell without a format gets one; so does a duration', async () => {
    const out = await hours(
      row(1, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes | duration}}' }),
      testModel(1, 1),
    );
    expect(out.text('xl/worksheets/sheet1.xml')).toContain(
      '<c r="A1" s="6"><v>46296</v></c><c r="B1" s="7"><v>0.3125</v></c>',
    );
    const styles = out.text('xl/styles.xml');
    expect(styles).toContain('<cellXfs count="8">');
    expect(styles).toContain('<numFmt numFmtId="166" formatCode="yyyy-mm-dd"/>');
    expect(styles).toMatch(
      /<xf applyNumberFormat="1" numFmtId="166" [^>]*\/><xf applyNumberFormat="1" numFmtId="165" [^>]*\/><\/cellXfs>/,
    );
  });

  test('text that looks like a formula or like XML is text', async () => {
    const out = await hours(row(1, { A: '{{#each employees}}{{employee.lastName}}' }));
    expect(out.cells(1)).toEqual({ A1: "O'Neill", A2: 'Müller & Söhne', A3: '=Cruz<1>' });
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('t="inlineStr"><is><t>=Cruz&lt;1&gt;</t></is>');
  });

  test('text with several formats keeps them', async () => {
    const si =
      '<c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>{{#each employees}}{{employee.id}}</t></r><r><t xml:space="preserve"> in </t></r><r><rPr><i/></rPr><t>{{run.periodLabel}}</t></r></is></c>';
    const out = await hours(`<row r="1">${si}</row>`, testModel(1, 1));
    expect(out.text('xl/worksheets/sheet1.xml')).toContain(
      '<is><r><rPr><b/></rPr><t>e1</t></r><r><t xml:space="preserve"> in </t></r><r><rPr><i/></rPr><t>October 2026</t></r></is>',
    );
  });

  test('control characters and line breaks are kept', async () => {
    const model = testModel(1, 1);
    const run = { ...model.run, 'run.id': 'a\u0007b\r\n c_x0041_\ud800 ' };
    const out = await hours(row(1, { A: '{{run.id}}' }), { ...model, run });
    expect(out.text('xl/worksheets/sheet1.xml')).toContain(
      '<t xml:space="preserve">a_x0007_b_x000D_\n c_x005F_x0041__xD800_ </t>',
    );
  });

  test('dates count from 1904 if the workbook does', async () => {
    const template = {
      sheets: { Hours: { rows: row(1, { A: ['{{run.from}}', STYLE.date] }) } },
      workbookExtra: '',
    };
    const { workbookParts, zipped } = await import('../../support/workbooks/workbook.js');
    const parts = workbookParts(template);
    parts.set(
      'xl/workbook.xml',
      String(parts.get('xl/workbook.xml')).replace('<bookViews>', '<workbookPr date1904="1"/><bookViews>'),
    );
    const out = await rendered(await zipped(parts), testModel(1));
    expect(out.cells(1)).toEqual({ A1: 46296 - 1462 });
  });
});

function withMinutes(model: WorkbookModel, workedMinutes: number): WorkbookModel {
  const set = model.dataSets.get('employee-days');
  if (!set) throw new Error('the model has no days');
  const rows = [...set.rows].map((each) => ({ ...each, workedMinutes }));
  return { ...model, dataSets: new Map([...model.dataSets, ['employee-days', { ...set, rows }]]) };
}
