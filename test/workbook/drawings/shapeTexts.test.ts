import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { type Rendered, rendered } from '../../support/workbooks/rendered.js';
import {
  relationships,
  row,
  type WorkbookSource,
  workbook,
  workbookParts,
  zipped,
} from '../../support/workbooks/workbook.js';

/* Placeholders outside cells: in text boxes, charts, headers, names and document properties. */
const XDR =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const TYPE = 'application/vnd.openxmlformats-officedocument';
const EACH = row(5, { A: '{{#each employee-days}}{{date}}' });
const model = testModel(1);
const run = {
  ...model.run,
  'run.state': '3',
  'run.id': '-5',
  'run.employer': 'x'.repeat(300),
  'run.note': '',
};
const modelWithNumbers = { ...model, run };

async function problems(source: WorkbookSource | Uint8Array): Promise<string> {
  const bytes = source instanceof Uint8Array ? source : await workbook(source);
  const found = await checkTemplate(bytes, fieldsOfModel(modelWithNumbers), 'test.xlsx');
  return found.map(problemText).join('\n');
}

const paragraph = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const anchored = (from: number, to: number, shape: string): string =>
  `<xdr:twoCellAnchor><xdr:from><xdr:row>${from}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:row>${to}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>${shape}</xdr:twoCellAnchor>`;
const box = (text: string, attributes = ''): string =>
  `<xdr:sp${attributes}><xdr:txBody>${paragraph(text)}</xdr:txBody></xdr:sp>`;
const pictureWith = (descr: string): string =>
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="p" descr="${descr}"/></xdr:nvPicPr></xdr:pic>`;
const title = (text: string): string =>
  `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title>${paragraph(text)}</c:title></c:chartSpace>`;
const seriesName = (text: string): string =>
  `<c:chartSpace xmlns:c="c"><c:ser><c:tx><c:v>${text}</c:v></c:tx></c:ser></c:chartSpace>`;
const inChart = (text: string): string =>
  `<c:userShapes xmlns:c="c" xmlns:cdr="d" xmlns:a="a"><cdr:relSizeAnchor><cdr:sp><cdr:txBody>${paragraph(text)}</cdr:txBody></cdr:sp></cdr:relSizeAnchor></c:userShapes>`;

/** A sheet with a drawing, which has a chart with shapes in it. */
function drawn(drawing: string, chart = title('x'), shapes = inChart('x')): WorkbookSource {
  return {
    sheets: {
      Hours: { rows: EACH, relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] } },
    },
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${XDR}>${drawing}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['chart', '../charts/chart1.xml'] }),
      'xl/charts/chart1.xml': chart,
      'xl/charts/_rels/chart1.xml.rels': relationships({
        rId1: ['chartUserShapes', '../drawings/drawing2.xml'],
      }),
      'xl/drawings/drawing2.xml': shapes,
    },
    types: { 'xl/drawings/drawing1.xml': `${TYPE}.drawing+xml` },
  };
}

const WHERE: readonly [
  name: string,
  place: string,
  part: string,
  source: (text: string) => WorkbookSource,
][] = [
  ['a text box', 'text box', 'drawings/drawing1', (text) => drawn(anchored(0, 1, box(text)))],
  ['a text box in rows', 'text box', 'drawings/drawing1', (text) => drawn(anchored(4, 4, box(text)))],
  [
    'alternative text',
    'alternative text',
    'drawings/drawing1',
    (text) => drawn(anchored(0, 1, pictureWith(text))),
  ],
  ['a chart title', 'chart', 'charts/chart1', (text) => drawn('', title(text))],
  ['the name of a series', 'chart', 'charts/chart1', (text) => drawn('', seriesName(text))],
  ['a text box in a chart', 'text box', 'drawings/drawing2', (text) => drawn('', title('x'), inChart(text))],
];

describe('texts of drawings and charts', () => {
  test.each(WHERE)('%s is filled', async (_, __, part, source) => {
    expect(await problems(source('for {{run.periodLabel}}'))).toBe('');
    const out = await rendered(source('for {{run.periodLabel}}'), model);
    expect(out.text(`xl/${part}.xml`)).toContain('for October 2026');
    expect(out.text(`xl/${part}.xml`)).not.toContain('{{');
  });

  test.each(WHERE)('a misspelt field in %s is reported', async (_, place, __, source) => {
    expect(await problems(source('{{run.periodLabl}}'))).toBe(
      `Hours!${place}: There is no field "run.periodLabl". Did you mean run.periodLabel?`,
    );
  });

  test.each([
    [
      'the header of a chart',
      'oddHeader',
      drawn('', '<c:chartSpace xmlns:c="c"><c:oddHeader>{{run.id}}</c:oddHeader></c:chartSpace>'),
    ],
    [
      'the tip of a link',
      'hlinkClick',
      drawn(anchored(0, 1, '<xdr:pic><a:hlinkClick tooltip="{{run.id}}"/></xdr:pic>')),
    ],
  ])('A placeholder in %s is reported', async (_, element, source) => {
    expect(await problems(source)).toBe(
      `Hours: A placeholder in "${element}" of a drawing or chart is not filled in. Put it into a cell, a text box or a chart title.`,
    );
  });

  test('a row field outside any row is reported', async () => {
    expect(await problems(drawn('', title('{{employee.name}}')))).toBe(
      'Hours!chart: "employee.name" is a field of rows, but this cell is not in repeated rows. Put it in rows that repeat ({{#each employee-days}}), or write {{employee-days.employee.name | first}} for the first one.',
    );
  });

  test('a text box in repeated rows shows its own row, and its link follows', async () => {
    const shape = box('{{employee.firstName}}', ' textlink="$A$5"');
    const out = await rendered(drawn(anchored(4, 4, box('{{employee.firstName}}') + shape)), model);
    const xml = out.text('xl/drawings/drawing1.xml');
    expect([...xml.matchAll(/<a:t>([^<]*)</g)].map(([, text]) => text)).toEqual([
      'Zoë',
      'Zoë',
      'Jörg',
      'Jörg',
      'Ana',
      'Ana',
    ]);
    expect([...xml.matchAll(/textlink="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      '$A$5',
      '$A$6',
      '$A$7',
    ]);
  });

  test('a shape that shows a cell of repeated rows is empty until Excel updates it', async () => {
    const source = drawn(anchored(0, 1, box('{{date}}', ' textlink="Hours!$A$5"')));
    expect(await problems(source)).toBe('');
    expect((await rendered(source, model)).text('xl/drawings/drawing1.xml')).toContain('<a:t></a:t>');
  });

  test('a shape that shows a cell of a repeated sheet is reported', async () => {
    const source = drawn(anchored(0, 1, box('', ' textlink="Person!$A$1"')));
    const sheets = {
      ...source.sheets,
      Person: { rows: row(1, { A: '{{#sheet employees group by employee.id}}x' }) },
    };
    expect(await problems({ ...source, sheets })).toContain(
      'Hours!text box: Person!$A$1 refers to sheet "Person"',
    );
  });
});

const header = (text: string): WorkbookSource => ({
  sheets: {
    Hours: {
      rows: '',
      after: `<headerFooter><oddHeader>${text.replaceAll('&', '&amp;')}</oddHeader></headerFooter>`,
    },
  },
});
const headerOf = (out: Rendered): string | undefined =>
  out.root('xl/worksheets/sheet1.xml').children.find(({ local }) => local === 'headerFooter')?.children[0]
    ?.text;

describe('headers', () => {
  test.each([
    ['a size and a number', '&C&12{{run.state}} pieces', '&C&12 3 pieces'],
    ['a size and a date', '&8{{run.from}}', '&8 2026-10-01'],
    ['a size and text', '&12{{run.periodLabel}}', '&12October 2026'],
    ['a size of three digits', '&100{{run.state}}', '&1003'],
    ['a size, an empty value, and drawn digits', '&12{{run.note}}2026', '&12 2026'],
    ['a code, digits and a number', 'R&&12{{run.state}}', 'R&&123'],
    ['a code and a size', 'R&&&12{{run.state}}', 'R&&&12 3'],
    ['a page number and a negative one', '&P{{run.id}}', '&P -5'],
    ['a page number, a line and a number', '&P-{{run.state}}', '&P- 3'],
    ['pages and a number', '&P/&N{{run.state}}', '&P/&N3'],
    ['two in a row', '&12{{run.state}}{{run.state}}', '&12 33'],
  ])('%s: %s', async (_, text, becomes) => {
    expect(await problems(header(text))).toBe('');
    expect(headerOf(await rendered(header(text), modelWithNumbers))).toBe(becomes);
  });

  test('a character that begins a code is reported', async () => {
    expect(await problems(header('R&{{run.state}}'))).toBe(
      'Hours!header or footer (oddHeader): A single "&" before a placeholder begins a code such as &P. Write && for the character itself.',
    );
    expect(await problems(header('R&&{{run.state}}'))).toBe('');
  });

  test('a header that becomes longer than Excel allows is refused', async () => {
    await expect(rendered(header('&L{{run.employer}}'), modelWithNumbers)).rejects.toThrow(
      'Hours!header or footer (oddHeader): It would have more than 255 characters, the most that Excel allows. Remove some of its fields, or put them into cells.',
    );
    const just = { ...model, run: { ...run, 'run.employer': 'x'.repeat(253) } };
    expect(headerOf(await rendered(header('&L{{run.employer}}'), just))).toHaveLength(255);
  });
});

describe('names that define what repeats', () => {
  const named = (text: string, name = 'each_employee_days'): WorkbookSource => ({
    sheets: { Hours: { rows: row(5, { A: '{{run.state}}' }) }, More: { rows: '' } },
    names: `<definedName name="${name}">${text}</definedName>`,
  });
  const REMEDY =
    "Let it refer to the rows that repeat, for example ='Hours'!$A$5:$F$5 (Formulas, Name Manager).";

  test.each([
    ['rows to the end', 'Hours!$5:$1048576', 'a whole sheet, but only rows or columns can repeat'],
    ['deleted cells', 'Hours!#REF!', 'whose cells no longer exist'],
    ['two areas', 'Hours!$A$5:$F$5,Hours!$A$8:$F$8', 'which is not one area of cells on a sheet'],
    ['a formula', 'OFFSET(Hours!$A$5,0,0,1,6)', 'which is not one area of cells on a sheet'],
    ['text', '"x"', 'which is not one area of cells on a sheet'],
    ['a missing sheet', 'Other!$A$5:$F$5', 'but there is no worksheet "Other"'],
  ])('over %s is reported', async (_, text, problem) => {
    expect(await problems(named(text))).toBe(
      `each_employee_days: The name refers to "${text}", ${problem}. ${REMEDY}`,
    );
  });

  test.each([
    ['a name of another kind', 'sheet_list', 'Hours!#REF!'],
    ['a similar name', 'if_x', 'Hours!$A:$F'],
    ['rows', 'each_employee_days', 'Hours!$A$5:$F$5'],
    ['one cell', 'each_employee_days', 'Hours!$A$5'],
    ['whole rows', 'each_employee_days', 'Hours!$5:$6'],
  ])('%s is accepted', async (_, name, text) => {
    expect(await problems(named(text, name))).toBe('');
  });

  test('a sheet may be named by whole columns', async () => {
    const source = {
      sheets: { Person: { rows: row(1, { A: '{{employee.name}}' }) } },
      names: '<definedName name="sheet_employees" comment="group by employee.id">Person!$A:$F</definedName>',
    };
    expect(await problems(source)).toBe('');
    expect((await rendered(source, model)).text('xl/workbook.xml').match(/<sheet /g)).toHaveLength(3);
  });
});

async function withProperties(core: string, app: string, custom: string): Promise<Uint8Array> {
  const parts = workbookParts({ sheets: { '{{run.state}}': { rows: '' } } });
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const list = relationships({
    rId1: ['officeDocument', 'xl/workbook.xml'],
    rId2: [
      'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      'docProps/core.xml',
    ],
    rId3: [`${office}/extended-properties`, 'docProps/app.xml'],
    rId4: [`${office}/custom-properties`, 'docProps/custom.xml'],
  });
  parts.set('_rels/.rels', list);
  parts.set(
    'docProps/core.xml',
    `<cp:coreProperties xmlns:cp="a" xmlns:dc="b"><dc:title>${core}</dc:title></cp:coreProperties>`,
  );
  parts.set(
    'docProps/app.xml',
    `<Properties xmlns:vt="v"><TitlesOfParts><vt:lpstr>{{run.state}}</vt:lpstr></TitlesOfParts><Company>${app}</Company></Properties>`,
  );
  parts.set(
    'docProps/custom.xml',
    `<Properties xmlns:vt="v"><property name="Month"><vt:lpwstr>${custom}</vt:lpwstr></property></Properties>`,
  );
  return zipped(parts);
}

describe('document properties', () => {
  test('are filled', async () => {
    const out = await rendered(
      await withProperties('Hours {{run.periodLabel}}', '{{run.id}} &amp; Co', '{{run.from}}'),
      modelWithNumbers,
    );
    expect(out.text('docProps/core.xml')).toContain('<dc:title>Hours October 2026</dc:title>');
    expect(out.text('docProps/app.xml')).toBe(
      '<Properties xmlns:vt="v"><Company>-5 &amp; Co</Company></Properties>',
    );
    expect(out.text('docProps/custom.xml')).toContain('<vt:lpwstr>2026-10-01</vt:lpwstr>');
  });

  test('are checked', async () => {
    expect(await problems(await withProperties('{{run.peri}}', '{{date}}', '{{run.from'))).toBe(
      [
        'document property "title": There is no field "run.peri". Use a field such as run.employer, run.periodLabel, run.from, run.to, run.state, run.id, run.note, row.number.',
        'document property "Company": "date" is a field of rows, but this cell is not in repeated rows. Put it in rows that repeat ({{#each employee-days}}), or write {{employee-days.date | first}} for the first one.',
        'document property "Month": "{{run.from" has {{ without }}. Write {{run.from}}, or put }} where the placeholder ends.',
      ].join('\n'),
    );
  });
});

describe('placeholders in parts that are copied unchanged are reported', () => {
  const CASES: readonly [name: string, part: string, content: string, problem: string][] = [
    [
      'SmartArt',
      'xl/diagrams/data1.xml',
      '<x>{{run.id}}</x>',
      'A placeholder in SmartArt is not filled in. Use text boxes instead.',
    ],
    ['a chart sheet', 'xl/chartsheets/sheet9.xml', '<x>{{run.id}}</x>', 'a chart sheet is not filled in'],
    [
      'a number format',
      'xl/styles.xml',
      '<styleSheet a="{{x}}"/>',
      'A placeholder in a cell style, or in the number format of a conditional format, is not filled in.',
    ],
    [
      'any other part',
      'xl/odd.xml',
      '<x>{{run.id}}</x>',
      'A placeholder in part xl/odd.xml is not filled in. Remove it.',
    ],
    [
      'a link',
      'xl/worksheets/_rels/sheet1.xml.rels',
      relationships({ rId1: ['hyperlink', 'https://example.org/%7B%7Brun.id%7D%7D'] }),
      'Hours: A placeholder in the address of a link is not filled in. Put the link onto a cell (Insert, Link), or use a formula: HYPERLINK("https://…"&A1).',
    ],
  ];

  test.each(CASES)('%s', async (_, part, content, problem) => {
    expect(await problems({ sheets: { Hours: { rows: EACH } }, parts: { [part]: content } })).toContain(
      problem,
    );
  });

  test.each(['customXml/item1.xml', 'xl/externalLinks/externalLink1.xml', 'xl/media/note.bin'])(
    'but not in %s',
    async (part) => {
      const source = { sheets: { Hours: { rows: EACH } }, parts: { [part]: '<x>{{"a":1}}</x>' } };
      expect(await problems(source)).toBe('');
    },
  );
});
