import { describe, expect, test } from 'vitest';
import { readInLayout } from '../../../src/documents/register/readRegister.js';
import { registerLayouts } from '../../../src/documents/register/registerLayout.js';
import { parseTemplateFile } from '../../../src/documents/template/loadTemplate.js';

/* A register in a template's layout whose signs are in columns of their own. */

const START = 'kind: text\ndescription: d\naudience: payroll\n';

const layouts: readonly [string, string, string][] = [
  [
    'before the digits',
    `dialect: { delimiter: ";" }
rows:
  each: pay-lines
  header: false
  columns:
    - { header: id, value: "{{employee.number}}" }
    - { header: code, value: "{{external}}" }
    - { header: sign, value: "{{minutes | sign:'','-'}}" }
    - { header: hours, value: "{{minutes | hours:2 | unsigned}}" }`,
    '12;100;;7.50\n12;200;-;1.25\n',
  ],
  [
    'after the digits, at the end of the line',
    `dialect: { delimiter: "" }
rows:
  each: pay-lines
  header: false
  columns:
    - { header: id, value: "{{employee.number}}", width: 4 }
    - { header: hours, value: "{{minutes | hundredths | unsigned}}", width: 4, pad: "0", align: right }
    - { header: code, value: "{{external}}", width: 3 }
    - { header: sign, value: "{{minutes | sign:'+','-'}}", width: 1 }`,
    '12  0750100+\n12  0125200-\n',
  ],
  [
    'in slots',
    `dialect: { delimiter: ";" }
rows:
  each: pay-lines group by employee.number
  codes: { by: external }
  header: false
  columns:
    - { header: id, value: "{{employee.number}}" }
    - header: slots
      value: "{{minutes | hours:2 | unsigned}}"
      slots: { count: 2, codeHeader: "code{n}", amountHeader: "hours{n}", sign: { header: "sign{n}", plus: "+", minus: "-", place: after } }`,
    '12;100;7.50;+;200;1.25;-\n',
  ],
];

describe('a minus in its own column', () => {
  test.each(layouts)('%s', (_, yaml, text) => {
    const spec = parseTemplateFile(new TextEncoder().encode(`${START}${yaml}\n`), 'template.yaml');
    if (spec.kind !== 'text') throw new Error('a text template');
    const [layout] = registerLayouts({ kind: 'text', name: 'own', spec }, {});
    if (layout === undefined) throw new Error('a layout that can be read');
    const [reading] = readInLayout({ kind: 'text', text }, layout);
    expect(reading?.lines.map(({ code, hours }) => [code, hours])).toEqual([
      ['100', 7.5],
      ['200', -1.25],
    ]);
    expect(reading?.unreadable).toEqual([]);
  });
});
