import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { PdfPages } from '../../../src/documents/pdf/pdfDocument.js';

/** Three tagged pages. @param settles whether each lets go of its structure as it ends */
async function pagesOf(settles: boolean): Promise<Buffer> {
  const pages = await PdfPages.open({ title: 'Pages', language: 'en', date: '2026-10-31' });
  const { document } = pages;
  const root = document.struct('Document');
  document.addStructure(root);
  for (const name of ['one', 'two', 'three']) {
    const section = document.struct('Sect');
    root.add(section);
    pages.addPage();
    for (const y of [40, 60, 80]) {
      const box = { x: 40, y, width: 200, size: 10 };
      section.add(document.struct('P', {}, () => pages.text(`${name} ${y}`, box)));
    }
    section.end();
    if (settles) pages.settle();
  }
  root.end();
  return Buffer.concat([...pages.end()]);
}

test('a document whose pages let go of their structure has the same bytes', async () => {
  const settled = await pagesOf(true);
  expect(settled.toString('latin1')).toMatch(/\/ParentTree|\/Nums/);
  expect(settled.equals(await pagesOf(false))).toBe(true);
});

test('and pdfkit holds no element of a page that was settled', async () => {
  const pages = await PdfPages.open({ title: 'Pages', language: 'en', date: '2026-10-31' });
  const root = pages.document.struct('Document');
  pages.document.addStructure(root);
  pages.addPage();
  const box = { x: 40, y: 40, width: 200, size: 10 };
  root.add(pages.document.struct('P', {}, () => pages.text('one', box)));
  const structure = pages.document as unknown as { getStructParentTree(): { get(key: number): unknown } };
  expect(Array.isArray(structure.getStructParentTree().get(0))).toBe(true);
  pages.settle();
  expect(String(structure.getStructParentTree().get(0))).toMatch(/^\[\d+ 0 R\]$/);
});
