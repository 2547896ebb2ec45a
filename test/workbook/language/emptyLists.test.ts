import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

/** Row 2 disappears without data and has no references to it; rows 1 and 3 remain, one above the other. */
const ROWS = row(1, { A: 'Hours' }) + row(2, { A: '{{#each employee-days}}{{date}}' }) + row(3, { A: 'End' });
const none = testModel(0);

async function frame(after: string): Promise<string> {
  const out = await rendered({ sheets: { Hours: { rows: ROWS, after } } }, none);
  return out.text('xl/worksheets/sheet1.xml').replace(/^.*<\/sheetData>|<\/worksheet>$/gs, '');
}

const rule = (local: string, cells: string) =>
  `<x14:${local}><xm:f>1</xm:f><xm:sqref>${cells}</xm:sqref></x14:${local}>`;
const sparkline = (at: string) =>
  `<x14:sparkline><xm:f>Hours!A1:C1</xm:f><xm:sqref>${at}</xm:sqref></x14:sparkline>`;
const sparklines = (...cells: readonly string[]) =>
  cells.length === 0
    ? ''
    : `<x14:sparklineGroup><x14:sparklines>${cells.map(sparkline).join('')}</x14:sparklines></x14:sparklineGroup>`;
const ext = (inside: string) => (inside === '' ? '' : `<ext uri="{x}">${inside}</ext>`);
const list = (...extensions: readonly string[]) => {
  const inside = extensions.join('');
  return inside === '' ? '' : `<extLst>${inside}</extLst>`;
};

/** For each list: no items of row 2 remain, all items of row 3 remain, then all of row 2. */
const LISTS: readonly [name: string, listOf: (...rows: readonly number[]) => string][] = [
  ['ignored errors', (...at) => items('ignoredErrors', at, (n) => `<ignoredError sqref="A${n}" x="1"/>`)],
  [
    'protected ranges',
    (...at) => items('protectedRanges', at, (n) => `<protectedRange sqref="A${n}:B${n}"/>`),
  ],
  ['watched cells', (...at) => items('cellWatches', at, (n) => `<cellWatch r="A${n}"/>`)],
  ['merged cells', (...at) => counted('mergeCells', at, (n) => `<mergeCell ref="A${n}:B${n}"/>`)],
  ['links', (...at) => items('hyperlinks', at, (n) => `<hyperlink ref="A${n}" display="x"/>`)],
  ['validations', (...at) => counted('dataValidations', at, (n) => `<dataValidation sqref="A${n}"/>`)],
  [
    'conditional formats',
    (...at) =>
      at.map((n) => `<conditionalFormatting sqref="A${n}"><cfRule/></conditionalFormatting>`).join(''),
  ],
  [
    'page breaks',
    (...at) =>
      items('rowBreaks', at, (n) => `<brk id="${n}" man="1"/>`).replace(
        '>',
        ` count="${at.length}" manualBreakCount="${at.length}">`,
      ),
  ],
  ['sparklines', (...at) => list(ext(items('x14:sparklineGroups', at, (n) => sparklines(`A${n}`))))],
  [
    'sparklines of one group',
    (...at) =>
      list(
        ext(
          items('x14:sparklineGroups', at.length > 0 ? [0] : [], () => sparklines(...at.map((n) => `A${n}`))),
        ),
      ),
  ],
  [
    'newer validations',
    (...at) => list(ext(counted('x14:dataValidations', at, (n) => rule('dataValidation', `A${n}`)))),
  ],
  [
    'newer formats',
    (...at) =>
      list(ext(items('x14:conditionalFormattings', at, (n) => rule('conditionalFormatting', `A${n}`)))),
  ],
  [
    'newer ignored errors',
    (...at) => list(ext(items('x14:ignoredErrors', at, (n) => rule('ignoredError', `A${n}`)))),
  ],
  [
    'newer protected ranges',
    (...at) => list(ext(items('x14:protectedRanges', at, (n) => rule('protectedRange', `A${n}`)))),
  ],
];

function items(name: string, rows: readonly number[], item: (row: number) => string): string {
  return rows.length === 0 ? '' : `<${name}>${rows.map(item).join('')}</${name}>`;
}

function counted(name: string, rows: readonly number[], item: (row: number) => string): string {
  return items(name, rows, item).replace(/^<[\w:]+/, `$& count="${rows.length}"`);
}

describe('a list from which rows removed items', () => {
  test.each(LISTS)('%s: is removed if no items remain', async (_, listOf) => {
    expect(await frame(listOf(2))).toBe('');
  });

  test.each(LISTS)('%s: counts the remaining items', async (_, listOf) => {
    expect(await frame(listOf(2, 3))).toBe(listOf(2));
  });

  test('one list of extensions is removed, the other remains', async () => {
    const gone = ext(counted('x14:dataValidations', [2], (n) => rule('dataValidation', `A${n}`)));
    const other = ext('<x14:slicerList><x14:slicer/></x14:slicerList>');
    expect(await frame(list(gone, other))).toBe(list(other));
  });
});
