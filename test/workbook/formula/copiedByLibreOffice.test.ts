import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { REPEATED } from '../../support/workbooks/copiedRows.js';
import { copiedInLibreOffice } from '../../support/workbooks/copyInLibreOffice.js';
import { type Drawn, drawnCases } from '../../support/workbooks/drawnCases.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { type WorkbookSource, workbook, workbookParts } from '../../support/workbooks/workbook.js';

/*
 * LibreOffice copies the cells: a macro copies the drawn row down with its formula, conditional format and validation,
 * first days within groups and then the groups, and deletes omitted rows. The test compares the result with our
 * engine's output, cell by cell: the formula, its value, the format's condition and the validation's.
 * More of them: COPIED_DOWN=300 npx vitest run test/workbook/formula/copiedByLibreOffice.test.ts
 */
const RUNS = Number(process.env.COPIED_DOWN ?? 24);
const DAYS_EACH = REPEATED / 3;

const READ = `
import json, sys, warnings, openpyxl
from openpyxl.formula.translate import Translator
from openpyxl.utils import get_column_letter
warnings.simplefilter("ignore")
def plain(formula):
    return formula.lstrip("=").replace("$", "").replace(" ", "")
def spread(found, ranges, formula):
    ranges = list(ranges)
    top = min(each.min_row for each in ranges)
    left = min(each.min_col for each in ranges)
    origin = get_column_letter(left) + str(top)
    for each in ranges:
        for row in range(each.min_row, each.max_row + 1):
            for column in range(each.min_col, each.max_col + 1):
                cell = get_column_letter(column) + str(row)
                found.setdefault(cell, []).append(plain(Translator("=" + formula, origin=origin).translate_formula(cell)))
def read(path):
    book, values = openpyxl.load_workbook(path), openpyxl.load_workbook(path, data_only=True)
    sheets = {}
    for sheet in book:
        formats, validations = {}, {}
        for area in sheet.conditional_formatting:
            for rule in area.rules:
                spread(formats, area.sqref.ranges, rule.formula[0])
        for each in sheet.data_validations.dataValidation:
            spread(validations, each.sqref.ranges, each.formula1)
        formulas = {c.coordinate: plain(c.value) for row in sheet.iter_rows() for c in row if isinstance(c.value, str) and c.value.startswith("=")}
        shown = {cell: values[sheet.title][cell].value for cell in formulas}
        sheets[sheet.title] = {"formulas": formulas, "values": shown, "formats": formats, "validations": validations}
    return sheets
print(json.dumps([read(path) for path in sys.argv[1:]]))
`;
interface Read {
  readonly formulas: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
  readonly formats: Readonly<Record<string, readonly string[]>>;
  readonly validations: Readonly<Record<string, readonly string[]>>;
}

const WITH_FORMATS = '</cellXfs><dxfs count="1"><dxf><font><b/></font></dxf></dxfs></styleSheet>';

/** A sheet with a format in E and a validation in F for each formula in D. */
function drawnSheet({ rows, ruled }: Drawn) {
  const formats = ruled.map(
    ({ at, formula }, index) =>
      `<conditionalFormatting sqref="E${at}"><cfRule type="expression" dxfId="0" priority="${index + 1}"><formula>${formula}&gt;100</formula></cfRule></conditionalFormatting>`,
  );
  const validations = ruled.map(
    ({ at, formula }) =>
      `<dataValidation type="custom" allowBlank="1" sqref="F${at}"><formula1>${formula}&gt;7</formula1></dataValidation>`,
  );
  const after = `${formats.join('')}<dataValidations count="${ruled.length}">${validations.join('')}</dataValidations>`;
  return { rows, after };
}

function source(sheets: readonly (readonly [string, Drawn])[]): WorkbookSource {
  const plain = {
    sheets: Object.fromEntries(sheets.map(([name, each]) => [name, drawnSheet(each)])),
  };
  const styles = String(workbookParts(plain).get('xl/styles.xml'));
  return { ...plain, parts: { 'xl/styles.xml': styles.replace('</cellXfs></styleSheet>', WITH_FORMATS) } };
}

const folder = mkdtempSync(join(tmpdir(), 'copied-there-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const python = pythonWith('openpyxl');
const soffice = programOf('soffice', '--version');

describe('rows that LibreOffice copies', () => {
  test.runIf(python && soffice)(
    'have the formulas, values, formats and validations of filled rows',
    { tags: 'slow', timeout: 180_000 + RUNS * 1000 },
    async () => {
      const seed = RUNS === 24 ? 42 : Date.now() & 0xffff;
      const samples = fc.sample(drawnCases(DAYS_EACH), { numRuns: RUNS, seed });
      const name = (index: number) => `T${index}`;
      const templates = samples.map(({ template }, index) => [name(index), template] as const);
      const filled = await rendered(source(templates), testModel(DAYS_EACH));
      const byHand = samples.map((each, index) => each.byHand(filled.cells(index + 1)));
      const paths = [join(folder, 'filled.xlsx'), join(folder, 'by-hand.xlsx')] as const;
      writeFileSync(paths[0], filled.bytes);
      writeFileSync(
        paths[1],
        await workbook(source(byHand.map((each, index) => [name(index), each] as const))),
      );
      const steps = byHand.flatMap((each, index) => each.steps(name(index)));
      const there = copiedInLibreOffice(soffice ?? '', folder, paths[1], steps);
      const [ours = {}, theirs = {}, uncut = {}] = runPython(
        python ?? '',
        READ,
        paths[0],
        there.afterDeleting,
        there.copied,
      ) as Record<string, Read>[];
      for (const [index, { said, isCut }] of samples.entries()) {
        const [our, their] = [ours[name(index)], theirs[name(index)]];
        expect(Object.keys(their?.formulas ?? {}).length, said).toBeGreaterThanOrEqual(REPEATED);
        expect(our?.formulas, said).toEqual(their?.formulas);
        expect(our?.formats, said).toEqual(their?.formats);
        // Deleted rows move the references of validations on other sheets.
        if (!isCut) expect(our?.validations, said).toEqual(uncut[name(index)]?.validations);
        for (const [cell, value] of Object.entries(their?.values ?? {}))
          expect(our?.values[cell], `${said}, ${cell}`).toBeCloseTo(value, 6);
      }
    },
  );
});
