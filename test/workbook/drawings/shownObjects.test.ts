import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const XDR =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const model = testModel(1);

/** A picture over the first rows, with an alternative text. */
function pictured(text: string): WorkbookSource {
  const edge = (tag: string, at: number) =>
    `<xdr:${tag}><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${tag}>`;
  const descr = text.replaceAll('"', '&quot;').replaceAll('>', '&gt;');
  const shape = `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box" descr="${descr}"/></xdr:nvSpPr></xdr:sp>`;
  const anchor = `<xdr:twoCellAnchor>${edge('from', 0)}${edge('to', 2)}${shape}</xdr:twoCellAnchor>`;
  return {
    sheets: {
      Hours: {
        rows: row(5, { A: '{{#each employee-days}}{{date}}' }),
        relationships: { rId1: ['drawing', '../drawings/drawing1.xml'] },
      },
    },
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${XDR}>${anchor}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships({}),
    },
  };
}

async function drawing(text: string): Promise<string> {
  return (await rendered(await workbook(pictured(text)), model)).text('xl/drawings/drawing1.xml');
}

describe('an object with a condition in its alternative text', () => {
  test('is there if the condition is true, without the instruction', async () => {
    const xml = await drawing('{{#if count(employee-days) > 0}}Hours of {{run.employer}}');
    expect(xml).toContain('twoCellAnchor');
    expect(xml).toMatch(/descr="Hours of [^"{]+"/);
  });

  test('is left out if it is false', async () => {
    expect(await drawing('{{#if count(employee-days) > 1000000}}Hours')).not.toContain('twoCellAnchor');
  });

  test.each([
    ['{{#each employee-days}}Hours', 'single instruction'],
    ['{{#if count(no-such) > 0}}Hours', 'no-such'],
  ])('%s is reported', async (text, problem) => {
    const bytes = await workbook(pictured(text));
    const found = await checkTemplate(bytes, fieldsOfModel(model), 'test.xlsx');
    expect(found.map(problemText).join('\n')).toContain(problem);
  });
});
