import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplateFile } from '../../../src/documents/template/loadTemplate.js';
import type { GivenRecord } from '../../../src/documents/text/givenRows.js';
import { CollectedUnits } from '../../../src/documents/text/rowUnits.js';
import { amountPlaceOf, parseRowName, recordNameOf } from '../../../src/domain/corrections/rowName.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const JAN = { 'employee.id': 'e1', 'employee.name': 'Nolte, Jan', 'employee.number': '007' };
const EVA = { 'employee.id': 'e2', 'employee.name': 'Maes & "Co" <Eva>', 'employee.number': '12' };
const ROWS = [
  { ...EVA, date: '2026-10-02', code: 'N', minutes: 50, flag: true },
  { ...JAN, date: '2026-10-01', code: 'N', minutes: 480, flag: true },
  { ...JAN, date: '2026-10-02', code: 'N', minutes: 450, flag: false, note: 'a\nb' },
  { ...JAN, date: '2026-10-02', code: 'O', minutes: 0, flag: null },
];

const XML = `
dialect: xml
tree:
  element: payroll
  attributes:
    xmlns: { value: "urn:example" }
    month: { value: "{{part.month | date:'YYYY-MM'}}" }
    total: { value: "{{sum(lines.minutes) | hours:2}}" }
  children:
    - element: employee
      each: lines group by employee.id sort by employee.number
      attributes: { id: { value: "{{employee.number}}" } }
      children:
        - { element: name, value: "{{employee.name}}" }
        - { element: days, value: "{{distinct(date)}}" }
        - element: day
          each: group by date sort by date
          attributes: { date: { value: "{{date}}" } }
          children:
            - element: line
              each: sort by code
              attributes: { code: { value: "{{code}}" } }
              value: "{{minutes | hours:2}}"
              zero: omit
        - { element: hours, value: "{{sum(minutes) | hours:2}}" }
    - { element: employees, value: "{{distinct(lines.employee.id)}}" }
`;

describe('xml', () => {
  test('groups that open and close, attributes, sums and counts', () => {
    const [file] = renderYaml(XML, modelOf(ROWS));
    expect(textOf(file)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<payroll xmlns="urn:example" month="2026-10" total="16.33">
  <employee id="007">
    <name>Nolte, Jan</name>
    <days>2</days>
    <day date="2026-10-01">
      <line code="N">8.00</line>
    </day>
    <day date="2026-10-02">
      <line code="N">7.50</line>
    </day>
    <hours>15.50</hours>
  </employee>
  <employee id="12">
    <name>Maes &amp; "Co" &lt;Eva&gt;</name>
    <days>1</days>
    <day date="2026-10-02">
      <line code="N">0.83</line>
    </day>
    <hours>0.83</hours>
  </employee>
  <employees>2</employees>
</payroll>
`);
    expect(file?.rows).toBe(4);
  });

  test('one line, a chosen encoding, no declaration', () => {
    const tree =
      'tree: { element: a, attributes: { n: { value: "{{run.employer}}" } }, children: [{ element: b, value: "é" }] }';
    const one = (keys: string, encoding: string) =>
      textOf(
        renderYaml(
          `dialect: { type: xml, ${keys} }\nencoding: { charset: ${encoding} }\n${tree}`,
          modelOf([]),
        )[0],
        encoding,
      );
    expect(one('indent: 0, newline: crlf', 'windows-1252')).toBe(
      '<?xml version="1.0" encoding="windows-1252"?>\r\n<a n="acme"><b>é</b></a>\r\n',
    );
    expect(one('indent: 0, declaration: false, finalNewline: false', 'utf-8')).toBe(
      '<a n="acme"><b>é</b></a>',
    );
  });

  test('quotes, tabs and line breaks in attributes, a carriage return in a text', () => {
    const tree = `tree: { element: a, each: 'lines', attributes: { n: { value: "{{note}}" } }, value: "{{note}}" }`;
    const [file] = renderYaml(
      `dialect: { type: xml, declaration: false }\n${tree}`,
      modelOf([{ note: '"\t\n\r<&>' }]),
    );
    expect(textOf(file)).toBe('<a n="&quot;&#9;&#10;&#13;&lt;&amp;&gt;">"\t\n&#13;&lt;&amp;&gt;</a>\n');
  });

  test('empty values are kept or omitted', () => {
    const tree = `tree:
  element: a
  each: lines
  attributes: { k: { value: "{{note}}" }, o: { value: "{{note}}", empty: omit } }
  children: [{ element: kept, value: "{{note}}" }, { element: left, value: "{{note}}", empty: omit }]`;
    const [file] = renderYaml(
      `dialect: { type: xml, declaration: false, indent: 0 }\n${tree}`,
      modelOf([{}]),
    );
    expect(textOf(file)).toBe('<a k=""><kept/></a>\n');
  });

  test('rows of another data set belong to the enclosing node, by the named fields', () => {
    const tree = `tree:
  element: all
  children:
    - element: p
      each: lines group by employee.id sort by employee.id
      attributes: { id: { value: "{{employee.id}}" } }
      children: [{ element: m, each: 'other on employee.id', value: "{{minutes}}" }]`;
    const model = modelOf(ROWS);
    const other = { ...(model.dataSets.get('lines') ?? { fields: [] }), name: 'other' };
    const rows = [
      { ...JAN, minutes: 1 },
      { ...EVA, minutes: 2 },
      { ...JAN, minutes: 3 },
    ];
    const dataSets = new Map([...model.dataSets, ['other', { ...other, rows }]]);
    const [file] = renderYaml(`dialect: { type: xml, declaration: false, indent: 0 }\n${tree}`, {
      ...model,
      dataSets,
    });
    expect(textOf(file)).toBe('<all><p id="e1"><m>1</m><m>3</m></p><p id="e2"><m>2</m></p></all>\n');
  });

  test.each([
    ['a control character', { note: 'a\u0001b' }, 'contains a character that XML and JSON do not allow'],
    ['half a character', { note: 'a\ud800b' }, 'contains a character that XML and JSON do not allow'],
  ])('%s is refused', (_, row, message) => {
    const tree = `tree: { element: a, each: 'lines', value: "{{note}}" }`;
    const problems = problemsOf(() => renderYaml(`dialect: xml\n${tree}`, modelOf([{ ...JAN, ...row }])));
    expect(problems.map((problem) => problem.message)).toContain(message);
  });

  test.each([
    [
      'a missing field',
      `each: 'lines', value: "{{minuts}}"`,
      'the data set lines has no field minuts. Did you mean minutes?',
    ],
    ['a missing data set', `each: 'linez', value: "{{minutes}}"`, 'there is no data set linez'],
    [
      'a field that differs in the group',
      `each: 'lines group by employee.id', value: "{{code}}"`,
      'has different values within the group',
    ],
    ['rows of no data set', `each: 'group by date', value: "x"`, 'this node is not inside any rows'],
    [
      'a violated rule',
      `each: 'lines', value: "{{employee.number}}", pattern: "[0-9]{3}"`,
      'must match [0-9]{3}',
    ],
    ['a sort by a missing field', `each: 'lines sort by codee', value: "{{code}}"`, 'has no field codee'],
  ])('%s', (_, keys, message) => {
    const problems = problemsOf(() =>
      renderYaml(`dialect: xml\ntree: { element: a, ${keys} }`, modelOf(ROWS)),
    );
    expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
  });
});

describe('json', () => {
  const JSON_YAML = `
dialect: json
tree:
  properties:
    employer: { value: "{{run.employer}}" }
    total: { value: "{{sum(lines.minutes) | hours:2}}" }
    employees:
      each: lines group by employee.id sort by employee.number
      items:
        properties:
          number: { value: "{{employee.number}}" }
          id: { value: "{{employee.number | text}}", pattern: "[0-9]+" }
          hours: { value: "{{minutes | hours:2}}" }
          hoursText: { value: "{{minutes | hours:2}}", as: text }
          days:
            each: where minutes > 0 group by date sort by date
            items: { properties: { date: { value: "{{date}}" }, minutes: { value: "{{minutes}}" } } }
          note: { value: "", empty: omit }
          none: { value: "" }
`;

  test('objects, lists, numbers as numbers', () => {
    const [file] = renderYaml(JSON_YAML, modelOf(ROWS));
    const text = textOf(file);
    expect(JSON.parse(text)).toEqual({
      employer: 'acme',
      total: 16.33,
      employees: [
        {
          number: '007',
          id: '007',
          hours: 15.5,
          hoursText: '15.50',
          days: [
            { date: '2026-10-01', minutes: 480 },
            { date: '2026-10-02', minutes: 450 },
          ],
          none: null,
        },
        {
          number: '12',
          id: '12',
          hours: 0.83,
          hoursText: '0.83',
          days: [{ date: '2026-10-02', minutes: 50 }],
          none: null,
        },
      ],
    });
    expect(text).toContain('"hours": 15.50,');
    expect(file?.rows).toBe(3);
  });

  test('a list at the top, booleans, texts that look like numbers, one line', () => {
    const yaml = `dialect: { type: json, indent: 0 }
tree: { each: 'lines', items: { properties: { flag: { value: "{{flag}}" }, n: { value: "{{employee.number}}" }, note: { value: "{{note}}" }, i: { value: "{{minutes | hundredths}}" } } } }`;
    expect(textOf(renderYaml(yaml, modelOf(ROWS.slice(0, 3)))[0])).toBe(
      '[{"flag":true,"n":"12","note":null,"i":83},{"flag":true,"n":"007","note":null,"i":800},{"flag":false,"n":"007","note":"a\\nb","i":750}]\n',
    );
  });

  test('without employees: an empty list for people, no file for payroll', () => {
    const yaml = `dialect: json\ntree: { each: 'lines', items: { value: "{{minutes}}" } }`;
    expect(textOf(renderYaml(`audience: people\n${yaml}`, modelOf([]))[0])).toBe('[]\n');
    expect(renderYaml(yaml, modelOf([]))).toEqual([]);
  });
});

/** Pay lines of two employees, with mapped codes. */
function payLines(rows: Parameters<typeof modelOf>[0]): ReturnType<typeof modelOf> {
  const model = modelOf(rows);
  const set = model.dataSets.get('lines') ?? { fields: [] };
  const fields = [
    ...set.fields,
    ...['external', 'payCode'].map((name) => ({ name, type: 'text' as const, description: '' })),
  ];
  const all = rows.map((row) => ({ external: row.code ?? null, payCode: row.code ?? null, ...row }));
  return { ...model, dataSets: new Map([['pay-lines', { name: 'pay-lines', fields, rows: all }]]) };
}

describe('the total of a tree', () => {
  const NESTED = `dialect: { type: xml, declaration: false, indent: 0 }
tree:
  element: all
  children:
    - element: p
      each: pay-lines group by employee.number sort by employee.number
      attributes: { n: { value: "{{employee.number}}" }, inAll: { value: "{{minutes | hours:2}}" } }
      children:
        - { element: sum, value: "{{sum(minutes) | hours:2}}" }
        - element: h
          each: group by external sort by external
          attributes: { c: { value: "{{external}}" } }
          value: "{{minutes | hours:2}}"
          zero: omit`;

  test('counts the innermost rows, and not the sums around them', () => {
    const [file] = renderYaml(NESTED, payLines(ROWS));
    expect(textOf(file)).toBe(
      '<all><p n="007" inAll="15.50"><sum>15.50</sum><h c="N">15.50</h></p><p n="12" inAll="0.83"><sum>0.83</sum><h c="N">0.83</h></p></all>\n',
    );
    expect(file?.controlSlip).toMatchObject({
      lines: 2,
      writtenHours: 16.33,
      minutes: 980,
      decimals: 2,
      codes: [{ code: 'N', lines: 2, minutes: 980 }],
      employees: [
        { employeeNumber: '007', writtenHours: 15.5, minutes: 930 },
        { employeeNumber: '12', writtenHours: 0.83, minutes: 50 },
      ],
    });
  });

  test('json: a list within a list; a second unit next to it is not a second amount', () => {
    const yaml = `dialect: json
tree:
  each: pay-lines group by employee.number
  items:
    properties:
      days:
        each: group by date, external
        items: { properties: { h: { value: "{{minutes | hours:2}}" }, m: { value: "{{minutes}}" } } }`;
    const [file] = renderYaml(yaml, payLines(ROWS));
    expect(file?.controlSlip).toMatchObject({ lines: 3, minutes: 980, decimals: 2 });
  });

  test('prints the rows that corrections select, also identified by their enclosing nodes', () => {
    const collected = new CollectedUnits();
    renderYaml(NESTED, payLines(ROWS), { rowUnits: collected });
    const names = collected.amounts.map(({ row }) => JSON.parse(row).values);
    expect(names).toEqual([
      { 'employee.number': '007', external: 'N' },
      { 'employee.number': '007', external: 'O' },
      { 'employee.number': '12', external: 'N' },
    ]);
    const records = [givenRecord(collected, 0, -25), givenRecord(collected, 2, 7)];
    const [file] = renderYaml(NESTED, payLines([]), { records });
    expect(textOf(file)).toContain('<h c="N">-0.25</h></p>');
    expect(textOf(file)).toContain('<h c="N">0.07</h></p>');
    expect(textOf(file)).not.toContain('c="O"');
  });

  test('a sign that is written apart is that of the digits beside it, whatever the minutes say', () => {
    const yaml = `dialect: { type: xml, declaration: false, indent: 0 }
tree: { element: all, children: [{ element: p, each: 'pay-lines group by employee.number, external', attributes: { s: { value: "{{minutes | sign:'+','-'}}" } }, children: [{ element: h, value: "{{minutes | hours:2 | unsigned}}" }] }] }`;
    const collected = new CollectedUnits();
    renderYaml(yaml, payLines(ROWS), { rowUnits: collected });
    // The rounding of a total moves a hundredth down, although the minutes of this row grew.
    const { amounts, ...record } = givenRecord(collected, 0, -1);
    const [file] = renderYaml(yaml, payLines([]), {
      records: [{ ...record, amounts: amounts.map((amount) => ({ ...amount, amount: 1 })) }],
    });
    expect(textOf(file)).toBe('<all><p s="-"><h>0.01</h></p></all>\n');
  });

  test('hours and minutes in separate values', () => {
    const yaml = `dialect: { type: xml, declaration: false, indent: 0 }
tree: { element: all, children: [{ element: p, each: 'pay-lines group by employee.number', children: [{ element: h, value: "{{minutes | clock-hours}}" }, { element: m, value: "{{minutes | clock-minutes}}" }] }] }`;
    const [file] = renderYaml(yaml, payLines([{ ...JAN, code: 'N', minutes: -620 }]));
    expect(textOf(file)).toBe('<all><p><h>-10</h><m>-20</m></p></all>\n');
    expect(file?.controlSlip).toMatchObject({ decimals: null, minutes: -620 });
    const [short] = renderYaml(yaml, payLines([{ ...JAN, code: 'N', minutes: -20 }]));
    expect(textOf(short)).toBe('<all><p><h>0</h><m>-20</m></p></all>\n');
  });
});

describe('a tree whose hours match a total', () => {
  const XML_DAYS = (reconcile: string) => `
dialect: { type: xml, declaration: false, indent: 0 }
tree:
  element: all
  children:
    - element: p
      each: pay-lines group by employee.number sort by employee.number
      attributes: { n: { value: "{{employee.number}}" }, sum: { value: "{{sum(minutes) | hours}}" } }
      children:
        - element: d
          each: group by date sort by date
          children: [{ element: h, each: 'group by external sort by external', value: "{{minutes | hours:2}}", reconcile: ${reconcile} }]
`;
  const JSON_DAYS = `
dialect: { type: json, indent: 0 }
tree:
  each: pay-lines group by employee.number, date sort by employee.number, date
  items:
    properties:
      n: { value: "{{employee.number}}" }
      all: { value: "{{minutes | hours:2}}", reconcile: true }
`;
  const month = (minutes: number) =>
    Array.from({ length: 31 }, (_, day) => {
      return { ...JAN, date: `2026-10-${String(day + 1).padStart(2, '0')}`, code: 'N', minutes };
    });
  const hundredths = (texts: Iterable<string | undefined>) =>
    [...texts].reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
  const written = (xml: string) => [...xml.matchAll(/<h>([-\d.]+)<\/h>/g)].map(([, text]) => text);

  test('31 days of 7 h 20 are 227.33', () => {
    const xml = textOf(renderYaml(XML_DAYS('[employee.number]'), payLines(month(440)))[0]);
    expect(written(xml)).toHaveLength(31);
    expect(new Set(written(xml))).toEqual(new Set(['7.33', '7.34']));
    expect(hundredths(written(xml))).toBe(22_733);
    expect(xml).toContain('sum="227.33"');
    const json = JSON.parse(textOf(renderYaml(JSON_DAYS, payLines(month(440)))[0]));
    expect(hundredths(json.map(({ all }: { all: number }) => String(all)))).toBe(22_733);
  });

  test('the same values are collected, passed to a slip and printed', () => {
    const collected = new CollectedUnits();
    const yaml = XML_DAYS('[employee.number]');
    const [file] = renderYaml(yaml, payLines(month(440)), { rowUnits: collected });
    expect(collected.amounts.reduce((sum, { units }) => sum + units, 0)).toBe(22_733);
    expect(hundredths(written(textOf(file)))).toBe(22_733);
    expect(renderYaml(yaml, payLines(month(440)))[0]?.controlSlip).toMatchObject({
      decimals: 2,
      writtenHours: 227.33,
    });
    const [given] = renderYaml(yaml, payLines([]), { records: [givenRecord(collected, 3, 5)] });
    expect(written(textOf(given))).toEqual(['0.05']);
  });

  test('any rows: each employee gets the rounded sum of the entries, and no value differs by a hundredth', () => {
    const rows = fc.array(
      fc.record({
        person: fc.constantFrom(JAN, EVA),
        day: fc.integer({ min: 1, max: 5 }),
        code: fc.constantFrom('N', 'O'),
        minutes: fc.integer({ min: -600, max: 600 }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    const rounded = (minutes: number) => Math.sign(minutes) * Math.floor((Math.abs(minutes) * 10 + 3) / 6);
    fc.assert(
      fc.property(rows, (chosen) => {
        const lines = chosen.map(({ person, day, ...line }) => ({
          ...person,
          ...line,
          date: `2026-10-0${day}`,
        }));
        const xml = textOf(renderYaml(XML_DAYS('[employee.number]'), payLines(lines))[0]);
        for (const [, number = '', inner = ''] of xml.matchAll(/<p n="(\d+)"[^>]*>(.*?)<\/p>/g)) {
          const own = lines.filter((line) => line['employee.number'] === number);
          const sum = own.reduce((total, { minutes }) => total + minutes, 0);
          expect(hundredths(written(inner))).toBe(rounded(sum));
          const cells = new Map<string, number>();
          for (const { date, code, minutes } of own.sort((a, b) =>
            `${a.date}${a.code}` < `${b.date}${b.code}` ? -1 : 1,
          ))
            cells.set(date + code, (cells.get(date + code) ?? 0) + minutes);
          const exact = [...cells.values()].map((minutes) => minutes / 60);
          written(inner).forEach((text, index) => {
            expect(Math.abs(Number(text) - (exact[index] ?? 0))).toBeLessThan(0.01);
          });
        }
      }),
    );
  });

  test('rows of a data set that is not pay lines too, and sums around the rows', () => {
    const yaml = `
dialect: { type: xml, declaration: false, indent: 0 }
tree:
  element: all
  children:
    - { element: p, each: 'lines group by employee.number sort by employee.number', children: [{ element: h, value: "{{sum(minutes) | hours:2}}", reconcile: true }] }
`;
    const people = ['1', '2', '3'].map((number) => ({ ...JAN, 'employee.number': number, minutes: 20 }));
    expect(written(textOf(renderYaml(yaml, modelOf(people))[0]))).toEqual(['0.34', '0.33', '0.33']);
  });

  test('a missing field, and a text, are refused', () => {
    const messages = problemsOf(() => renderYaml(XML_DAYS('[nothing]'), payLines(month(440))));
    expect(messages.map(({ message }) => message).join()).toContain('no field nothing');
    expect(() =>
      parseTemplateFile(
        new TextEncoder().encode(
          'kind: text\ndescription: t\naudience: people\ndialect: xml\ntree: { element: a, value: "x", reconcile: true }\n',
        ),
        'x',
      ),
    ).toThrow('is only for amounts');
  });
});

describe('two employees, or two codes, under one key of a tree', () => {
  const KEYED = (key: string) => `dialect: xml
tree:
  element: all
  children:
    - element: p
      each: pay-lines group by employee.number
      attributes: { n: { value: "{{employee.number}}", key: ${key} } }
      children: [{ element: h, each: 'group by external', attributes: { c: { value: "{{external}}", key: ${key} } }, value: "{{minutes}}" }]`;
  const two = payLines([
    { ...JAN, 'employee.number': '7', code: '1', minutes: 60 },
    { ...EVA, 'employee.number': '007', code: '01', minutes: 60 },
  ]);

  test('numbers', () => {
    const problems = problemsOf(() => renderYaml(KEYED('number'), two));
    expect(problems.map(({ column, message }) => [column, message.slice(0, 33)])).toEqual([
      ['all/p/@n', 'is shared by several employees: N'],
      ['all/p/h/@c', 'is shared by several pay codes: 1'],
    ]);
  });

  test.each(['text', 'none'])('are distinguished as %s', (key) => {
    expect(() => renderYaml(KEYED(key), two)).not.toThrow();
  });

  test('json', () => {
    const yaml = `dialect: json
tree: { each: 'pay-lines group by employee.number', items: { properties: { n: { value: "{{employee.number}}" }, h: { value: "{{minutes}}" } } } }`;
    const alike = payLines([
      { ...JAN, 'employee.number': 'a7', code: '1', minutes: 60 },
      { ...EVA, 'employee.number': 'A7', code: '1', minutes: 60 },
    ]);
    expect(problemsOf(() => renderYaml(yaml, alike)).map(({ column }) => column)).toEqual(['[].n']);
  });
});

describe('incompatible keys are refused with line and key', () => {
  const parse = (yaml: string) =>
    parseTemplateFile(
      new TextEncoder().encode(`kind: text\ndescription: d\naudience: payroll\n${yaml}`),
      't.yaml',
    );

  test.each([
    ['xml without a tree', 'dialect: xml\n', 'tree: is required for dialect: xml'],
    [
      'xml with rows',
      `dialect: xml\ntree: { element: a }\nrows: { each: 'x', columns: [{ value: "{{a}}" }] }\n`,
      'rows: is only for text files',
    ],
    ['a tree without xml', 'tree: { element: a }\n', 'tree: is only for dialect: xml or dialect: json'],
    [
      'json with an element',
      'dialect: json\ntree: { element: a }\n',
      'tree: must start with properties or items for dialect: json',
    ],
    [
      'xml with properties',
      'dialect: xml\ntree: { properties: {} }\n',
      'tree: must start with an element for dialect: xml',
    ],
    [
      'a name that XML does not allow',
      'dialect: xml\ntree: { element: "1a" }\n',
      'tree.element: is not a valid XML name',
    ],
    [
      'a key of earlier versions',
      'dialect: xml\ntree: { element: a, field: b }\n',
      'is a key of earlier versions',
    ],
    [
      'a value and children',
      'dialect: xml\ntree: { element: a, value: "{{b}}", children: [{ element: c }] }\n',
      'an element can have a value or children',
    ],
    [
      'an attribute without a source',
      'dialect: xml\ntree: { element: a, attributes: { b: {} } }\n',
      'tree.attributes.b: needs exactly one of',
    ],
    ['items without rows', 'dialect: json\ntree: { items: { value: "a" } }\n', 'needs both items and each'],
    [
      'a property without anything',
      'dialect: json\ntree: { properties: { a: {} } }\n',
      'tree.properties.a: needs properties, items, or one of',
    ],
    ['an unknown dialect', 'dialect: yaml\n', 'dialect.type'],
    [
      'an unknown key deep in the tree',
      'dialect: xml\ntree: { element: a, children: [{ elment: b }] }\n',
      'tree.children.0',
    ],
    [
      'a schema in another folder',
      'dialect: { type: xml, schema: ../x.xsd }\ntree: { element: a }\n',
      'dialect.schema: must be the name of a file',
    ],
  ])('%s', (_, yaml, message) => {
    expect(() => parse(yaml)).toThrow(message);
  });
});

/** One of the collected amounts with other units, as a correction has it. */
function givenRecord({ amounts, records }: CollectedUnits, index: number, units: number): GivenRecord {
  const row = amounts[index]?.row ?? '';
  const record = records.get(recordNameOf(row));
  if (record === undefined) throw new Error('no such amount');
  const unitsOfOne = amounts[index]?.unitsOfOne ?? 60;
  const amount = {
    ...amountPlaceOf(parseRowName(row)),
    unit: 'minutes' as const,
    units,
    unitsOfOne,
    amount: units,
  };
  return { ...record, from: '2026-10-01', to: '2026-10-31', amounts: [amount] };
}
