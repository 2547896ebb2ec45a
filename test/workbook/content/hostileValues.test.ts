import { describe, expect, test } from 'vitest';
import type { WorkbookModel } from '../../../src/workbook/model.js';
import { fillTemplate } from '../../support/workbooks/checked.js';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { collect } from '../../support/workbooks/collect.js';
import { testModel } from '../../support/workbooks/model.js';
import { type Rendered, rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

/* Names and numbers of people are external data, and are used in addresses, groups and picture names. */
const HOSTILE = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  '\\\\server\\share',
  '../../../etc/passwd',
  '"><x/>&\'<!--',
  '=HYPERLINK("http://evil.example")',
  '{{run.from}}',
  'a\nb\u0000\u202e',
  '%2e%2e%2f\ud800',
];

/** All employees have this number. */
function numbered(number: string): WorkbookModel {
  const model = testModel(1);
  const sets = [...model.dataSets].map(([name, set]) => {
    const rows = [...set.rows].map((each) => ({ ...each, 'employee.number': number }));
    return [name, { ...set, rows }] as const;
  });
  return { ...model, dataSets: new Map(sets) };
}

const linked = (target: string, A: string, more = ''): WorkbookSource => ({
  sheets: {
    Hours: {
      rows: row(2, { A }) + more,
      after: '<hyperlinks><hyperlink ref="A2" r:id="rId1"/></hyperlinks>',
      relationships: { rId1: ['hyperlink', target] },
    },
  },
});

function addressesIn(out: Rendered): string[] {
  return out
    .root('xl/worksheets/_rels/sheet1.xml.rels')
    .children.filter(({ attributes: { Type = '' } }) => Type.endsWith('/hyperlink'))
    .map(({ attributes: { Target = '' } }) => Target);
}

describe.each(HOSTILE)('the number %j', (number) => {
  test('is a part of an address and never its scheme, host or folder', async () => {
    const target = 'https://example.org/people/{{employee.number}}?x=1';
    const out = await rendered(linked(target, '{{#each employees}}{{employee.number}}'), numbered(number));
    expect(await packageProblems(out.bytes)).toEqual([]);
    const addresses = addressesIn(out);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect(/^https:\/\/example\.org\/people\/(.*)\?x=1$/.exec(address)?.[1]).not.toMatch(/[:/\\?#"<>\s]/);
  });

  test('is text in a group heading', async () => {
    const source: WorkbookSource = {
      sheets: {
        Hours: {
          rows:
            row(2, {
              A: '{{#each employees group by employee.id, employee.number rows 2}}{{employee.number}}',
            }) + row(3, { B: '{{#each employees}}{{workedMinutes}}' }),
        },
      },
    };
    const out = await rendered(source, numbered(number));
    expect(await packageProblems(out.bytes)).toEqual([]);
    const head = out.cells(1).A2;
    expect(typeof head).toBe('string');
    expect(out.text('xl/worksheets/sheet1.xml')).not.toContain('<f');
  });

  test('selects no picture outside the folder', async () => {
    const asked: string[] = [];
    const pictures = new Map<string, Uint8Array>([['signatures/0042.png', Buffer.from('zoe')]]);
    const get = pictures.get.bind(pictures);
    pictures.get = (path) => {
      asked.push(path);
      return get(path);
    };
    const names =
      'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const edge = (name: string) =>
      `<xdr:${name}><xdr:col>2</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
    const drawing = `<xdr:wsDr ${names}><xdr:twoCellAnchor>${edge('from')}${edge('to')}<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="S" descr="{{employee.number | picture: &quot;signatures&quot;}}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill><xdr:spPr/></xdr:pic><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
    const template = await workbook({
      sheets: {
        Hours: {
          rows: row(3, { A: '{{#each employees}}{{employee.name}}' }),
          after: '<drawing r:id="rId1"/>',
          relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
        },
      },
      parts: {
        'xl/drawings/drawing1.xml': drawing,
        'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['image', '../media/image1.png'] }),
        'xl/media/image1.png': Buffer.from('drawn'),
      },
      types: { 'xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml' },
    });
    const filling = async () => {
      const { content } = await fillTemplate(template, numbered(number), { subject: 't.xlsx', pictures });
      return collect(content);
    };
    await expect(filling()).rejects.toThrow(/picture/);
    expect(asked.every((path) => !path.startsWith('/') && !path.split('/').includes('..'))).toBe(true);
  });
});

describe('data that supply a whole address', () => {
  const REFUSED = [
    'javascript:alert(1)',
    'java\nscript:x',
    'file:///etc/passwd',
    'C:\\x',
    '\\\\server\\share',
    '//server/x',
  ];
  test.each(REFUSED)('%j is refused, with its cell', async (address) => {
    const filling = rendered(linked('{{employee.number}}', '{{#each employees}}x'), numbered(address));
    await expect(filling).rejects.toThrow(/A2|comes from data/);
  });

  test.each(['https://example.org/a?b=c', 'mailto:anna@example.org', 'tel:+32', 'slips/0042.pdf'])(
    '%j is a link',
    async (address) => {
      const out = await rendered(linked('{{employee.number}}', '{{#each employees}}x'), numbered(address));
      expect(new Set(addressesIn(out))).toEqual(new Set([address]));
    },
  );
});
