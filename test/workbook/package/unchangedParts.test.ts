import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { book, ROWS, SPREADSHEET } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

describe('the rest of the file', () => {
  test('the calculation chain is removed, everything is calculated on opening, all else is byte for byte the same', async () => {
    const other = {
      'xl/theme/theme1.xml': '<?xml  version="1.0"?>\r\n<theme a = \'1\'   />',
      'docProps/custom.xml': '<x/>',
      'customXml/item1.xml': '<y>é</y>',
    };
    const out = await rendered(
      {
        sheets: {
          Hours: { rows: ROWS },
          Fixed: { rows: row(1, { A: '=B1', B: 2 }), before: '<!-- kept -->' },
        },
        parts: { ...other, 'xl/calcChain.xml': '<calcChain/>' },
        types: { 'xl/calcChain.xml': `${SPREADSHEET}.calcChain+xml` },
        workbookRelationships: { rIdC: ['calcChain', 'calcChain.xml'] },
      },
      testModel(2),
    );
    expect(out.parts.has('xl/calcChain.xml')).toBe(false);
    expect(out.text('[Content_Types].xml')).not.toContain('calcChain');
    expect(out.text('xl/_rels/workbook.xml.rels')).not.toContain('calcChain');
    expect(out.text('xl/workbook.xml')).toContain(
      '</sheets><calcPr calcId="0" fullCalcOnLoad="1"/></workbook>',
    );
    for (const [part, text] of Object.entries(other)) expect(out.text(part)).toBe(text);
    expect(out.text('xl/worksheets/sheet2.xml')).toContain(
      `<!-- kept --><sheetData>${row(1, { A: '=B1', B: 2 })}</sheetData>`,
    );
    expect([...out.parts.keys()].sort()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/worksheets/sheet1.xml',
        'xl/worksheets/sheet2.xml',
        ...Object.keys(other),
      ].sort(),
    );
  });

  test('the same input gives the same bytes', async () => {
    const source = book({}, {});
    const [a, b] = [await rendered(source, testModel(9)), await rendered(source, testModel(9))];
    expect(Buffer.compare(a.bytes, b.bytes)).toBe(0);
  });
});
