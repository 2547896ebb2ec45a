import { describe, expect, test } from 'vitest';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const rows = `rows: { each: 'lines', columns: [{ header: code, value: "{{code}}" }] }`;
const model = modelOf([{ code: 'A', minutes: 60 }]);

describe('what a template requires of the period', () => {
  test.each([
    ['in the range', `{ must: 'part.days >= 28 and part.days <= 31', message: no }`, []],
    ['too short', `{ must: 'part.days >= 32', message: too short }`, ['too short']],
    ['too long', `{ must: 'part.days <= 14', message: too long }`, ['too long']],
    ['one of a list', `{ must: 'run.employer in ("acme", "other")', message: no }`, []],
    ['not in the list', `{ must: 'run.employer in ("other")', message: not ours }`, ['not ours']],
    ['only for another variable', `{ if: 'variables.v = "b"', must: 'part.days <= 1', message: no }`, []],
    [
      'an unknown field',
      `{ must: 'part.dayz >= 1', message: no }`,
      ['There is no field "part.dayz". Did you mean part.days?'],
    ],
  ])('%s', (_, check, expected) => {
    const yaml = `variables: { v: { description: x, default: a } }\nchecks: [${check}]\n${rows}`;
    expect(problemsOf(() => renderYaml(yaml, model)).map(({ message }) => message)).toEqual(expected);
  });
});

describe('messages for rows like this', () => {
  test.each([
    ['one matches', 'code = "A"', ['test: look here']],
    ['none matches', 'code = "B"', []],
  ])('%s', (_, condition, expected) => {
    const notices: string[] = [];
    const yaml = `notices: [{ each: 'lines where ${condition}', message: look here }]\n${rows}`;
    renderYaml(yaml, model, { onNotice: (notice) => notices.push(englishText(notice)) });
    expect(notices).toEqual(expected);
  });
});

describe('keys that depend on a variable', () => {
  const yaml = (keys: string) =>
    `variables: { v: { description: x, default: a, values: [a, lf, crlf] } }\n${keys}`;

  test.each([
    ['lf', 'code\nA\n'],
    ['crlf', 'code\r\nA\r\n'],
  ])('line ends: %s', (v, expected) => {
    const text = textOf(
      renderYaml(yaml(`dialect: { newline: "{{variables.v}}" }\n${rows}`), model, { variables: { v } })[0],
    );
    expect(text).toBe(expected);
  });

  test.each([
    ['a', 'code\nA\n'],
    ['lf', 'A\n'],
  ])('headings, where v is %s', (v, expected) => {
    const section = `rows: { each: 'lines', header: { if: 'variables.v = "a"' }, columns: [{ header: code, value: "{{code}}" }] }`;
    expect(textOf(renderYaml(yaml(section), model, { variables: { v } })[0])).toBe(expected);
  });
});

describe('fields that differ in a group', () => {
  const lines = modelOf([
    { 'employee.id': 'e1', code: 'B', note: null, minutes: 60 },
    { 'employee.id': 'e1', code: 'A', note: null, minutes: 30 },
    { 'employee.id': 'e1', code: 'B', note: null, minutes: 10 },
  ]);

  test('are joined, each value once, if the section says so', () => {
    const yaml = `rows: { each: 'lines group by employee.id', header: false, columns: [{ value: "{{join(code)}}" }, { value: "{{join(note)}}" }, { value: "{{minutes}}" }] }`;
    expect(textOf(renderYaml(yaml, lines)[0])).toBe('"A, B",,100\n');
  });

  test('are reported if missing', () => {
    const yaml = `rows: { each: 'lines group by employee.id', columns: [{ value: "{{join(nothing)}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, lines))).toContainEqual(
      expect.objectContaining({ column: 'join' }),
    );
  });
});

describe('names of files', () => {
  const split = (fileName: string, ...values: string[]) =>
    renderYaml(
      `${fileName}split: { field: note }\n${rows}`,
      modelOf(values.map((note) => ({ note, code: 'A' }))),
    ).map(({ name }) => name);

  test('include the value by which the file was split', () => {
    expect(split('', 'Ghent', 'Liège')).toEqual([
      'acme_2026-10_Ghent_test.csv',
      'acme_2026-10_Liège_test.csv',
    ]);
  });

  test('are safe even if a place has a quote, a slash or a colon in its name', () => {
    expect(split('', 'Café "Nord"', 'A/B:C')).toEqual([
      'acme_2026-10_A-B-C_test.csv',
      'acme_2026-10_Café -Nord-_test.csv',
    ]);
    expect(split('fileName: "x {{ part.label }}.csv"\n', '"Nord"')).toEqual(['x 2026-10_-Nord-.csv']);
  });

  const people = [
    { 'employee.id': 'e1', 'employee.number': '0042', 'employee.name': 'Nolte/Jan', code: 'A' },
    { 'employee.id': 'e2', 'employee.number': '7', 'employee.name': 'Maes, Eva', code: 'A' },
  ];
  const perPerson = (fileName: string, all = people) =>
    renderYaml(`fileName: '${fileName}'\nsplit: { field: employee.id }\n${rows}`, modelOf(all)).map(
      ({ name, folder }) => [name, folder],
    );

  test('can have what all rows of a file have in common, with its formats', () => {
    expect(perPerson('{{employee.number | pad-start:5,"0"}}_{{employee.name}}_{{run.from}}.csv')).toEqual([
      ['00042_Nolte-Jan_2026-10-01.csv', undefined],
      ['00007_Maes, Eva_2026-10-01.csv', undefined],
    ]);
    expect(perPerson('{{employee.id}}.csv')[0]).toEqual(['e1.csv', 'acme_2026-10']);
  });

  test('are refused by name if a field differs in one file, is unknown, or is the same in two files', () => {
    const [first = {}] = people;
    const twice = [...people, { ...first, 'employee.number': '43' }];
    expect(problemsOf(() => perPerson('{{employee.number}}.csv', twice as typeof people))).toMatchObject([
      { column: 'fileName', value: 'employee.number (e1)' },
    ]);
    expect(problemsOf(() => perPerson('{{employee.numbre}}.csv'))[0]?.message).toContain('employee.numbre');
    const same = people.map((row) => ({
      ...row,
      'employee.name': row['employee.id'] === 'e1' ? 'Al' : 'AL',
    }));
    expect(problemsOf(() => perPerson('{{employee.name}}.csv', same))).toMatchObject([
      { message: 'two files would have this name', value: 'AL.csv' },
    ]);
    expect(problemsOf(() => perPerson('con{{employee.note}}.csv'))[0]?.column).toBe('fileName');
  });

  test('are refused if two places get the same name', () => {
    expect(problemsOf(() => split('', 'A/B', 'A:B'))).toMatchObject([
      { message: 'two files would have this name' },
    ]);
  });
});

describe('a fingerprint of the rows', () => {
  const yaml = `fileName: "{{part.fingerprint}}.csv"\nrows: { each: 'lines', columns: [{ header: m, value: "{{minutes}}" }] }`;
  const nameOf = (...minutes: number[]) =>
    renderYaml(yaml, modelOf(minutes.map((each) => ({ minutes: each }))))[0]?.name;

  test('has eight characters, the same for the same rows', () => {
    expect(nameOf(60, 30)).toMatch(/^[0-9A-Z]{8}\.csv$/);
    expect(nameOf(60, 30)).toBe(nameOf(60, 30));
    expect(nameOf(60, 31)).not.toBe(nameOf(60, 30));
  });

  test('ignores fields that are not in the file', () => {
    const named = renderYaml(yaml, modelOf([{ minutes: 60, note: 'x' }]))[0]?.name;
    expect(named).toBe(nameOf(60));
  });
});
