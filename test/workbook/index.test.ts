import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fillWorkbook } from '../../src/workbook/index.js';
import { readZip } from '../../src/workbook/zip/readZip.js';
import { row, workbook } from '../support/workbooks/workbook.js';

const guide = readFileSync(fileURLToPath(new URL('../../CONTRIBUTING.md', import.meta.url)), 'utf8');

/** The table of the drawing as rows of a sheet. */
function drawnRows(): string {
  const lines = [...guide.matchAll(/^\| (\d+) +\|(.*)\|$/gm)];
  return lines
    .map(([, number, cells = '']) => {
      const texts = cells.split('|').map((text) => text.trim());
      const written = texts.flatMap((text, index) =>
        text === '' ? [] : [['ABC'[index] ?? '', text] as const],
      );
      return row(Number(number), Object.fromEntries(written));
    })
    .join('');
}

test('the example of the engine fills the workbook that it draws', async () => {
  const template = await workbook({ sheets: { Orders: { rows: drawnRows() } } });
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const body = code.replace(/^import .*$/gm, '');
  const written = new Map<string, Uint8Array[]>();
  const printed: unknown[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const parts = {
    readFile: async (name: string) => (name === 'orders.xlsx' ? template : undefined),
    writeFile: async (name: string, content: AsyncIterable<Uint8Array>) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      written.set(name, pieces);
    },
    console: { log: (value: unknown) => printed.push(value) },
    fillWorkbook,
  };
  await new AsyncFunction(...Object.keys(parts), body)(...Object.values(parts));
  const filled = await readZip(Buffer.concat(written.get('filled.xlsx') ?? []), 'filled.xlsx');
  const sheet = Buffer.from(filled.get('xl/worksheets/sheet1.xml') ?? '').toString('utf8');
  expect(printed).toEqual([2]);
  expect(sheet).toContain('<f>SUM(C2:C3)</f><v>200</v>');
  expect(sheet).toContain('Orders of Corner shop');
  expect(sheet).toContain('<v>46296</v>');
});
