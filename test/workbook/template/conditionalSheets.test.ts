import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { DRAWING, edge, XDR } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const python = pythonWith('openpyxl');
const folder = mkdtempSync(join(tmpdir(), 'paytally-conditional-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const drawing = (chart: number): Record<string, string> => ({
  [`xl/drawings/drawing${chart}.xml`]: `<xdr:wsDr ${XDR}><xdr:twoCellAnchor>${edge('from', 5, 4)}${edge('to', 6, 8)}<xdr:pic/></xdr:twoCellAnchor></xdr:wsDr>`,
  [`xl/drawings/_rels/drawing${chart}.xml.rels`]: relationships({
    rId1: ['image', '../media/shared.png'],
    rId2: ['image', `../media/own${chart}.png`],
  }),
  [`xl/media/own${chart}.png`]: '',
});

/** A draft-only sheet between two others, with one private picture and one shared with another sheet. */
function source(condition: string, other = '=1+1'): WorkbookSource {
  const withDrawing = (chart: number) => ({
    after: '<drawing r:id="rId1"/>',
    relationships: { rId1: ['drawing', `../drawings/drawing${chart}.xml`] as const },
  });
  return {
    sheets: {
      Hours: {
        rows: row(1, { A: other }) + row(2, { A: '{{#each employees}}{{employee.name}}' }),
        ...withDrawing(1),
      },
      Notes: {
        rows: row(1, { A: `{{#sheet if ${condition}}}Draft of {{run.periodLabel}}` }),
        ...withDrawing(2),
      },
      End: { rows: row(1, { A: 'fixed' }) },
    },
    names:
      '<definedName name="_xlnm.Print_Area" localSheetId="1">Notes!$A$1:$C$4</definedName><definedName name="mine" localSheetId="2">End!$A$1</definedName>',
    parts: { ...drawing(1), ...drawing(2), 'xl/media/shared.png': '' },
    types: { 'xl/drawings/drawing1.xml': DRAWING, 'xl/drawings/drawing2.xml': DRAWING },
  };
}

async function problems(drawn: WorkbookSource): Promise<string[]> {
  return (await checkTemplate(await workbook(drawn), fieldsOfModel(testModel(2)))).map(problemText);
}

describe('a sheet with a condition', () => {
  test('is kept if the condition is true', async () => {
    const out = await rendered(source('run.state = "draft" and count(employees) > 2'), testModel(2));
    expect(out.text('xl/workbook.xml')).toContain('<sheet name="Notes" sheetId="2"');
    expect(out.cells(2)).toEqual({ A1: 'Draft of October 2026' });
    expect(out.text('xl/workbook.xml')).toContain('localSheetId="1">Notes!$A$1:$C$4<');
  });

  test('is removed if it is false, with its names and the parts that only it uses', async () => {
    const out = await rendered(source('run.state = "final"'), testModel(2));
    const book = out.text('xl/workbook.xml');
    expect([...book.matchAll(/<sheet name="(\w+)"/g)].map(([, name]) => name)).toEqual(['Hours', 'End']);
    expect(book).toContain('<definedNames><definedName name="mine" localSheetId="1">End!$A$1</definedName>');
    const left = [...out.parts.keys()].filter((part) => /sheet2|drawing2|own2/.test(part));
    expect(left).toEqual([]);
    expect([...out.parts.keys()]).toEqual(
      expect.arrayContaining(['xl/media/shared.png', 'xl/media/own1.png']),
    );
    for (const part of ['[Content_Types].xml', 'xl/_rels/workbook.xml.rels'])
      expect(out.text(part)).not.toMatch(/sheet2|drawing2/);
  });

  test('is refused if it is referenced, its condition is invalid, or no other sheet exists', async () => {
    expect(await problems(source('run.state = "draft"', '=Notes!A1'))).toEqual([
      expect.stringContaining(
        'Hours!A1: Notes!A1 refers to sheet "Notes", which becomes several sheets or none.',
      ),
    ]);
    expect(await problems(source('run.stat = "draft"'))).toEqual([expect.stringContaining('run.state')]);
    expect(await problems(source('run.state = "draft" rows 2'))).toHaveLength(1);
    const only = { sheets: { Notes: { rows: row(1, { A: '{{#sheet if run.state = "final"}}x' }) } } };
    await expect(rendered(only, testModel(2))).rejects.toMatchObject({ code: 'RENDER_REFUSED' });
  });

  test.runIf(python)('opens in openpyxl', async () => {
    const out = await rendered(source('run.state = "final"'), testModel(2));
    const path = join(folder, 'out.xlsx');
    writeFileSync(path, out.bytes);
    const program =
      'import sys, json, openpyxl\nprint(json.dumps(openpyxl.load_workbook(sys.argv[1]).sheetnames))';
    expect(runPython(python ?? '', program, path)).toEqual(['Hours', 'End']);
  });
});

describe('a sheet that stands in for one without data', () => {
  const drawn = (where: string, last = '{{#sheet empty employees}}'): WorkbookSource => ({
    sheets: {
      Each: { rows: row(1, { A: `{{#sheet employees ${where} group by employee.id}}{{employee.name}}` }) },
      None: { rows: row(1, { A: `${last}Nobody in {{run.periodLabel}}` }) },
    },
  });
  const namesOf = (book: string) => [...book.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);

  test('is written instead of a blank one, and not beside sheets with data', async () => {
    const none = await rendered(drawn('where employee.id = "x"'), testModel(2));
    expect(namesOf(none.text('xl/workbook.xml'))).toEqual(['None']);
    expect([...none.parts.keys()].filter((part) => part.includes('worksheets/'))).toHaveLength(1);
    const some = await rendered(drawn(''), testModel(2));
    expect(namesOf(some.text('xl/workbook.xml'))).toEqual(['e1', 'e2', 'e3']);
    const blank = await rendered(drawn('where employee.id = "x"', ''), testModel(2));
    expect(namesOf(blank.text('xl/workbook.xml'))).toEqual(['Each', 'None']);
  });

  test('needs such a sheet', async () => {
    const found = await problems(drawn('', '{{#sheet empty employee-days}}'));
    expect(found).toEqual([expect.stringContaining('No other sheet repeats over employee-days')]);
  });
});
