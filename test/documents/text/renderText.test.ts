import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const jan = { 'employee.id': 'e1', 'employee.name': 'Nolte, Jan', 'employee.number': '007' };
const zoe = { 'employee.id': 'e2', 'employee.name': 'De Smet, Zoë', 'employee.number': '12' };
const thirds = [1, 2, 3].map((day) => ({ ...jan, code: 'A', date: `2026-10-0${day}`, minutes: 20 }));

describe('rows', () => {
  test('a group sums minutes first and rounds once; signed minutes cancel', () => {
    const rows = [...thirds, { ...zoe, code: 'A', minutes: 90 }, { ...zoe, code: 'A', minutes: -100 }];
    const yaml = `rows: { each: 'lines group by employee.number, code', header: false, columns: [{ value: "{{employee.number}}" }, { value: "{{minutes | hours:2}}" }] }`;
    expect(textOf(renderYaml(yaml, modelOf(rows))[0])).toBe('007,1.00\n12,-0.17\n');
  });

  test('a field that differs within a group is refused, not chosen', () => {
    const yaml = `rows: { each: 'lines group by employee.number', columns: [{ value: "{{employee.number}}" }, { value: "{{date}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, modelOf(thirds)))).toEqual([
      {
        message: expect.stringContaining('has different values within the group'),
        column: 'date',
        employee: 'Nolte, Jan (e1)',
      },
    ]);
  });

  test.each([
    ['is', 'code = "A"', ['A1', 'A2']],
    ['isNot', 'code != "A"', ['B1', '1']],
    ['in', 'code in ("A", "B")', ['A1', 'A2', 'B1']],
    ['in a variable', 'code in variables.list', ['A1', 'A2']],
    ['notIn', 'code not in variables.list', ['B1', '1']],
    ['above', 'minutes > 10', ['A2']],
    ['below', 'minutes < 10', ['B1']],
    ['empty', 'code = null', ['1']],
    ['a number equals its text', 'minutes = "10"', ['A1', '1']],
  ])('filter: %s', (_name, condition, expected) => {
    const rows = [
      { code: 'A', note: '1', minutes: 10 },
      { code: 'A', note: '2', minutes: 11 },
      { code: 'B', note: '1', minutes: -3 },
      { note: '1', minutes: 10 },
    ];
    const yaml = `variables: { list: { description: x, default: "A, C" } }
rows: { each: 'lines where ${condition}', header: false, columns: [{ value: "{{code}}{{note}}" }] }`;
    expect(
      textOf(renderYaml(yaml, modelOf(rows))[0])
        .trim()
        .split('\n'),
    ).toEqual(expected);
  });

  test.each([
    ['text', 'note', ['10', '100', '9', 'x', '']],
    ['number', 'number(note)', ['9', '10', '100', 'x', '']],
    ['descending', 'note desc', ['', 'x', '9', '100', '10']],
    ['stable', 'employee.id', ['100', '', '9', 'x', '10']],
  ])('sort: %s', (_name, sort, expected) => {
    const rows = ['100', null, '9', 'x', '10'].map((note) => ({ ...jan, note }));
    const yaml = `rows: { each: 'lines sort by ${sort}', header: false, columns: [{ value: "{{note}}" }, { value: "" }] }`;
    expect(
      textOf(renderYaml(yaml, modelOf(rows))[0])
        .replaceAll(',', '')
        .slice(0, -1)
        .split('\n'),
    ).toEqual(expected);
  });

  test.each([
    ['keep', 'A,0.00\nB,1.00\n'],
    ['blank', 'A,\nB,1.00\n'],
    ['"0"', 'A,0\nB,1.00\n'],
    ['omit', 'B,1.00\n'],
  ])('zero: %s', (zero, expected) => {
    const rows = [
      { code: 'A', minutes: 0 },
      { code: 'B', minutes: 60 },
    ];
    const yaml = `rows: { each: 'lines', header: false, columns: [{ value: "{{code}}" }, { value: "{{minutes | hours:2}}", zero: ${zero} }] }`;
    expect(textOf(renderYaml(yaml, modelOf(rows))[0])).toBe(expected);
  });

  const tenths = 'hours:1';
  test.each([
    [
      'all amounts with omit are zero',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}", zero: omit }`,
      0,
      0,
      '',
    ],
    [
      'one is not zero: the other is blank',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}", zero: omit }`,
      0,
      2,
      'A,,2\n',
    ],
    [
      'one is missing',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}", zero: omit }`,
      0,
      null,
      '',
    ],
    ['all are missing: that is not zero', `{ value: "{{minutes}}", zero: omit }`, null, 0, 'A,\n'],
    [
      'an amount without omit counts',
      `{ value: "{{minutes | ${tenths}}}", zero: omit }, { value: "{{minutes}}" }`,
      2,
      0,
      'A,,2\n',
    ],
    [
      'a number that is no amount does not',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}" }`,
      0,
      7,
      '',
    ],
    [
      'a declared count counts',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}", amount: times }`,
      0,
      7,
      'A,,7\n',
    ],
    [
      'a declared count of zero does not',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}", amount: times }`,
      0,
      0,
      '',
    ],
    [
      'a count for people to read does not',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}", amount: none }`,
      0,
      7,
      '',
    ],
    [
      'a declared total counts',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{distinct(code)}}", amount: days }`,
      0,
      0,
      'A,,1\n',
    ],
    [
      'an amount composed as text counts',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}.50", amount: days }`,
      0,
      0,
      'A,,0.50\n',
    ],
    [
      'a zero composed as text does not',
      `{ value: "{{minutes}}", zero: omit }, { value: "{{count}}.00", amount: days }`,
      0,
      0,
      '',
    ],
    ['reconciled to zero', `{ value: "{{minutes | ${tenths}}}", reconcile: true, zero: omit }`, 2, 0, ''],
  ])('zero: omit, several amounts: %s', (_name, columns, minutes, count, expected) => {
    const yaml = `rows: { each: 'lines', header: false, columns: [{ value: "{{code}}" }, ${columns}] }`;
    expect(textOf(renderYaml(yaml, modelOf([{ code: 'A', minutes, count }]))[0])).toBe(expected);
  });

  test('zero: omit does not hide a missing amount', () => {
    const yaml = `rows: { each: 'lines group by code', columns: [{ header: m, value: "{{minutes}}", zero: omit }, { header: c, value: "{{count}}", zero: omit }] }`;
    const rows = [1, 2].map((count) => ({ ...jan, code: 'A', minutes: 0, count }));
    expect(problemsOf(() => renderYaml(yaml, modelOf(rows)))).toMatchObject([
      { column: 'c', message: expect.stringContaining('has different values within the group') },
    ]);
  });
});

describe('totals', () => {
  const totals = (top: string, columns: string, label = 'Sum') =>
    `${top}
rows: { each: 'lines', header: false, columns: [${columns}], totals: { label: ${JSON.stringify(label)} } }`;
  const hours = '{ header: h, value: "{{minutes | hours:2}}", total: true }';
  const rows = [{ ...jan, note: 'x', minutes: 480 }];

  test('fixed width: label and sums have the width of their columns', () => {
    const yaml = totals(
      'dialect: { delimiter: "", quoting: none }',
      '{ value: "{{employee.number}}", width: 5, align: right, pad: "0" }, { value: "{{note}}", width: 2 }, { value: "{{minutes}}", width: 6, align: right, pad: "0", total: true }',
    );
    expect(textOf(renderYaml(yaml, modelOf(rows))[0])).toBe('00007x 000480\n  Sum  000480\n');
  });

  test('quotes if needed, accents as in any other line', () => {
    const top = 'encoding: { charset: ascii, accents: strip }';
    const yaml = totals(top, `{ value: "{{note}}" }, ${hours}`, 'Łącznie, wszyscy');
    expect(textOf(renderYaml(yaml, modelOf(rows))[0])).toBe('x,8.00\n"Lacznie, wszyscy",8.00\n');
  });

  test('without a requested label, no column is needed for it', () => {
    expect(textOf(renderYaml(totals('', hours, ''), modelOf(rows))[0])).toBe('8.00\n8.00\n');
  });

  test.each([
    [
      'a character that the encoding lacks',
      'encoding: { charset: windows-1252 }',
      `{ value: "{{note}}" }, ${hours}`,
      'Σ',
      [{ column: 'totals', value: 'Σ', message: '"Σ" (U+03A3) does not exist in windows-1252' }],
    ],
    [
      'the delimiter without quotes',
      'dialect: { delimiter: ";", quoting: none }',
      `{ value: "{{note}}" }, ${hours}`,
      'a; b',
      [{ column: 'totals', value: 'a; b', message: 'contains the delimiter ";"' }],
    ],
    [
      'a line break without quotes',
      'dialect: { delimiter: ";", quoting: none }',
      `{ value: "{{note}}" }, ${hours}`,
      'a\nb',
      [{ column: 'totals', value: 'a\nb', message: 'contains a line break' }],
    ],
    [
      'wider than the columns',
      'dialect: { delimiter: "" }',
      '{ value: "{{note}}", width: 2 }, { header: m, value: "{{minutes}}", width: 3, total: true }',
      'Sum',
      [
        { column: 'totals', value: 'Sum', message: 'has 3 characters, but the field has room for 2' },
        { column: 'm', value: '1440', message: 'has 4 characters, but the field has room for 3' },
      ],
    ],
    [
      'a character that the target does not accept',
      "dialect: { allowed: '[a-z0-9.]*' }",
      `{ value: "{{note}}" }, ${hours}`,
      'Sum',
      [{ column: 'totals', value: 'Sum', message: 'does not accept' }],
    ],
    [
      'no column without a total',
      '',
      hours,
      'Sum',
      [
        {
          column: 'totals',
          value: 'Sum',
          message: 'every column has a total, so there is no room for the label',
        },
      ],
    ],
  ])('refused: %s', (_name, top, columns, label, expected) => {
    const three = [1, 2, 3].map(() => ({ ...jan, note: 'x', minutes: 480 }));
    expect(problemsOf(() => renderYaml(totals(top, columns, label), modelOf(three)))).toEqual(
      expected.map((problem) => ({ ...problem, message: expect.stringContaining(problem.message) })),
    );
  });
});

describe('pay codes', () => {
  const some = [
    { ...jan, code: 'A', minutes: 480 },
    { ...jan, code: 'B', minutes: 2 },
    { ...jan, code: 'C', minutes: 60 },
  ];
  const cancelled = [
    { ...jan, code: 'A', minutes: 480 },
    { ...jan, code: 'B', minutes: 60 },
    { ...jan, code: 'B', minutes: -60 },
    { ...zoe, code: 'B', minutes: 0 },
  ];
  const byCode = (columns: string) =>
    `rows: { each: 'lines group by employee.number', codes: { by: code }, columns: [{ header: nr, value: "{{employee.number}}" }, ${columns}] }`;
  const slotsOf = (count: number, rest: string) =>
    `{ slots: { count: ${count}, codeHeader: "c{n}", amountHeader: "a{n}" }, value: "{{minutes | hours:1}}"${rest} }`;

  test.each([
    ['slots in one line', slotsOf(3, ', zero: omit'), some, 'nr,c1,a1,c2,a2,c3,a3\n007,A,8.0,B,,C,1.0\n'],
    [
      'slots: the lines after an empty one continue',
      slotsOf(1, ', zero: omit'),
      some,
      'nr,c1,a1\n007,A,8.0\n007,C,1.0\n',
    ],
    ['pivot', '{ pivot: {}, zero: omit }', cancelled, 'nr,A,B\n007,480,\n'],
    [
      'a code next to a code',
      '{ header: a, code: A, zero: omit }, { header: b, code: B, zero: omit }',
      cancelled,
      'nr,a,b\n007,480,\n',
    ],
    [
      'a minutes field on the first line only',
      `{ header: m, value: "{{minutes}}" }, ${slotsOf(2, '')}`,
      some,
      'nr,m,c1,a1,c2,a2\n007,542,A,8.0,B,0.0\n007,,C,1.0,,\n',
    ],
    [
      'a summed number on the first line only',
      `{ header: n, value: "{{count}}" }, ${slotsOf(2, '')}`,
      some.map((row) => ({ ...row, count: 1 })),
      'nr,n,c1,a1,c2,a2\n007,3,A,8.0,B,0.0\n007,,C,1.0,,\n',
    ],
    [
      'reconciled and omitted',
      `{ header: m, value: "{{minutes | hours:2}}", reconcile: true, zero: omit }, ${slotsOf(1, ', zero: omit')}`,
      some,
      'nr,m,c1,a1\n007,9.03,A,8.0\n007,,C,1.0\n',
    ],
  ])('no line is lost or written twice: %s', (_name, columns, lines, expected) => {
    const yaml = byCode(columns.replace('{{count}}', '{{sum(count)}}'));
    expect(textOf(renderYaml(yaml, modelOf(lines))[0])).toBe(expected);
  });

  test('a number that is not a sum identifies a line, and is repeated on every line', () => {
    const yaml = byCode(`{ header: n, value: "{{count}}" }, ${slotsOf(2, '')}`);
    const lines = some.map((row) => ({ ...row, count: 4 }));
    expect(textOf(renderYaml(yaml, modelOf(lines))[0])).toContain('007,4,A,8.0,B,0.0\n007,4,C,1.0,,\n');
  });

  const rows = [
    { ...jan, code: '28', minutes: 60 },
    { ...jan, code: '9', minutes: 30 },
    { ...zoe, code: '9', minutes: 90 },
    { ...zoe, code: '100', minutes: 15 },
  ];
  const start =
    'rows: { each: lines group by employee.number, codes: { by: code }, columns: [{ header: nr, value: "{{employee.number}}" }, ';

  test('pivot: a column per code, in numeric order', () => {
    const yaml = `${start}{ pivot: { sort: number }, value: "{{minutes | hours:2,'.',0}}" }] }`;
    expect(textOf(renderYaml(yaml, modelOf(rows))[0])).toBe('nr,9,28,100\n007,0.5,1,\n12,1.5,,0.25\n');
  });

  test('slots: further lines if there are too few, picked codes on the first only', () => {
    const yaml = `${start}{ header: reg, code: "9", value: "{{minutes | hours}}" }, { slots: { count: 1, first: 3, codeHeader: "c{n}", amountHeader: "a{n}" }, value: "{{minutes | hours}}" }] }`;
    const more = [...rows, { ...jan, code: '30', minutes: 1 }, { ...jan, code: '31', minutes: 0 }];
    expect(textOf(renderYaml(yaml, modelOf(more))[0])).toBe(
      'nr,reg,c3,a3\n007,0.50,28,1.00\n007,,30,0.02\n12,1.50,100,0.25\n',
    );
  });

  describe('slots of fixed width', () => {
    const fixed = (slots: string, width: string, empty = '') =>
      `dialect: { delimiter: "" }
rows:
  each: lines group by employee.number
  header: false
  codes: { by: code }
  columns:
    - { value: "{{employee.number}}", width: 5 }
    - { slots: { count: 2, codeHeader: "c{n}", amountHeader: "a{n}"${slots} }${width}, value: "{{minutes | hundredths${empty}}}", align: right, pad: "0" }
`;

    test('code and amount have separate widths, at which a line is cut', () => {
      fc.assert(
        fc.property(
          fc.stringMatching(/^[A-Z0-9]{1,6}$/),
          fc.integer({ min: 1, max: 60_000 }),
          (code, minutes) => {
            const yaml = fixed(', codeWidth: 4', ', width: 5');
            const model = modelOf([{ ...jan, code, minutes }]);
            const hundredths = String(Math.floor((minutes * 10 + 3) / 6));
            const tooLong = Number(code.length > 4) + Number(hundredths.length > 5);
            const problems = problemsOf(() => {
              const line = textOf(renderYaml(yaml, model)[0]).slice(0, -1);
              expect(line).toHaveLength(5 + 2 * 9);
              expect([line.slice(0, 5).trim(), line.slice(5, 9).trim(), Number(line.slice(9, 14))]).toEqual([
                '007',
                code,
                Number(hundredths),
              ]);
            });
            expect(
              problems.filter(({ message }) => /the field has room for [45]$/.test(message)),
            ).toHaveLength(tooLong);
          },
        ),
      );
    });

    test('an empty slot is padded, and its amount has the text of `ifEmpty`', () => {
      const slots = ', codeWidth: 4';
      const lineOf = (width: string, empty = '') =>
        textOf(
          renderYaml(fixed(slots, width, empty), modelOf([{ ...jan, code: 'A', minutes: 60 }]))[0],
        ).slice(14, -1);
      expect(lineOf(', width: 5')).toBe('    00000');
      expect(lineOf(', width: 5', " | default:'     '")).toBe('         ');
    });

    test.each([
      ['', ', width: 5'],
      [', codeWidth: 4', ''],
      ['', ''],
    ])('is refused if one of the two is missing: %j %j', (slots, width) => {
      const problems = problemsOf(() =>
        renderYaml(fixed(slots, width), modelOf([{ ...jan, code: 'A', minutes: 60 }])),
      );
      expect(problems.map(({ message }) => message).join()).toContain('needs both widths of a slot');
    });
  });

  test('a code without a column is refused by name, never omitted', () => {
    const yaml = `${start}{ header: reg, code: "9, 28", value: "{{minutes | hours}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, modelOf(rows)))).toEqual([
      {
        message: 'this template has no column for this code',
        column: 'code',
        employee: 'De Smet, Zoë (e2)',
        value: '100',
      },
    ]);
  });

  test('a code that is not mapped is refused', () => {
    const yaml = `${start}{ pivot: {}, value: "{{minutes | hours}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, modelOf([{ ...jan, minutes: 5 }])))).toMatchObject([
      { message: expect.stringContaining('no code in the payroll system') },
    ]);
  });
});

describe('files', () => {
  test('text blocks, sections with conditions, variables, CRLF, trailing delimiter, no final newline', () => {
    const yaml = `
variables: { v: { description: x, default: b } }
dialect: { delimiter: ";", newline: crlf, trailingDelimiter: true, finalNewline: false }
preamble: "[Head]\\nv={{ variables.v }}"
sections:
  - { if: 'variables.v = "a"', each: lines, columns: [{ value: never }] }
  - { if: 'variables.v in ("b", "c")', preamble: '{{list(columns.header, "|")}}|', each: lines, header: false, columns: [{ header: x, value: "{{code}}" }, { header: y, if: 'variables.v = "a"', value: "no" }, { header: z, value: "yes" }] }
footer: "{{ rows }} rows"
`;
    expect(textOf(renderYaml(yaml, modelOf([{ code: 'q' }]))[0])).toBe(
      '[Head]\r\nv=b\r\nx|z|\r\nq;yes;\r\n1 rows',
    );
  });

  test('companion files and names', () => {
    const yaml = `
fileName: 'PR{{run.employer | pad-end:6,"_"}}-{{run.from | date:"MMDDYYYY"}}.csv'
rows: { each: 'lines', columns: [{ header: a, value: "{{code}}" }] }
companions: [{ fileName: a.ini, preamble: "Fields={{count(columns.header)}}" }]
`;
    const files = renderYaml(yaml, modelOf([{ code: 'q' }]));
    expect(files.map((file) => [file.name, file.rows, textOf(file)])).toEqual([
      ['PRacme__-10012026.csv', 1, 'a\nq\n'],
      ['a.ini', 0, 'Fields=0\n'],
    ]);
  });

  test.each([
    [
      'a month',
      '2026-10-01',
      '2026-10-31',
      'payroll-month',
      [['acme_P_test.csv', '10/2026 2026-10-01 2026-10-31']],
    ],
    [
      '26th to 25th is one payroll month',
      '2026-09-26',
      '2026-10-25',
      'payroll-month',
      [['acme_P_test.csv', '10/2026 2026-09-26 2026-10-25']],
    ],
    [
      'a quarter has three',
      '2026-10-01',
      '2026-12-31',
      'payroll-month',
      [
        ['acme_2026-10_test.csv', '10/2026 2026-10-01 2026-10-31'],
        ['acme_2026-11_test.csv', '11/2026 2026-11-01 2026-11-30'],
      ],
    ],
    [
      'month always splits',
      '2026-10-26',
      '2026-11-08',
      'month',
      [
        ['acme_P_2026-10_test.csv', '10/2026 2026-10-26 2026-10-31'],
        ['acme_P_2026-11_test.csv', '11/2026 2026-11-01 2026-11-08'],
      ],
    ],
    [
      'a part of one month keeps the name of its period: the next week is another file',
      '2026-10-26',
      '2026-10-31',
      'month',
      [['acme_P_test.csv', '10/2026 2026-10-26 2026-10-31']],
    ],
  ])('split: %s', (_name, from, to, split, expected) => {
    const yaml = `split: ${split}
rows: { each: 'lines group by code', header: false, columns: [{ value: "{{part.month | date:'MM/YYYY'}} {{part.from}} {{part.to}}" }] }`;
    const model = modelOf(
      [
        { date: '2026-10-31', code: 'q' },
        { date: '2026-11-01', code: 'q' },
      ],
      { 'run.from': from, 'run.to': to, 'run.periodLabel': 'P' },
    );
    expect(renderYaml(yaml, model).map((file) => [file.name, textOf(file).trim()])).toEqual(expected);
  });

  test.each([
    ['payroll-month', 'over the end of a month', '2026-09-28', '2026-10-04', ['P_2026-09 28', 'P_2026-10 1']],
    ['payroll-month', '26th to 25th', '2026-09-26', '2026-10-25', ['P_2026-09 28', 'P_2026-10 1']],
    ['payroll-month', 'within a month', '2026-09-28', '2026-09-30', ['P 28']],
    ['month', 'over the end of a month', '2026-09-28', '2026-10-04', ['P_2026-09 28', 'P_2026-10 1']],
  ])(
    'split: %s, days as numbers, %s: the file has the month of every day',
    (split, _name, from, to, expected) => {
      const yaml = `split: ${split}
rows: { each: 'lines', header: false, columns: [{ value: "{{date | date:'D'}}" }] }`;
      const rows = [{ date: '2026-09-28' }, { date: '2026-10-01' }].filter(({ date }) => date <= to);
      const model = modelOf(rows, { 'run.from': from, 'run.to': to, 'run.periodLabel': 'P' });
      expect(
        renderYaml(yaml, model).map((file) => `${file.name.slice(5, -9)} ${textOf(file).trim()}`),
      ).toEqual(expected);
    },
  );

  test.each([
    [
      'days as numbers in a file of two months',
      'audience: payroll',
      `{ value: "{{date | date:'D'}}" }`,
      true,
    ],
    [
      'by a variable',
      'audience: payroll\nvariables: { p: { description: d, default: DD } }',
      '{ value: "{{date | date:variables.p}}" }',
      true,
    ],
    [
      'with the month as well',
      'audience: payroll',
      `{ value: "{{date | date:'D'}}" }, { value: "{{date | date:'M'}}" }`,
      false,
    ],
    ['for people', 'audience: people', `{ value: "{{date | date:'D'}}" }`, false],
  ])('no split: %s', (_name, top, columns, isRefused) => {
    const model = modelOf([{ date: '2026-10-01' }], { 'run.from': '2026-09-28', 'run.to': '2026-10-04' });
    const render = () =>
      renderYaml(
        `${top}
rows: { each: 'lines', columns: [${columns}] }`,
        model,
      );
    if (!isRefused) return void expect(render()).toHaveLength(1);
    expect(problemsOf(render)).toEqual([
      {
        column: 'date',
        message:
          'shows only the day of the month, but the file covers 2026-09-28 to 2026-10-04: set "split: month" in the template',
      },
    ]);
  });

  test('a file split by month loses no rows: those without a date or of earlier days are in the first', () => {
    const yaml = `split: month\nrows: { each: 'lines', header: false, columns: [{ value: "{{note}}" }] }`;
    const run = { 'run.from': '2026-10-01', 'run.to': '2026-11-30', 'run.periodLabel': 'P' };
    const dated = { '2026-09-30': 'a', '2026-10-31': 'c', '2026-11-01': 'd', '2026-12-01': 'e' };
    const rows = [{ note: 'b' }, ...Object.entries(dated).map(([date, note]) => ({ date, note }))];
    expect(renderYaml(yaml, modelOf(rows, run)).map((file) => [file.name, textOf(file)])).toEqual([
      ['acme_2026-10_test.csv', 'b\na\nc\n'],
      ['acme_2026-11_test.csv', 'd\ne\n'],
    ]);
  });

  test('a data set without dates cannot be split by month', () => {
    const model = modelOf([{ note: 'x' }], { 'run.from': '2026-10-01', 'run.to': '2026-11-30' });
    const lines = model.dataSets.get('lines');
    if (lines === undefined) throw new Error('no lines');
    const fields = lines.fields.filter(({ name }) => name !== 'date');
    const dateless = { ...model, dataSets: new Map([['lines', { ...lines, fields }]]) };
    const yaml = `split: month\nrows: { each: 'lines', columns: [{ value: "{{note}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, dateless))).toEqual([
      { message: 'the data set lines has no date, so "split" cannot divide this file by month' },
    ]);
  });

  test('split by a field', () => {
    const yaml = `split: { field: code }\nrows: { each: 'lines', header: false, columns: [{ value: "{{note}}" }] }`;
    const files = renderYaml(
      yaml,
      modelOf([
        { code: 'b', note: '1' },
        { code: 'a', note: '2' },
        { code: 'b', note: '3' },
      ]),
    );
    expect(files.map((file) => [file.name, textOf(file)])).toEqual([
      ['acme_2026-10_a_test.csv', '2\n'],
      ['acme_2026-10_b_test.csv', '1\n3\n'],
    ]);
  });

  test.each([
    [
      'a typing error',
      'employee.nubmer',
      'the data set lines has no field employee.nubmer. Did you mean employee.number?',
    ],
    [
      'a field that only files have',
      'part.to',
      'part.to is the same in every row: use a field of the data set lines',
    ],
  ])('split by %s is refused: one file would have all employees', (_name, field, message) => {
    const yaml = `split: { field: ${field} }
rows: { each: 'lines', columns: [{ value: "{{note}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, modelOf([jan, zoe])))).toEqual([{ column: 'split', message }]);
  });

  test.each([
    ['filter', `each: 'lines where run.employer = "acme"'`],
    ['group', 'each: lines group by run.employer'],
    ['sort', 'each: lines sort by run.employer'],
    ['sum', 'each: lines', '{{sum(run.employer)}}'],
    ['codes', 'each: lines, codes: { by: run.employer }'],
  ])('%s accepts only fields of the rows', (place, keys, value = 'x') => {
    const yaml = `rows: { ${keys}, columns: [{ value: "${value}" }] }`;
    const problems = problemsOf(() => renderYaml(yaml, modelOf([jan])));
    expect(problems).toContainEqual({
      column: place,
      message: 'run.employer is the same in every row: use a field of the data set lines',
    });
  });

  describe('a data set without rows', () => {
    const yaml = `rows: { each: 'lines', columns: [{ header: a, value: "{{code}}" }] }`;
    const rendered = (audience: string, extra = '') => {
      const notices: string[] = [];
      const files = renderYaml(`audience: ${audience}\n${yaml}${extra}`, modelOf([]), {
        onNotice: (notice) => notices.push(englishText(notice)),
      });
      return { texts: files.map((file) => textOf(file)), notices };
    };

    test('is still a file for people', () => {
      expect(rendered('people')).toEqual({ texts: ['a\n'], notices: [] });
    });

    test('is no file for payroll, and the message says so; its companion files are omitted too', () => {
      const companions = '\ncompanions: [{ fileName: x.ini, preamble: about }]';
      expect(rendered('payroll', companions)).toEqual({
        texts: [],
        notices: ['test: there is nothing to pay in this period, so paytally writes no file'],
      });
    });

    test('does not affect a file of text blocks alone', () => {
      expect(renderYaml('preamble: about', modelOf([]))).toHaveLength(1);
    });
  });

  test('fixed width: alignment, padding, sign before zeros', () => {
    const yaml = `dialect: { delimiter: "" }
rows: { each: 'lines', header: false, columns: [{ value: "{{code}}", width: 3 }, { value: "{{minutes | hundredths}}", width: 5, align: right, pad: "0" }, { value: "{{note}}", width: 3, align: right }] }`;
    expect(
      textOf(
        renderYaml(
          yaml,
          modelOf([
            { code: 'A', minutes: 75, note: 'x' },
            { code: 'AB', minutes: -75 },
          ]),
        )[0],
      ),
    ).toBe('A  00125  x\nAB -0125   \n');
  });

  test.each([
    ['by default', 'dialect: { delimiter: "" }'],
    ['explicitly', 'dialect: { delimiter: "", quoting: none }'],
    [
      'by a variable',
      'variables: { d: { description: d, default: "" } }\ndialect: { delimiter: "{{variables.d}}" }',
    ],
    [
      'by a variable, which rules out the quotes of other values',
      'variables: { d: { description: d, default: "" } }\ndialect: { delimiter: "{{variables.d}}", quoting: rfc4180 }',
    ],
  ])('fixed width has no quotes: %s', (_name, top) => {
    const yaml = `${top}
rows: { each: 'lines', header: false, columns: [{ value: "{{note}}", width: 10 }, { value: "{{minutes}}", width: 6, align: right, pad: "0" }] }`;
    expect(textOf(renderYaml(yaml, modelOf([{ note: 'O"N,x', minutes: 480 }]))[0])).toBe(
      'O"N,x     000480\n',
    );
  });
});
