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
