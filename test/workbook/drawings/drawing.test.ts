import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, wordsOf } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const XDR =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const DRAWING = 'xl/drawings/drawing1.xml';
/** Row 5 repeats, 40 points high; row 6 is hidden, all others are 10 points high. */
const ROWS =
  row(5, { A: '{{#each employee-days}}{{date}}' }, ' ht="40"') +
  row(6, { A: 'Total', B: '=COUNTA(A5:A5)' }, ' hidden="1"') +
  row(7, { A: 'End' });
const EMU = 127_000;

function drawing(objects: string): WorkbookSource {
  return {
    sheets: {
      Hours: {
        rows: ROWS,
        before: '<sheetFormatPr defaultRowHeight="10"/>',
        after: '<drawing r:id="rId1"/>',
        relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
      },
    },
    parts: {
      [DRAWING]: `<xdr:wsDr ${XDR}>${objects}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ rId1: ['chart', '../charts/chart1.xml'] }),
      'xl/charts/chart1.xml': '<c:chartSpace xmlns:c="c"/>',
    },
    types: { [DRAWING]: 'application/vnd.openxmlformats-officedocument.drawing+xml' },
  };
}

/** Rows count from 0 in a drawing. */
const edge = (name: string, at: number | string, offset: number | string = 0): string =>
  `<xdr:${name}><xdr:row>${at}</xdr:row><xdr:rowOff>${offset}</xdr:rowOff></xdr:${name}>`;
const named = (id: number, name: string) => `<xdr:cNvPr id="${id}" name="${name}"/>`;
const anchor = (edges: string, object = named(2, 'logo'), attributes = ''): string =>
  `<xdr:twoCellAnchor${attributes}>${edges}<xdr:pic>${object}</xdr:pic></xdr:twoCellAnchor>`;
const FIXED = ' editAs="absolute"';
const versions = (first: string, second: string): string =>
  `<mc:AlternateContent><mc:Choice Requires="a14">${first}</mc:Choice><mc:Fallback>${second}</mc:Fallback></mc:AlternateContent>`;
const frame = (name: string) => `<xdr:graphicFrame>${named(7, name)}</xdr:graphicFrame>`;

async function moved(objects: string, days = 2): Promise<string> {
  const out = await rendered(drawing(objects), testModel(days));
  return out.text(DRAWING).replace(/^<xdr:wsDr [^>]*>|<\/xdr:wsDr>$/g, '');
}

const both = (from: string, to: string): string => from + to;
/** Six days: row 5 becomes rows 5 to 10, row 6 becomes row 11. */
const MOVED: readonly [name: string, from: readonly [string, string?], to: readonly [string, string?]][] = [
  [
    'below, from row to row',
    [both(edge('from', 6), edge('to', 8, 5))],
    [both(edge('from', 11), edge('to', 13, 5))],
  ],
  [
    'over rows of other heights: same height as before',
    // From the first row to the middle of the total's: 30 + 40 points; in the output 30 + half of 40 and 20 of 40.
    [both(edge('from', 0), edge('to', 6, EMU))],
    [both(edge('from', 0), edge('to', 5, EMU))],
  ],
  [
    'ending at the top of a row: not in the row before',
    [both(edge('from', 0), edge('to', 4))],
    [both(edge('from', 0), edge('to', 4))],
  ],
  [
    'after the last row with content',
    [both(edge('from', 19, 3), edge('to', 29, 7))],
    [both(edge('from', 24, 3), edge('to', 34, 7))],
  ],
  [
    'not moving with cells: same position',
    [both(edge('from', 1), edge('to', 3, 5)), FIXED],
    [both(edge('from', 1), edge('to', 3, 5)), FIXED],
  ],
  [
    'not moving with cells, over rows of other heights: same height',
    // 40 points for four rows, 40 for row 5, then 10 each: row 9 begins 100 points below the top, row 12 at 130.
    [both(edge('from', 8), edge('to', 11)), FIXED],
    [both(edge('from', 5, 2 * EMU), edge('to', 6, EMU)), FIXED],
  ],
  [
    'not moving with cells, in repeated rows: once',
    [both(edge('from', 4), edge('to', 4, 9)), FIXED],
    [both(edge('from', 4), edge('to', 4, 9)), FIXED],
  ],
  [
    'rows beyond the sheet: to the last row',
    [both(edge('from', 6), edge('to', 999_999_999))],
    [both(edge('from', 11), edge('to', 1_048_575))],
  ],
  [
    'invalid numbers',
    [both(edge('from', 'x', 'y'), edge('to', -3, 1e300))],
    [both(edge('from', 0, 0), edge('to', 1_048_575, 0))],
  ],
];

describe('an object on a sheet', () => {
  test.each(MOVED)('%s', async (_, [before, how], [after, kept]) => {
    expect(await moved(anchor(before, undefined, how))).toBe(anchor(after, undefined, kept));
  });

  test('three thousand objects that extend to the end of the sheet', async () => {
    const one = (rowNumber: number) => anchor(edge('from', rowNumber) + edge('to', 1_048_575));
    expect(await moved(one(6).repeat(3_000))).toBe(
      anchor(edge('from', 11) + edge('to', 1_048_575)).repeat(3_000),
    );
  });

  test('each object moves if versions are alternatives', async () => {
    const at = (rowNumber: number) => anchor(edge('from', rowNumber) + edge('to', rowNumber + 1));
    expect(await moved(versions(at(6), at(7)))).toBe(versions(at(11), at(12)));
  });

  test('each object repeats if versions are alternatives', async () => {
    const at = (rowNumber: number, id: number) =>
      anchor(edge('from', rowNumber) + edge('to', rowNumber, 9), named(id, 'logo'));
    const six = (first: number, next: number) =>
      [0, 1, 2, 3, 4, 5].map((index) => at(4 + index, index === 0 ? first : next + index)).join('');
    expect(await moved(versions(at(4, 2), at(4, 3)))).toBe(versions(six(2, 3), six(3, 8)));
  });

  test('a chart with its own size next to repeated rows stays single', async () => {
    const chart = `<xdr:oneCellAnchor>${edge('from', 4)}<xdr:ext cx="9" cy="2700000"/>${frame('Pay')}</xdr:oneCellAnchor>`;
    expect(await moved(chart)).toBe(chart);
  });

  test('a row that is kept without data omits the object', async () => {
    expect(await moved(anchor(edge('from', 4) + edge('to', 4, 9)), 0)).toBe('');
  });
});

describe('a frame in repeated rows that shows no chart is refused by name', () => {
  const inside = edge('from', 4) + edge('to', 4, 9);
  const group = (object: string): string =>
    `<xdr:twoCellAnchor>${inside}<xdr:grpSp>${named(3, 'Group')}${object}</xdr:grpSp></xdr:twoCellAnchor>`;
  const plain = (object: string) => `<xdr:twoCellAnchor>${inside}${object}</xdr:twoCellAnchor>`;
  /** As Python programs write charts: a row of 15 points is 190,500 units high. */
  const sized = (height: number): string =>
    `<xdr:oneCellAnchor>${edge('from', 4)}<xdr:ext cx="9" cy="${height}"/>${frame('Pay')}</xdr:oneCellAnchor>`;
  test.each<[string, string, readonly string[]]>([
    ['alone', plain(frame('Pay')), ['Pay']],
    ['in a group', group(frame('Pay')), ['Pay']],
    ['in a nested group', group(`<xdr:grpSp>${frame('Pay')}</xdr:grpSp>`), ['Pay']],
    ['two in a group', group(frame('Pay') + frame('Hours')), ['Pay', 'Hours']],
    ['in a choice', plain(versions(frame('Pay'), named(4, 'x'))), ['Pay']],
    ['in a choice around it', versions(plain(frame('Pay')), plain(named(4, 'x'))), ['Pay']],
    ['a group of pictures', group(named(4, 'logo')), []],
    ['next to them', group(frame('Pay')).replaceAll('<xdr:row>4<', '<xdr:row>6<'), []],
    ['of a size that fits the row', sized(190_000), ['Pay']],
    ['with a size that extends below it', sized(2_700_000), []],
    ['that does not move with cells', plain(frame('Pay')).replace('Anchor', `Anchor${FIXED}`), []],
  ])('%s', async (_, objects, names) => {
    const fields = fieldsOfModel(testModel(1));
    const problems = await checkTemplate(await workbook(drawing(objects)), fields);
    expect(problems.map(({ text }) => wordsOf(text))).toEqual(
      names.map(
        (name) =>
          `"${name}" is in repeated rows and is not a picture, shape or chart, so it cannot repeat with them.`,
      ),
    );
  });
});
