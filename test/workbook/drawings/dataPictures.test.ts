import { inflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { checkTemplate, fillTemplate, problemText, wordsOf } from '../../support/workbooks/checked.js';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { collect } from '../../support/workbooks/collect.js';
import { testModel } from '../../support/workbooks/model.js';
import {
  relationships,
  row,
  type WorkbookSource,
  workbook,
  zipped,
} from '../../support/workbooks/workbook.js';

/* A drawn picture whose alternative text names the picture that replaces it. */
const NAMES =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
);
const edge = (name: string, at: number): string =>
  `<xdr:${name}><xdr:col>2</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
const picture = (row: number, descr: string): string =>
  `<xdr:twoCellAnchor>${edge('from', row)}${edge('to', row)}<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Signature" descr="${descr.replaceAll('"', '&quot;')}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr/></xdr:pic><xdr:clientData/></xdr:twoCellAnchor>`;

function drawn(objects: string): WorkbookSource {
  return {
    sheets: {
      Hours: {
        rows:
          row(1, { A: 'Employer' }) +
          row(3, { A: '{{#each employees sort by employee.id}}{{employee.name}}' }),
        after: '<drawing r:id="rId1"/>',
        relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
      },
    },
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${NAMES}>${objects}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['image', '../media/image1.png'] }),
      'xl/media/image1.png': PNG,
    },
    types: { 'xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml' },
  };
}

const FILES = new Map([
  ['signatures/0042.png', Buffer.concat([PNG, Buffer.from('zoe')])],
  ['signatures/0007.JPG', Buffer.from('ana')],
  ['signatures/none.gif', Buffer.from('none')],
  ['bakery.png', Buffer.from('logo')],
]);

/** The displayed pictures in drawing order: the bytes of each. */
async function shown(objects: string, pictures: ReadonlyMap<string, Uint8Array> | undefined = FILES) {
  const template = await workbook(drawn(objects));
  const { content } = await fillTemplate(template, testModel(1), {
    subject: 'test.xlsx',
    ...(pictures && { pictures }),
  });
  const bytes = await collect(content);
  const parts = await readZip(bytes, 'out');
  const readable = [...parts].filter(([name]) => !name.startsWith('xl/media/'));
  expect(
    (await packageProblems(await zipped(readable))).filter((each) => !each.includes('xl/media/')),
  ).toEqual([]);
  const text = (part: string): string => Buffer.from(parts.get(part) ?? []).toString('utf8');
  const targets = new Map(
    [...text('xl/drawings/_rels/drawing1.xml.rels').matchAll(/Id="([^"]+)"[^>]*Target="\.\.\/([^"]+)"/g)].map(
      ([, id = '', target = '']) => [id, `xl/${target}`] as const,
    ),
  );
  const drawing = text('xl/drawings/drawing1.xml');
  return {
    drawing,
    files: [...drawing.matchAll(/r:embed="([^"]+)"/g)].map(([, id = '']) =>
      Buffer.from(parts.get(targets.get(id) ?? '') ?? [])
        .toString('latin1')
        .slice(-4),
    ),
    types: text('[Content_Types].xml'),
  };
}

const BY_NUMBER = 'Signed by {{employee.name}} {{employee.number | picture:"signatures"}}';
const WITH_OTHER = '{{employee.number | picture:"signatures","none"}}';

describe('pictures that data choose', () => {
  test('each person has their own; a person without a number has none', async () => {
    const { files, drawing, types } = await shown(picture(2, BY_NUMBER));
    expect(files).toEqual(['zoe', 'ana'].map((name) => expect.stringContaining(name)));
    expect(drawing).toContain('descr="Signed by O\'Neill, Zoë"');
    expect(drawing).not.toContain('{{');
    expect(types).toContain('ContentType="image/jpeg"');
  });

  test('a default picture if there is none, and one for the whole sheet', async () => {
    const objects = picture(0, '{{run.employer | picture}}') + picture(2, WITH_OTHER);
    const { files } = await shown(objects);
    expect(files).toEqual(['logo', 'zoe', 'none', 'ana'].map((name) => expect.stringContaining(name)));
  });

  test('without pictures the drawn one stays', async () => {
    const { files } = await shown(picture(2, BY_NUMBER), undefined as never);
    expect(files).toHaveLength(2);
  });

  test('a code for each person, also without a folder of pictures', async () => {
    const template = await workbook(drawn(picture(2, 'Badge {{employee.id | qr}}')));
    const { content } = await fillTemplate(template, testModel(1));
    const parts = await readZip(await collect(content), 'out');
    const pictures = [...parts].filter(([name]) => /media\/image[2-9]\.png$/.test(name));
    expect(pictures).toHaveLength(3);
    for (const [index, [, bytes]] of pictures.entries()) {
      const png = Buffer.from(bytes);
      const [width, data] = [png.readUInt32BE(16), png.indexOf('IDAT')];
      const lines = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
      const code = encode(`e${index + 1}`, { ecc: 'M', border: 2 });
      expect(width).toBe(code.size * 8);
      const line = (row: number) => [
        ...lines.subarray(row * (code.size + 1) + 1, (row + 1) * (code.size + 1)),
      ];
      for (const row of Array(width).keys())
        expect(line(row)).toEqual(code.data[Math.floor(row / 8)]?.map((isBlack) => (isBlack ? 0 : 255)));
    }
  });

  test('reports a text that is too long for a code', async () => {
    const model = testModel(1);
    const run = { ...model.run, 'run.employer': 'x'.repeat(2_001) };
    const template = await workbook(drawn(picture(0, '{{run.employer | qr}}')));
    await expect(fillTemplate(template, { ...model, run })).rejects.toThrow('a QR code can hold 2000 bytes');
  });

  test('reports a missing picture by name', async () => {
    const few = new Map([...FILES].filter(([path]) => !path.includes('0007')));
    await expect(shown(picture(2, BY_NUMBER), few)).rejects.toThrow(
      'there is no picture "0007" in "signatures" in the folder of pictures',
    );
  });

  test.each([
    [
      '{{employee.nummer | picture}}',
      'Hours!alternative text: There is no field "employee.nummer". Did you mean employee.number?',
    ],
    ['{{employee.number | picture | upper}}', 'does not say which picture'],
  ])('%s is reported when the template is checked', async (text, told) => {
    const bytes = await workbook(drawn(picture(2, text)));
    const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)), 'pictures');
    expect(problems.map(problemText).join('\n')).toContain(told);
  });

  test('is refused in a cell', async () => {
    const source = drawn('');
    const hours = { ...source.sheets.Hours, rows: row(1, { A: '{{run.employer | picture}}' }) };
    const problems = await checkTemplate(
      await workbook({ ...source, sheets: { Hours: hours } }),
      fieldsOfModel(testModel(1)),
      'p',
    );
    expect(problems.map(({ text }) => wordsOf(text))).toEqual([
      '"| picture" belongs in the alternative text of a picture.',
    ]);
  });
});
