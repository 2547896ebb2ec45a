import { afterAll, describe, expect, it } from 'vitest';
import { programOf, pythonWith } from '../../support/programs/pythonWith.js';
import { readValues, type Sheets } from '../../support/workbooks/readValues.js';
import { resaveWithLibreOffice, writeUncalculated } from '../../support/workbooks/recalculate.js';
import { CaseFiles } from './workbookCases.js';

const files = new CaseFiles();
afterAll(() => files.remove());

describe('LibreOffice', () => {
  it('calculates the results that the cells already have, and keeps every value', {
    tags: 'slow',
    timeout: 180_000,
  }, async (context) => {
    const soffice = programOf('soffice', '--version');
    const python = pythonWith('openpyxl');
    if (soffice === undefined || python === undefined) return context.skip();
    const names = [
      'hours-en',
      'hours-de',
      'hours-fr',
      'hours-negative',
      'hours-no-planning',
      'hours-codes',
      'sheets-en',
    ];
    const paths = await Promise.all(names.map((name) => files.pathOf(name)));
    const uncalculated = await Promise.all(paths.map((path) => writeUncalculated(path, files.folder)));
    const resaved = resaveWithLibreOffice(soffice, files.folder, uncalculated);
    const values = readValues(python, [...paths, ...resaved]);
    for (const [index, path] of paths.entries()) {
      const differences = differencesOf(values[path] ?? {}, values[resaved[index] ?? ''] ?? {});
      expect(differences, names[index]).toEqual([]);
    }
  });
});

function differencesOf(ours: Sheets, theirs: Sheets): string[] {
  const problems = Object.keys(ours).filter((name) => theirs[name] === undefined);
  for (const [name, rows] of Object.entries(ours)) {
    for (const [rowIndex, row] of rows.entries()) {
      for (const [column, value] of row.entries()) {
        const other = theirs[name]?.[rowIndex]?.[column] ?? null;
        const same =
          typeof value === 'number' && typeof other === 'number'
            ? Math.abs(value - other) < 1e-9
            : // An empty text is an empty cell once it was saved again.
              (value === '' ? null : value) === other;
        if (!same)
          problems.push(
            `${name} row ${rowIndex + 1} column ${column + 1}: ${String(value)}, recalculated ${String(other)}`,
          );
      }
    }
  }
  return problems;
}
