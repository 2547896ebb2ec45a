import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { relationships, row, workbookParts, zipped } from '../../support/workbooks/workbook.js';

const python = pythonWith('openpyxl');
const folder = mkdtempSync(join(tmpdir(), 'paytally-macros-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROJECT = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 37) % 256));
const OFFICE = 'http://schemas.microsoft.com/office/2006/relationships';

/** A workbook with macros, which the engine does not read. */
async function withMacros({
  kind = 'sheet',
  signature = '',
  first = '{{run.periodLabel}}',
} = {}): Promise<Uint8Array> {
  const parts = workbookParts({
    sheets: {
      Person: {
        before: '<sheetPr codeName="Sheet1"/>',
        rows: row(1, { A: `{{#sheet employees group by employee.id}}{{employee.name}}` }),
      },
      Cover: { before: '<sheetPr codeName="Sheet2"/>', rows: row(1, { A: first }) },
    },
    parts: {
      'xl/vbaProject.bin': PROJECT,
      ...(signature && {
        'xl/_rels/vbaProject.bin.rels': relationships({ rId1: [`${OFFICE}/${signature}`, 'signature.bin'] }),
        'xl/signature.bin': PROJECT,
      }),
    },
    types: {
      'xl/vbaProject.bin': 'application/vnd.ms-office.vbaProject',
      ...(signature && { 'xl/signature.bin': 'application/vnd.ms-office.vbaProjectSignature' }),
    },
    workbookRelationships: { rIdV: [`${OFFICE}/vbaProject`, 'vbaProject.bin'] },
  });
  const types = String(parts.get('[Content_Types].xml'));
  const written = `vnd.ms-excel.${kind}.macroEnabled.main`;
  return zipped(
    parts.set(
      '[Content_Types].xml',
      types.replace('vnd.openxmlformats-officedocument.spreadsheetml.sheet.main', written),
    ),
  );
}

describe('a workbook with macros', () => {
  test.each(['sheet', 'template'])('is filled, with its macros byte for byte the same (%s)', async (kind) => {
    const out = await rendered(await withMacros({ kind }), testModel(2));
    expect(Buffer.from(out.parts.get('xl/vbaProject.bin') ?? [])).toEqual(PROJECT);
    expect(out.text('[Content_Types].xml')).toContain('application/vnd.ms-excel.sheet.macroEnabled.main+xml');
    expect(out.text('xl/_rels/workbook.xml.rels')).toContain(`${OFFICE}/vbaProject`);
    const codes = [...out.parts.keys()]
      .filter((part) => part.includes('worksheets/sheet'))
      .map((part) => /codeName="(\w+)"/.exec(out.text(part))?.[1]);
    expect(codes.filter((code) => code !== undefined).sort()).toEqual(['Sheet1', 'Sheet2']);
  });

  test.each(['vbaProjectSignature', 'vbaProjectSignatureAgile', 'vbaProjectSignatureV3'])(
    'with signed macros is refused (%s)',
    async (signature) => {
      await expect(rendered(await withMacros({ signature }), testModel(2))).rejects.toMatchObject({
        code: 'TEMPLATE_INVALID',
      });
    },
  );

  test('cannot lose a sheet', async () => {
    const drawn = await withMacros({ first: '{{#sheet if run.state = "draft"}}x' });
    const found = await checkTemplate(drawn, fieldsOfModel(testModel(2)));
    expect(found.map(problemText)).toEqual([
      expect.stringContaining('Cover: A sheet of a workbook with macros'),
    ]);
  });

  test.runIf(python)('opens in openpyxl with its macros', async () => {
    const out = await rendered(await withMacros(), testModel(2));
    const path = join(folder, 'out.xlsm');
    writeFileSync(path, out.bytes);
    const program =
      'import sys, json, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1], keep_vba=True)\nprint(json.dumps([len(book.sheetnames), len(book.vba_archive.read("xl/vbaProject.bin"))]))';
    expect(runPython(python ?? '', program, path)).toEqual([4, PROJECT.length]);
  });
});
