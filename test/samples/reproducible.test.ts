import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateEmployer } from '../../samples/generator/generateEmployer.js';
import { mappingFile } from '../../samples/generator/mappingFile.js';
import { writeDataFolder } from '../../samples/generator/writeDataFolder.js';

const committed = fileURLToPath(new URL('../../samples/data/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paytally-sample-'));

beforeAll(() => writeDataFolder(generateEmployer(), folder));
afterAll(() => rmSync(folder, { recursive: true }));

function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();
}

describe('samples/data matches the output of the generator', () => {
  test('the same files', () => {
    expect(filesOf(committed)).toEqual(filesOf(folder));
  });

  test.each(filesOf(committed))('%s, byte by byte', (name) => {
    expect(readFileSync(join(committed, name)).equals(readFileSync(join(folder, name)))).toBe(true);
  });

  test('the mapping', () => {
    const mapping = new URL('../../samples/employees-bakery.csv', import.meta.url);
    expect(readFileSync(mapping, 'utf8')).toBe(mappingFile(generateEmployer().people));
  });

  test('another seed gives other records', () => {
    const first = (seed: number) => generateEmployer({ seed }).timeEntries().next().value;
    expect(first(1)).not.toEqual(first(2));
  });
});

test('records are created while they are read, whatever their number', () => {
  const many = generateEmployer({ employees: 2000, months: 120 });
  const first = many.timeEntries().next().value;
  expect(many.people).toHaveLength(2000);
  expect(first?.workDate).toBe('2026-09-15');
});
