import { describe, expect, test } from 'vitest';
import { likeTemplate } from '../../../src/documents/like/likeTemplate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

/* Layouts that templates of earlier versions could not say. */

const JAN = { 'employee.id': 'e1', 'employee.number': '7', 'employee.name': 'Nolte, Jan' };
const EVA = { 'employee.id': 'e2', 'employee.number': '12', 'employee.name': 'Maes, "Eva"' };
const model = modelOf([
  { ...JAN, code: 'N', minutes: 480 },
  { ...JAN, code: 'O', minutes: -75 },
  { ...EVA, code: 'N', minutes: 90 },
]);

describe('a JSON object per employee in a file of its own', () => {
  const yaml = `split: { field: employee.number }
fileName: "{{part.label}}.json"
dialect: { type: json, indent: 0 }
tree:
  each: lines group by employee.number
  properties:
    number: { value: "{{employee.number}}" }
    hours: { each: group by code sort by code, items: { properties: { code: { value: "{{code}}" }, hours: { value: "{{minutes | hours:2}}" } } } }
`;

  test('each file is one object', () => {
    const files = renderYaml(yaml, model);
    expect(files.map((file) => [file.name, JSON.parse(textOf(file))])).toEqual([
      ['2026-10_12.json', { number: '12', hours: [{ code: 'N', hours: 1.5 }] }],
      [
        '2026-10_7.json',
        {
          number: '7',
          hours: [
            { code: 'N', hours: 8 },
            { code: 'O', hours: -1.25 },
          ],
        },
      ],
    ]);
  });

  test('several rows are no single object', () => {
    const together = yaml.replace('split: { field: employee.number }\n', '');
    expect(problemsOf(() => renderYaml(together, model))[0]?.message).toContain('has several rows');
  });
});

test('every field in quotes', () => {
  const yaml = `dialect: { quoting: all, delimiter: ";" }
rows: { each: lines where code = "N", columns: [{ header: name, value: "{{employee.name}}" }, { header: h, value: "{{minutes | hours:2,','}}" }] }`;
  expect(textOf(renderYaml(yaml, model)[0])).toBe(
    '"name";"h"\n"Nolte, Jan";"8,00"\n"Maes, ""Eva""";"1,50"\n',
  );
});

test('signs in the last digit, with a control line of sum and count', () => {
  const yaml = `dialect: { delimiter: "", newline: crlf }
rows:
  each: lines sort by employee.id, code
  header: false
  columns:
    - { value: "1", width: 1 }
    - { value: "{{employee.number}}", width: 5, align: right, pad: "0" }
    - { header: hours, value: "{{minutes | hundredths | overpunch}}", width: 7, align: right, pad: "0", total: true }
footer: '9{{lines | text | pad-start:5}}{{totals.hours | pad-start:7}}'
`;
  // 8.00 hours are 80{, -1.25 are 12N, and their sum with 1.50 is 82E.
  expect(textOf(renderYaml(yaml, model)[0])).toBe(
    '100007000080{\r\n100007000012N\r\n100012000015{\r\n900003000082E\r\n',
  );
});

test('an example in UTF-16 is read, and the question says that the template writes UTF-8', () => {
  const text = 'number;code;hours\r\n0815;100;7,50\r\n0816;100;8,00\r\n';
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  const { yaml, questions, difference } = likeTemplate('hours.csv', bytes, {
    columns: [],
    widths: undefined,
  });
  expect(yaml).toContain('each: pay-lines group by employee.number');
  expect(difference).toBeUndefined();
  expect(questions.map(englishText).join()).toContain('UTF-16');
});

test('computed amounts, conditions on totals, and texts after each other', () => {
  const yaml = `rows:
  each: lines where minutes > 0 and employee.number != null or code = "O" group by employee.number sort by number(employee.number)
  header: false
  columns:
    - { value: "{{number(employee.number) + 100}}" }
    - { value: "{{sum(minutes where code = 'N') | hours:2}}" }
    - { value: "{{minutes - 30 | hours:2}}", total: true }
    - { value: "{{if sum(minutes) > 100 then 'long' else employee.number & '!'}}" }
`;
  expect(textOf(renderYaml(yaml, model)[0])).toBe('107,8.00,6.25,long\n112,1.50,1.00,12!\n');
});

test('columns of pay codes that add up different fields are refused', () => {
  const of = (second: string) => `rows:
  each: lines group by employee.number
  codes: { by: code }
  columns:
    - { header: normal, code: N, value: "{{minutes}}" }
    - { header: meals, code: O, value: "{{${second}}}" }
`;
  expect(() => renderYaml(of('times'), model)).toThrow(/add up the same field: give the columns of minutes/);
  expect(textOf(renderYaml(of('minutes'), model)[0])).toBe('normal,meals\n480,-75\n90,\n');
});
