import { describe, expect, test } from 'vitest';
import { checkSample } from '../../../src/documents/template/checkSample.js';
import { loadTemplate } from '../../../src/documents/template/loadTemplate.js';
import { newTemplate } from '../../../src/documents/template/newTemplate.js';
import { buildSample } from '../../../src/documents/template/renderSample.js';
import { showTemplate } from '../../../src/documents/template/showTemplate.js';
import { renderText } from '../../../src/documents/text/renderText.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

const XSD = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="payroll">
    <xs:complexType><xs:sequence>
      <xs:element name="line" maxOccurs="unbounded">
        <xs:complexType>
          <xs:sequence><xs:element name="hours" type="xs:decimal"/></xs:sequence>
          <xs:attribute name="code" use="required">
            <xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="[0-9]{4}"/></xs:restriction></xs:simpleType>
          </xs:attribute>
        </xs:complexType>
      </xs:element>
    </xs:sequence></xs:complexType>
  </xs:element>
</xs:schema>`;
const XML = `kind: text
description: d
audience: payroll
dialect: { type: xml, schema: payroll.xsd }
tree:
  element: payroll
  children:
    - element: line
      each: pay-lines group by external sort by external
      attributes: { code: { value: "{{external}}" } }
      children: [{ element: hours, value: "{{minutes | hours:2}}" }]
`;
const JSON_SCHEMA = JSON.stringify({
  type: 'array',
  items: {
    type: 'object',
    required: ['code', 'hours'],
    properties: { code: { pattern: '^[0-9]{4}$' }, hours: { type: 'number' } },
  },
});
const JSON_YAML = `kind: text
description: d
audience: payroll
dialect: { type: json, schema: payroll.json }
tree:
  each: pay-lines group by external sort by external
  items: { properties: { code: { value: "{{external}}" }, hours: { value: "{{minutes | hours:2}}" } } }
`;

/** A template in memory, with the files in its folder. */
function placesOf(yaml: string, beside: Readonly<Record<string, string>>) {
  const files: Readonly<Record<string, string>> = { 'template.yaml': yaml, ...beside };
  const at = (path: string) => files[path.replace('/base/own/', '')];
  return {
    templatesRoot: '/none',
    baseFolder: '/base',
    files: {
      read: async (path: string) => {
        const text = path.startsWith('/base/own/') ? at(path) : undefined;
        return text === undefined ? undefined : new TextEncoder().encode(text);
      },
      list: async (folder: string) => (folder === '/base/own' ? Object.keys(files).sort() : []),
    },
  };
}

async function problemsOf(yaml: string, beside: Readonly<Record<string, string>>): Promise<string> {
  const places = placesOf(yaml, beside);
  const template = await loadTemplate('./own', places);
  return (await checkSample(template, places.files)).problems.map(englishText).join('\n');
}

describe('a written file is read back and validated against the schema of the template', () => {
  test.each([
    ['xml', XML, { 'payroll.xsd': XSD }],
    ['json', JSON_YAML, { 'payroll.json': JSON_SCHEMA }],
  ])('%s as it should be', async (_, yaml, beside) => {
    expect(await problemsOf(yaml, beside)).toBe('');
  });

  test.each([
    ['a missing element', XML.replace('element: hours', 'element: time'), 'hours'],
    ['hours with a comma', XML.replace('hours:2}}', "hours:2,','}}"), 'decimal'],
    ['a code that the schema does not allow', XML.replaceAll('external', 'payCode'), 'pattern'],
  ])('xml: %s', async (_, yaml, message) => {
    const problems = await problemsOf(yaml, { 'payroll.xsd': XSD });
    expect(problems).toContain(message);
    expect(problems).toMatch(/line \d+/);
  });

  test.each([
    ['hours as a text', JSON_YAML.replace('hours:2}}"', 'hours:2}}", as: text'), '/0/hours: must be number'],
    [
      'a missing property',
      JSON_YAML.replace('hours: { value', 'time: { value'),
      "must have required property 'hours'",
    ],
  ])('json: %s', async (_, yaml, message) => {
    expect(await problemsOf(yaml, { 'payroll.json': JSON_SCHEMA })).toContain(message);
  });

  test('every run also reads its own file back', async () => {
    const template = await loadTemplate('./own', placesOf(XML, { 'payroll.xsd': XSD }));
    if (template.kind !== 'text') throw new Error('not a text template');
    const { model } = buildSample(template.spec);
    const set = model.dataSets.get('pay-lines');
    if (set === undefined) throw new Error('the sample has no pay lines');
    const rows = set.rows.map((row) => ({ ...row, external: 'X1', kind: 'base' }));
    const changed = { ...model, dataSets: new Map([...model.dataSets, ['pay-lines', { ...set, rows }]]) };
    expect(renderText(template, model)).toHaveLength(1);
    expect(() => renderText(template, changed)).toThrow(/X1/);
  });
});

describe('well-formed without any schema', () => {
  test('a prefix without a namespace', async () => {
    const yaml = XML.replace(', schema: payroll.xsd', '').replace('element: payroll', 'element: p:payroll');
    expect(await problemsOf(yaml, {})).toMatch(/[Nn]amespace/);
  });
});

describe('the schema itself', () => {
  test.each([
    ['is missing', XML, {}, 'payroll.xsd'],
    ['is no schema', XML, { 'payroll.xsd': '<a/>' }, 'paytally cannot use the schema /base/own/payroll.xsd'],
    ['is not XML', XML, { 'payroll.xsd': 'a' }, 'paytally cannot use the schema /base/own/payroll.xsd'],
    [
      'is not JSON',
      JSON_YAML,
      { 'payroll.json': '{' },
      'paytally cannot use the schema /base/own/payroll.json',
    ],
    ['is not a JSON schema', JSON_YAML, { 'payroll.json': '{"type": "nonsense"}' }, 'cannot use the schema'],
  ])('%s', async (_, yaml, beside, message) => {
    await expect(loadTemplate('./own', placesOf(yaml, beside as Record<string, string>))).rejects.toThrow(
      message,
    );
  });

  test('is copied with the template', async () => {
    const files = await newTemplate('copy', './own', placesOf(XML, { 'payroll.xsd': XSD }));
    expect(files.map(({ path }) => path)).toEqual(['/base/copy/template.yaml', '/base/copy/payroll.xsd']);
  });
});

test('show lists the values of the tree with their descriptions', async () => {
  const template = await loadTemplate('./own', placesOf(XML, { 'payroll.xsd': XSD }));
  if (template.kind !== 'text') throw new Error('not a text template');
  expect((await showTemplate(template)).columns).toMatchObject([
    { heading: 'payroll/line/@code', source: 'external', description: 'Code in the payroll system' },
    { heading: 'payroll/line/hours', source: 'minutes', format: 'hours' },
  ]);
});
