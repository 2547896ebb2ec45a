import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPayrollList } from '../../../src/documents/register/payrollList.js';

/* Which column of a payroll's list has the payroll IDs. */

async function numbersIn(...lines: readonly string[]): Promise<readonly string[]> {
  const path = join(mkdtempSync(join(tmpdir(), 'paytally-list-')), 'list.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return (await readPayrollList(path)).rows.map(({ number }) => number);
}

test('a heading that says payroll ID, wherever the lines are counted', async () => {
  expect(await numbersIn('Numéro;Matricule;Nom;Prénom', '1;0042;Aerts;Ann', '2;0043;Claes;Tim')).toEqual([
    '0042',
    '0043',
  ]);
  expect(await numbersIn('Personeelsnummer;Nummer;Naam', '42;7;Ann Aerts', '43;9;Tim Claes')).toEqual([
    '42',
    '43',
  ]);
});

test('of two numbers the one that does not count the lines', async () => {
  expect(await numbersIn('Numéro;Number;Name', '1;0042;Ann Aerts', '2;0043;Tim Claes')).toEqual([
    '0042',
    '0043',
  ]);
});

test('a small firm has the IDs 1 and 2', async () => {
  expect(await numbersIn('Nummer;Name', '1;Ann Aerts', '2;Tim Claes')).toEqual(['1', '2']);
});
