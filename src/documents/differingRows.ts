import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { shortened } from '../runtime/outsideText.js';
import { rowsAsShown } from '../workbook/index.js';

const SHOWN_OF_EACH = 5;
/** An HTML page may be a single line. */
const SHOWN_CHARACTERS = 200;
const HEAD_BYTES = 4096;
/** Larger workbooks are not compared row by row. */
const WORKBOOK_BYTES = 5_000_000;
const ZIP = Buffer.from('PK\u0003\u0004');

interface Row {
  /** The key of equal rows, at any position. */
  readonly content: string;
  readonly shown: () => string;
}

/**
 * Rows that only one of two text files or workbooks has, the old file's first; empty for other files and for large
 * workbooks. Each file is read twice.
 */
export async function findDifferingRows(was: string, is: string): Promise<readonly string[]> {
  const kind = await detectKind(was);
  if (kind === 'other' || kind !== (await detectKind(is))) return [];
  const read = kind === 'workbook' ? workbookRows : textRows;
  const gone = await findUnmatchedRows(read(was), read(is));
  const added = await findUnmatchedRows(read(is), read(was));
  const lines = [...gone.first.map((line) => `  - ${line}`), ...added.first.map((line) => `  + ${line}`)];
  const more = gone.count + added.count - lines.length;
  return [...lines, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** Workbooks and PDFs begin with letters too: zero bytes distinguish them from text. */
async function detectKind(path: string): Promise<'text' | 'workbook' | 'other'> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES));
    const head = buffer.subarray(0, bytesRead);
    if (/\.xls[xm]$/.test(path) && head.subarray(0, ZIP.length).equals(ZIP))
      return (await file.stat()).size > WORKBOOK_BYTES ? 'other' : 'workbook';
    return head.includes(0) || head.toString('latin1').startsWith('%PDF-') ? 'other' : 'text';
  } finally {
    await file.close();
  }
}

async function* workbookRows(path: string): AsyncGenerator<Row> {
  for (const { sheet, number, cells } of await rowsAsShown(await readFile(path), path))
    yield {
      content: JSON.stringify([sheet, ...cells]),
      shown: () => `${sheet} ${number}: ${cells.join(' | ')}`,
    };
}

/** One character per byte until a line is shown, in any encoding. */
async function* textRows(path: string): AsyncGenerator<Row> {
  const input = createReadStream(path, 'latin1');
  for await (const content of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    yield { content, shown: () => decodeLetters(Buffer.from(content, 'latin1')) };
}

/** The first rows that the others do not have, and the number of such rows. */
async function findUnmatchedRows(rows: AsyncIterable<Row>, others: AsyncIterable<Row>) {
  const known = new Set<string>();
  for await (const { content } of others) known.add(hashRow(content));
  const first: string[] = [];
  let count = 0;
  for await (const { content, shown } of rows) {
    if (known.has(hashRow(content))) continue;
    count += 1;
    if (first.length < SHOWN_OF_EACH) first.push(shortened(shown(), SHOWN_CHARACTERS));
  }
  return { first, count };
}

function hashRow(content: string): string {
  return hash('sha256', content, 'base64');
}

/** UTF-8, or else one byte per character. */
function decodeLetters(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}
