import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { cell, relationships, row, workbookParts, zipped } from '../../support/workbooks/workbook.js';

type Parts = Map<string, string | Uint8Array>;
const WORKBOOK_RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';
const one = { rows: row(5, { A: '{{#each employee-days}}{{employee.name}}' }) };

function parts(change: (parts: Parts) => void, sheets = { Hours: one, Pay: one }): Parts {
  const all = workbookParts({ sheets });
  change(all);
  return all;
}

function edited(part: string, from: string, to: string): Parts {
  return parts((all) => all.set(part, String(all.get(part)).replace(from, to)));
}

/** Both sheets refer to parts of these types and targets. */
function related(first: readonly [string, string], second: readonly [string, string]): Parts {
  return parts((all) => {
    all.set('xl/drawings/drawing1.xml', '<wsDr/>');
    all.set('xl/worksheets/_rels/sheet1.xml.rels', relationships({ rId1: first }));
    all.set('xl/worksheets/_rels/sheet2.xml.rels', relationships({ rId1: second }));
  });
}

async function refusal(source: Parts): Promise<string> {
  try {
    const problems = await checkTemplate(await zipped(source), fieldsOfModel(testModel(1)), 'test.xlsx');
    return problems.length === 0 ? 'no problem' : 'problems';
  } catch (error) {
    if (error instanceof PaytallyError) return `${error.code} ${error.message}`;
    throw error;
  }
}

const filled = (count: number, xml: (at: number) => string): Parts => {
  const rows = Array.from({ length: count }, (_, index) => `<row r="${index + 1}">${xml(index + 1)}</row>`);
  return workbookParts({ sheets: { Hours: { rows: rows.join('') } } });
};
/** Different for each row, so that it does not compress too well. */
const sum = (at: number, terms: number): string =>
  Array.from({ length: terms }, (_, index) => `A${((at * 7_919 + index * 104_729) % 9_973) + 1}`).join('+');

const REFUSED: readonly [name: string, parts: () => Parts, message: string][] = [
  [
    'no relationships of the workbook',
    () => parts((all) => all.delete(WORKBOOK_RELATIONSHIPS)),
    'does not identify the part that contains sheet "Hours"',
  ],
  [
    'a missing relationship',
    () => edited('xl/workbook.xml', 'r:id="rId2"', 'r:id="rId99"'),
    'does not identify the part that contains sheet "Pay"',
  ],
  [
    'no id',
    () => edited('xl/workbook.xml', ' r:id="rId2"', ''),
    'does not identify the part that contains sheet "Pay"',
  ],
  [
    'a sheet outside the file',
    () =>
      edited(
        WORKBOOK_RELATIONSHIPS,
        'Target="worksheets/sheet2.xml"',
        'Target="x.xml" TargetMode="External"',
      ),
    'does not identify the part that contains sheet "Pay"',
  ],
  [
    'two sheets with one part',
    () => edited(WORKBOOK_RELATIONSHIPS, 'sheet2.xml', 'sheet1.xml'),
    'part xl/worksheets/sheet1.xml belongs to sheet "Hours" and to sheet "Pay"',
  ],
  [
    'two sheets with one relationship',
    () => edited('xl/workbook.xml', 'r:id="rId2"', 'r:id="rId1"'),
    'part xl/worksheets/sheet1.xml belongs to sheet "Hours" and to sheet "Pay"',
  ],
  [
    'a sheet that points to the styles',
    () => edited(WORKBOOK_RELATIONSHIPS, 'worksheets/sheet2.xml', 'styles.xml'),
    'part xl/styles.xml belongs to the workbook and to sheet "Pay"',
  ],
  [
    'two sheets with one drawing',
    () => related(['drawing', '../drawings/drawing1.xml'], ['drawing', '../drawings/drawing1.xml']),
    'part xl/drawings/drawing1.xml belongs to sheet "Hours" and to sheet "Pay"',
  ],
  [
    'a drawing that points to the content types',
    () => related(['drawing', '../drawings/drawing1.xml'], ['drawing', '/[Content_Types].xml']),
    'part [Content_Types].xml belongs to the workbook and to sheet "Pay"',
  ],
  [
    'a missing drawing',
    () => related(['drawing', '../drawings/drawing1.xml'], ['vmlDrawing', '../drawings/vmlDrawing1.vml']),
    'part xl/drawings/vmlDrawing1.vml is missing',
  ],
  [
    'a part that is not a sheet',
    () => parts((all) => all.set('xl/worksheets/sheet2.xml', '<styleSheet/>')),
    'has no worksheet for sheet "Pay"',
  ],
  [
    'a sheet of old macros',
    () =>
      edited(
        WORKBOOK_RELATIONSHIPS,
        'relationships/worksheet" Target="worksheets/sheet2',
        'relationships/xlMacrosheet" Target="worksheets/sheet2',
      ),
    'TEMPLATE_INVALID test.xlsx has a sheet of Excel 4.0 macros.',
  ],
  [
    '10,001 names',
    () =>
      edited(
        'xl/workbook.xml',
        '</sheets>',
        `</sheets><definedNames>${Array.from({ length: 10_001 }, (_, at) => `<definedName name="n${at}">Hours!$A$${at + 1}</definedName>`).join('')}</definedNames>`,
      ),
    'TEMPLATE_INVALID test.xlsx has 10001 defined names. At most 10000 are allowed.',
  ],
  [
    'sheets that extend to the end five times',
    () =>
      workbookParts({
        sheets: Object.fromEntries(
          Array.from({ length: 5 }, (_, at) => [`S${at}`, { rows: row(1_048_576, { A: 1 }) }]),
        ),
      }),
    'TEMPLATE_INVALID The sheets of test.xlsx have 5242880 rows in total. At most 4194304 are allowed.',
  ],
  [
    '30,001 formulas',
    () => filled(30_001, (at) => cell(`B${at}`, `=${sum(at, 1)}`)),
    'TEMPLATE_INVALID test.xlsx contains more than 30000 cells with formulas or placeholders.',
  ],
  [
    'long formulas',
    () => filled(300, (at) => cell(`B${at}`, `=${sum(at, 1_000)}`)),
    'TEMPLATE_INVALID test.xlsx contains more than 1000000 characters of formulas.',
  ],
  [
    'a long formula that many cells share',
    () =>
      filled(1_000, (at) =>
        at === 1
          ? `<c r="B1"><f t="shared" si="0" ref="B1:B1000">${sum(1, 1_000)}</f></c>`
          : `<c r="B${at}"><f t="shared" si="0"/></c>`,
      ),
    'TEMPLATE_INVALID test.xlsx contains more than 1000000 characters of formulas.',
  ],
];

describe('a workbook is refused with', () => {
  test.each(REFUSED)('%s', async (_, make, message) => {
    const text = await refusal(make());
    expect(text).toContain('TEMPLATE_INVALID');
    expect(text).toContain(message);
  });
});

test.each([
  ['two sheets with separate parts', () => parts(() => {})],
  [
    'four sheets that extend to the end',
    () =>
      workbookParts({
        sheets: Object.fromEntries(
          Array.from({ length: 4 }, (_, at) => [`S${at}`, { rows: row(1_048_576, { A: 1 }) }]),
        ),
      }),
  ],
  ['a picture that two sheets show', () => related(['image', '../media/a.png'], ['image', '../media/a.png'])],
])('a workbook is not refused with %s', async (_, make) => {
  expect(await refusal(make())).toBe('no problem');
});
