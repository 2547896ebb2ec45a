import { describe, expect, test } from 'vitest';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const jan = { 'employee.id': 'e1', 'employee.name': 'Nolte, Jan' };
const columns = (list: string, top = '') => `${top}
rows: { each: 'lines', columns: [${list}] }`;
const place = { column: 'c', employee: 'Nolte, Jan (e1)' };

describe('what does not fit is refused with template, column, employee and value', () => {
  test.each([
    [
      'required',
      '{ header: c, value: "{{note}}", required: true }',
      {},
      '',
      'is empty, but a value is required',
      undefined,
    ],
    [
      'not a number',
      '{ header: c, value: "{{employee.number}}", required: true }',
      {},
      '',
      'employees.csv',
      undefined,
    ],
    [
      'pattern',
      '{ header: c, value: "{{note}}", pattern: "[0-9]+" }',
      { note: '12x' },
      '',
      'must match [0-9]+',
      '12x',
    ],
    [
      'pattern in words',
      '{ header: c, value: "{{note}}", pattern: "[0-9]+", patternHint: digits only }',
      { note: 'x' },
      '',
      'digits only',
      'x',
    ],
    [
      'too long, in characters',
      '{ header: c, value: "{{note}}", maxLength: 3 }',
      { note: 'a😀bc' },
      '',
      'at most 3',
      'a😀bc',
    ],
    [
      'not in the list',
      '{ header: c, value: "{{note}}", oneOf: [a, b] }',
      { note: 'c' },
      '',
      'one of a, b',
      'c',
    ],
    ['below min', '{ header: c, value: "{{note}}", min: 1000 }', { note: '999' }, '', '1000 or more', '999'],
    ['above max', '{ header: c, value: "{{count}}", max: 5 }', { count: 6 }, '', '5 or less', '6'],
    [
      'above max, hours with a decimal comma',
      `{ header: c, value: "{{minutes | hours:2,','}}", max: 8 }`,
      { minutes: 481 },
      '',
      '8 or less',
      '8,02',
    ],
    [
      'below min, hours by the locale',
      '{ header: c, value: "{{minutes | hours:2,variables.s}}", min: 0.5 }',
      { minutes: 29 },
      'variables: { s: { description: d, default: "," } }',
      '0.5 or more',
      '0,48',
    ],
    [
      'digits with separators are not a number',
      '{ header: c, value: "{{note}}", min: 1000 }',
      { note: '1.500' },
      '',
      'must be a whole number (digits only)',
      '1.500',
    ],
    [
      'a text that is not a number',
      '{ header: c, value: "{{note}}", max: 5 }',
      { note: '0x1' },
      '',
      '(digits only)',
      '0x1',
    ],
    [
      'the replacement of an empty value: too long',
      `{ header: c, value: "{{note | default:'none'}}", maxLength: 3 }`,
      {},
      '',
      'at most 3',
      'none',
    ],
    [
      'the replacement of an empty value: pattern, of the written text',
      '{ header: c, value: "{{note | default:variables.v}}", pattern: "[0-9]" }',
      {},
      'variables: { v: { description: d, default: é } }\nencoding: { charset: ascii, accents: strip }',
      'must match [0-9]',
      'e',
    ],
    [
      'the replacement of an empty value: too small',
      `{ header: c, value: "{{note | default:'0'}}", min: 1 }`,
      {},
      '',
      '1 or more',
      '0',
    ],
    [
      'the replacement of an empty value: encoding',
      `{ header: c, value: "{{note | default:'Σ'}}" }`,
      {},
      'encoding: { charset: windows-1252 }',
      '"Σ" (U+03A3) does not exist',
      'Σ',
    ],
    [
      'too few minutes',
      '{ header: c, value: "{{minutes | hours:2}}", minMinutes: 0 }',
      { minutes: -30 },
      '',
      '0 minutes or more',
      '-0.50',
    ],
    [
      'too many minutes',
      '{ header: c, value: "{{minutes | clock}}", maxMinutes: 1439 }',
      { minutes: 1440 },
      '',
      '1439 minutes or less',
      '24:00',
    ],
    [
      'wider than the field',
      '{ header: c, value: "{{note}}", width: 3 }',
      { note: 'abcd' },
      'dialect: { delimiter: "" }',
      'the field has room for 3',
      'abcd',
    ],
    [
      'a delimiter without quotes',
      '{ header: c, value: "{{note}}" }',
      { note: 'a;b' },
      'dialect: { delimiter: ";", quoting: none }',
      'contains the delimiter',
      'a;b',
    ],
    [
      'a line break without quotes',
      '{ header: c, value: "{{note}}" }',
      { note: 'a\nb' },
      'dialect: { delimiter: ";", quoting: none }',
      'line break',
      'a\nb',
    ],
    [
      'a character that the target does not accept',
      '{ header: c, value: "{{note}}" }',
      { note: 'a{' },
      "dialect: { allowed: '[a-z]*' }",
      'does not accept',
      'a{',
    ],
    [
      'windows-1252 lacks it',
      '{ header: c, value: "{{note}}" }',
      { note: 'Łuk' },
      'encoding: { charset: windows-1252 }',
      '"Ł" (U+0141) does not exist in windows-1252',
      'Łuk',
    ],
    [
      'a control character that windows-1252 lacks',
      '{ header: c, value: "{{note}}" }',
      { note: 'a\u0081' },
      'encoding: { charset: windows-1252 }',
      'U+0081',
      'a\u0081',
    ],
    [
      'ASCII lacks it',
      '{ header: c, value: "{{note}}" }',
      { note: 'Zoë' },
      'encoding: { charset: ascii }',
      '"ë" (U+00EB) does not exist in ascii',
      'Zoë',
    ],
    [
      'too long after accents are removed',
      '{ header: c, value: "{{note}}", maxLength: 3 }',
      { note: 'ŒŒ' },
      'encoding: { charset: ascii, accents: strip }',
      'at most 3',
      'OEOE',
    ],
    [
      'a currency sign is not an accent',
      '{ header: c, value: "{{note}}" }',
      { note: '€12' },
      'encoding: { charset: ascii, accents: strip }',
      '"€" (U+20AC) does not exist in ascii',
      '€12',
    ],
    [
      'no accent to remove',
      '{ header: c, value: "{{note}}" }',
      { note: 'Иван' },
      'encoding: { charset: ascii, accents: strip }',
      'does not exist in ascii',
      'Иван',
    ],
    ['half a character', '{ header: c, value: "{{note}}" }', { note: 'a\ud800' }, '', 'U+D800', 'a\ud800'],
    [
      'a text as hours',
      '{ header: c, value: "{{note | hours:2}}" }',
      { note: '12' },
      '',
      'does not fit the format hours',
      '12',
    ],
    [
      'letters for a check digit',
      `{ header: c, value: "{{note | check-digit:'luhn'}}" }`,
      { note: 'soon' },
      '',
      'soon',
      undefined,
    ],
  ])('%s', (_name, column, row, top, message, value) => {
    const problems = problemsOf(() => renderYaml(columns(column, top), modelOf([{ ...jan, ...row }])));
    expect(problems).toEqual([
      { ...place, ...(value === undefined ? {} : { value }), message: expect.stringContaining(message) },
    ]);
  });

  test.each([
    [
      'an unknown field',
      '{ header: c, value: "{{minuts}}" }',
      'the data set lines has no field minuts. Did you mean minutes?',
    ],
    [
      'an unknown name in a composed text',
      '{ header: c, value: "{{employee.nme}}/{{note}}" }',
      'There is no field "employee.nme". Did you mean employee.name?',
    ],
    [
      'a text as a date',
      `{ header: c, value: "{{note | date:'d MMMM'}}" }`,
      'does not work with note, which is text',
    ],
    [
      'a field that only another object has',
      '{ header: c, value: "{{constructor}}" }',
      'has no field constructor',
    ],
    [
      'a mapping column that the mapping lacks',
      '{ header: c, value: "{{employee.cost}}" }',
      'no field employee.cost',
    ],
    [
      'an undeclared variable',
      '{ header: c, value: "{{variables.nope}}" }',
      'uses the variable nope but does not declare it',
    ],
  ])('%s', (_name, column, message) => {
    expect(problemsOf(() => renderYaml(columns(column), modelOf([jan])))[0]?.message).toContain(message);
  });

  test('reports all problems in one error, each once', () => {
    const rows = [
      { ...jan, note: 'Ł' },
      { ...jan, note: 'Ł' },
      { 'employee.id': 'e2', note: 'abc' },
    ];
    const yaml = columns(
      '{ header: c, value: "{{note}}", maxLength: 2 }, { header: d, value: "{{nope}}" }',
      'encoding: { charset: ascii }\nfileName: "a/b"',
    );
    const problems = problemsOf(() => renderYaml(yaml, modelOf(rows)));
    expect(problems.map(({ column, employee }) => [column, employee])).toEqual([
      ['d', undefined],
      ['c', 'Nolte, Jan (e1)'],
      ['c', 'e2'],
      ['fileName', undefined],
    ]);
    expect(() => renderYaml(yaml, modelOf(rows))).toThrow(
      expect.objectContaining({
        code: 'RENDER_REFUSED',
        message: expect.stringContaining(
          'test, column c, employee e2, value "abc": must have at most 2 characters',
        ),
      }),
    );
  });

  test('names a column without a heading by its field', () => {
    const render = () =>
      renderYaml(columns('{ header: "", value: "{{note}}", maxLength: 3 }'), modelOf([{ note: 'abcd' }]));
    expect(problemsOf(render)).toMatchObject([{ column: 'note', value: 'abcd' }]);
  });

  test('employees with the same problem share a line', () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ 'employee.id': id, note: id === 'c' ? '7' : 'x' }));
    const yaml = columns('{ header: c, value: "{{note}}", oneOf: [y] }');
    expect(() => renderYaml(yaml, modelOf(rows))).toThrow(
      expect.objectContaining({
        message: [
          'paytally did not write the files of template test:',
          'test, column c, value "x": must be one of y (2 employees: a; b)',
          'test, column c, employee c, value "7": must be one of y',
        ].join('\n'),
      }),
    );
  });

  test('a pay code that does not fit the target is reported once', () => {
    const rows = ['a', 'b'].map((id) => ({
      'employee.id': id,
      'employee.number': id,
      code: 'NIGHT',
      minutes: 5,
    }));
    const yaml = `rows: { each: 'lines group by employee.number', codes: { by: code }, columns: [{ pivot: {}, codePattern: "[0-9]+", value: "{{minutes | hours:2}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, modelOf(rows)))).toEqual([
      {
        message: 'the payroll system does not accept this code: it must match [0-9]+',
        column: 'code',
        value: 'NIGHT',
      },
    ]);
  });

  test('text that fits without accents is not refused: limits, patterns and codes apply to the written text', () => {
    const rows = [{ ...jan, note: 'E\u0301', code: 'É1', minutes: 60 }];
    const yaml = `encoding: { charset: ascii, accents: strip }\nrows: { each: 'lines group by employee.id, note', codes: { by: code }, columns: [{ header: c, value: "{{note}}", maxLength: 1, pattern: "[A-Z]" }, { pivot: {}, codePattern: "[A-Z0-9]+", value: "{{minutes | hours:2}}" }] }`;
    expect(textOf(renderYaml(yaml, modelOf(rows))[0])).toBe('c,E1\nE,1.00\n');
  });

  test.each([
    ['a decimal comma', `{ value: "{{minutes | hours:2,','}}", min: 0, max: 8 }`, { minutes: 480 }, '"8,00"'],
    ['a whole number', '{ value: "{{minutes}}", min: 480, max: 480 }', { minutes: 480 }, '480'],
    ['a text of digits', '{ value: "{{note}}", min: -1, max: 99 }', { note: '007' }, '007'],
    [
      'text instead of a number',
      `{ value: "{{minutes | default:'none'}}", min: 1, maxLength: 4 }`,
      {},
      'none',
    ],
    [
      'ifEmpty is within the limits',
      `{ value: "{{note | default:'é'}}", maxLength: 1, pattern: e }`,
      {},
      'e',
    ],
  ])('within min and max: %s', (_name, column, row, expected) => {
    const yaml = `encoding: { charset: ascii, accents: strip }
rows: { each: 'lines', header: false, columns: [${column}] }`;
    expect(textOf(renderYaml(yaml, modelOf([{ ...jan, ...row }]))[0])).toBe(`${expected}\n`);
  });

  test('min and max of slots apply to the amounts, not to the codes', () => {
    const yaml = `rows: { each: 'lines group by employee.id', codes: { by: code }, header: false, columns: [{ slots: { count: 1, codeHeader: c, amountHeader: a }, value: "{{minutes | hours:2}}", min: 1, max: 8 }] }`;
    const render = (minutes: number) => renderYaml(yaml, modelOf([{ ...jan, code: 'N', minutes }]));
    expect(textOf(render(480)[0])).toBe('N,8.00\n');
    expect(problemsOf(() => render(481))).toMatchObject([{ column: 'a', message: 'must be 8 or less' }]);
  });

  test('rows to be omitted are not checked, and no file is written', () => {
    const rows = [{ ...jan, minutes: 0, note: 'ok' }];
    const yaml = columns(
      '{ header: c, value: "{{note}}" }, { header: m, value: "{{minutes}}", zero: omit, minMinutes: 1 }',
    );
    expect(textOf(renderYaml(`audience: people\n${yaml}`, modelOf(rows))[0])).toBe('c,m\n');
  });
});

describe('variables', () => {
  const yaml = columns(
    '{ header: c, value: "{{variables.v}}" }',
    'variables: { v: { description: "the number", pattern: "[0-9]{3}" }, w: { description: x, values: [a, b], default: a } }',
  );

  test('are text and keep their zeros', () => {
    expect(textOf(renderYaml(yaml, modelOf([jan]), { variables: { v: '007' } })[0])).toBe('c\n007\n');
  });

  test.each([
    ['missing', {}, 'the variable v is missing (the number)'],
    ['malformed', { v: '7' }, 'does not have the expected form'],
    ['a number', { v: 7 }, 'write the variable v in quotes'],
    ['not in the list', { v: '007', w: 'c' }, 'one of a, b'],
    ['unknown', { v: '007', x: '1' }, 'there is no variable x; the variables are: v, w'],
    ['inherited', { v: '007', toString: '1' }, 'there is no variable toString'],
  ])('%s', (_name, variables, message) => {
    expect(problemsOf(() => renderYaml(yaml, modelOf([jan]), { variables }))[0]?.message).toContain(message);
  });
});

describe('a variable cannot extend beyond its field', () => {
  const variable = 'variables: { v: { description: d }, w: { description: d, default: "" } }';
  const lines = `rows: { each: 'lines', columns: [{ header: c, value: "{{note}}" }] }`;
  const control =
    'the variable v contains a tab, a line break or another control character: write it on one line';
  test.each([
    ['a tab in a tab-separated heading', '"\\t"', '"A\\tB\\n1\\t{{ variables.v }}"', 'a\tb', [control]],
    ['a line break', '";"', '"{{ variables.v }}"', 'a\nb', [control]],
    ['another line break character', '";"', '"{{ variables.v }}"', 'a\u2028b', [control]],
    [
      'the delimiter in a record',
      '";"',
      '"{{ variables.v }};1"',
      'a;b',
      ['the variable v contains ";", which separates the fields of its line'],
    ],
    ['the delimiter in a sentence', '";"', '"Company: {{ variables.v }}\\n1;2"', 'a;b', []],
    ['the delimiter in a condition only', '";"', '\'{{if variables.v = "x;y" then ";"}}\'', 'a;b', []],
    [
      'the delimiter, by filters',
      '";"',
      '"1;{{ variables.v | upper }}"',
      'a;b',
      ['the variable v contains ";", which separates the fields of its line'],
    ],
    ['another character', '";"', '"{{ variables.v }};1"', 'a,b', []],
  ])('%s', (_name, delimiter, preamble, v, expected) => {
    const yaml = `dialect: { delimiter: ${delimiter}, quoting: none }\npreamble: ${preamble}\n${variable}\n${lines}`;
    const render = () => renderYaml(yaml, modelOf([jan]), { variables: { v } });
    if (expected.length === 0) return void expect(render()).toHaveLength(1);
    expect(problemsOf(render).map(({ message }) => message)).toEqual(expected);
  });

  test('a pattern that allows everything does not allow a tab; a list of values may', () => {
    const own =
      'variables: { v: { description: d, pattern: "[^;]*" }, w: { description: d, values: [";", "\\t"] } }';
    const yaml = `${own}\n${lines}`;
    expect(
      problemsOf(() => renderYaml(yaml, modelOf([]), { variables: { v: 'a\tb', w: '\t' } })).map(
        ({ message }) => message,
      ),
    ).toEqual([control]);
  });

  test('a pay code as a heading', () => {
    const yaml = `dialect: { delimiter: ";", quoting: none }\nrows: { each: 'lines group by employee.id', codes: { by: code }, columns: [{ pivot: {}, value: "{{minutes | hours:2}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, modelOf([{ ...jan, code: 'a;b', minutes: 1 }])))).toEqual([
      {
        column: 'header',
        value: 'a;b',
        message: 'contains a delimiter or a line break, and this file does not use quotes',
      },
    ]);
  });
});

describe('composed text runs no code and reads only its own data', () => {
  test.each([
    ['constructor', '{{ employee.constructor }}'],
    ['prototype', '{{ employee.__proto__ }}'],
    ['the clock', '{{ now | date:"DD" }}'],
  ])('%s', (_name, text) => {
    expect(
      problemsOf(() => renderYaml(columns(`{ header: c, value: ${JSON.stringify(text)} }`), modelOf([jan]))),
    ).toHaveLength(1);
  });
});

test('invalid file names', () => {
  for (const name of ['../x', 'a/b', 'a\\b', 'con.csv', '.hidden', 'a:b', ' ', 'x'.repeat(300)]) {
    const yaml = columns('{ header: c, value: "x" }', `fileName: ${JSON.stringify(name)}`);
    expect(
      problemsOf(() => renderYaml(yaml, modelOf([]))).map((problem) => problem.message),
      name,
    ).toEqual(['cannot be used as a file name']);
  }
});

test('two files with the same name', () => {
  const yaml = columns(
    '{ header: c, value: "x" }',
    'fileName: a.csv\ncompanions: [{ fileName: A.csv, preamble: x }]',
  );
  expect(problemsOf(() => renderYaml(yaml, modelOf([])))).toMatchObject([
    { message: 'two files would have this name' },
  ]);
});

describe('keys that several employees share', () => {
  const people = (...numbers: readonly (string | null)[]) =>
    numbers.map((number, index) => ({ 'employee.id': `e${index}`, 'employee.number': number, note: 'x' }));
  const yaml = (key: string, top = '') =>
    `${top}
rows: { each: 'lines', columns: [{ header: c, value: "{{employee.number}}"${key}, width: 4, align: right, pad: "0" }] }`;

  test.each([
    ['padding makes keys equal', '', ['17', '017', '0017', '18'], ['e0 as "17"; e1 as "017"; e2 as "0017"']],
    ['each clash separately', '', ['1', '01', '2', '02'], ['e0 as "1"; e1 as "01"', 'e2 as "2"; e3 as "02"']],
    ['employees without a number are ignored', '', [null, null, ''], []],
    ['key: none', ', key: none', ['17', '017'], []],
    ['for people', '', ['17', '017'], [], 'audience: people'],
    ['key: text, for people', ', key: text', ['17', '017'], ['e0 as "17"; e1 as "017"'], 'audience: people'],
  ])('%s', (_name, key, numbers, expected, top = '') => {
    const render = () => renderYaml(yaml(key, top), modelOf(people(...numbers)));
    if (expected.length === 0) return void expect(render()).toHaveLength(1);
    expect(problemsOf(render).map(({ message }) => /employees: (.*)\. Give/.exec(message)?.[1])).toEqual(
      expected,
    );
  });

  test('a long list names twenty and counts the rest; files and sections are checked together', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      'employee.id': `e${index + 10}`,
      'employee.name': 'Nolte, Jan',
      'employee.number': index % 2 === 0 ? 'a' : 'A',
      note: `${index}`,
      code: `${index + 10}`,
    }));
    const split = `split: { field: code }
rows: { each: lines, columns: [{ header: c, value: '{{employee.number & ""}}', key: text }] }`;
    const [problem, ...others] = problemsOf(() => renderYaml(split, modelOf(many)));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ column: 'c', value: 'a' });
    expect(problem?.message).toContain('Nolte, Jan (e10) as "a"; Nolte, Jan (e11) as "A"; ');
    expect(problem?.message).toContain(
      'Nolte, Jan (e29) as "A"; … and 5 more. Give each a different value in the employee mapping',
    );
  });
});
