import { describe, expect, test } from 'vitest';
import { IMPORTS, roomOf } from './importGraph.js';

/** The folders of the workbook engine from the bottom up. Files next to them serve all of them and import none. */
const FOLDERS = [
  ...['zip', 'xml', 'cells', 'draw'],
  ...[
    'package',
    'language',
    'placement',
    'formula',
    'template',
    'content',
    'frame',
    'drawings',
    'check',
    'write',
  ],
].map((folder) => `workbook/${folder}`);

/** The file that combines the folders. */
const ON_TOP = 'workbook/fillWorkbook.ts';

function levelOf(file: string): number {
  if (file === 'workbook/index.ts') return FOLDERS.length + 1;
  if (file === ON_TOP) return FOLDERS.length;
  // A folder within a folder belongs to it.
  return FOLDERS.findLastIndex((folder) => file.startsWith(`${folder}/`));
}

describe('the workbook engine is independent', () => {
  const crossing = IMPORTS.flatMap(({ file, to }) =>
    to !== undefined && (roomOf(file) === 'workbook') !== (roomOf(to) === 'workbook')
      ? [[file, to] as const]
      : [],
  );

  test('other folders import only its index', () => {
    const inward = crossing.filter(([, to]) => roomOf(to) === 'workbook');
    expect(inward.length).toBeGreaterThan(5);
    expect(inward.filter(([, to]) => to !== 'workbook/index.ts')).toEqual([]);
  });

  test('it imports only the language of templates from our code', () => {
    const outward = crossing.filter(([file]) => roomOf(file) === 'workbook');
    expect(outward.filter(([, to]) => roomOf(to) !== 'language')).toEqual([]);
  });

  test('its folders import in one direction', () => {
    const inside = IMPORTS.flatMap(({ file, to }) =>
      to !== undefined && roomOf(file) === 'workbook' ? [[file, to] as const] : [],
    );
    expect(inside.length).toBeGreaterThan(200);
    expect(inside.filter(([file, to]) => levelOf(to) > levelOf(file))).toEqual([]);
  });
});
