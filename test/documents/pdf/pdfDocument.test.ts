import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { PdfPages } from '../../../src/documents/pdf/pdfDocument.js';
import { PdfFonts } from '../../../src/documents/pdf/pdfFonts.js';

const NO_PLACES = { packageRoots: [], folders: [] };

/** Three tagged pages. @param settles whether each page releases its structure when it ends */
async function pagesOf(settles: boolean): Promise<Buffer> {
  const pages = await PdfPages.open(
    { title: 'Pages', language: 'en', date: '2026-10-31' },
    await PdfFonts.open(NO_PLACES),
  );
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

test('a document whose pages release their structure has the same bytes', async () => {
  const settled = await pagesOf(true);
  expect(settled.toString('latin1')).toMatch(/\/ParentTree|\/Nums/);
  expect(settled.equals(await pagesOf(false))).toBe(true);
});

test('and pdfkit keeps no element of a released page', async () => {
  const pages = await PdfPages.open(
    { title: 'Pages', language: 'en', date: '2026-10-31' },
    await PdfFonts.open(NO_PLACES),
  );
  const root = pages.document.struct('Document');
  pages.document.addStructure(root);
  pages.addPage();
  const box = { x: 40, y: 40, width: 200, size: 10 };
  root.add(pages.document.struct('P', {}, () => pages.text('one', box)));
  const structure = pages.document as unknown as { getStructParentTree(): { get(key: number): unknown } };
  expect(Array.isArray(structure.getStructParentTree().get(0))).toBe(true);
  pages.settle();
  expect(String(structure.getStructParentTree().get(0))).not.toMatch(/\d 0 R/);
});

/** pdfkit's state: the pages of a document, and what the current font has cached about words. */
interface Inside {
  readonly _root: {
    readonly data: { readonly Pages: { readonly data: { readonly Kids: readonly Page[] } } };
  };
  readonly _font: { readonly layoutCache: object };
}

interface Page {
  readonly data: object;
}

/** @returns how many objects the end of a file lists, each of which begins at the stated position */
function objectsAt(file: string): number {
  const [, from] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  const [name, size, first, ...lines] = file.slice(Number(from)).split('\n');
  const offsets = lines.slice(0, lines.indexOf('trailer'));
  expect([name, size, first]).toEqual(['xref', `0 ${offsets.length + 1}`, '0000000000 65535 f ']);
  expect(file).toContain(`/Size ${offsets.length + 1}`);
  for (const [index, line] of offsets.entries()) {
    expect(line).toMatch(/^\d{10} 00000 n $/);
    expect(file.startsWith(`${index + 1} 0 obj\n`, Number.parseInt(line, 10))).toBe(true);
  }
  return offsets.length;
}

test('and for many pages it keeps neither their contents, nor their words, nor their bytes', async () => {
  const pages = await PdfPages.open(
    { title: 'Pages', language: 'en', date: '2026-10-31' },
    await PdfFonts.open(NO_PLACES),
  );
  const root = pages.document.struct('Document');
  pages.document.addStructure(root);
  const count = 400;
  const pieces: Uint8Array[] = [];
  for (let page = 0; page < count; page += 1) {
    pages.addPage();
    const box = { x: 40, y: 40, width: 200, size: 10 };
    root.add(pages.document.struct('P', {}, () => pages.text(`word${page}`, box)));
    pages.settle();
    pieces.push(...pages.ready());
  }
  const { _root, _font } = pages.document as unknown as Inside;
  const kids = _root.data.Pages.data.Kids;
  expect(kids).toHaveLength(count);
  expect(kids.filter(({ data }) => Object.keys(data).length > 0)).toHaveLength(1);
  expect(Object.keys(_font.layoutCache)).toEqual([]);
  expect(pages.document.readableLength).toBe(0);
  expect(pieces.length).toBeGreaterThan(2);
  root.end();
  pieces.push(...pages.end());
  expect(pages.document.readableLength).toBe(0);
  expect(objectsAt(Buffer.concat(pieces).toString('latin1'))).toBeGreaterThan(4 * count);
});
