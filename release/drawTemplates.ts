import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Workbook } from 'exceljs';
import { readZip } from '../src/workbook/zip/readZip.js';
import { writeZip } from '../src/workbook/zip/writeZip.js';
import { addChartParts } from './draw/charts.js';

/*
 * node dist/release/drawTemplates.js
 * Runs `templates/NAME/draw.ts` of each built-in workbook and writes `templates/NAME/NAME.xlsx`. The same program gives
 * the same bytes: exceljs writes the time of day into the package, so it is packed again.
 */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const NO_LIMITS = { entries: 1000, totalBytes: 2 ** 27, ratio: 10_000 };

/** They are packed once, and are in each package. */
const SMALLEST = 9;

interface Drawing {
  readonly draw: (book: Workbook) => void;
}

async function drawnWorkbook({ draw }: Drawing): Promise<Buffer> {
  const { default: ExcelJS } = await import('#exceljs');
  const book = new ExcelJS.Workbook();
  draw(book);
  const packed = new Uint8Array(await book.xlsx.writeBuffer({ zip: { compression: 'STORE' } } as object));
  const parts = await readZip(packed, 'drawn workbook', NO_LIMITS);
  addChartParts(book, parts);
  const entries = [...parts].map(([name, bytes]) => ({ name, content: [repaired(name, bytes)] }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeZip(entries, { level: SMALLEST })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Mends what exceljs writes in a way that programs read differently. */
function repaired(name: string, bytes: Uint8Array): Uint8Array {
  const repair = REPAIRS.find(([part]) => name.startsWith(part))?.[1];
  return repair === undefined ? bytes : Buffer.from(repair(Buffer.from(bytes).toString('utf8')));
}

const REPAIRS: readonly (readonly [part: string, repair: (xml: string) => string])[] = [
  // What each column of a filter hides, also if that is nothing; columns may be missing in the output.
  ['xl/tables/', (xml) => xml.replace(/<filterColumn [^>]*\/>/g, '')],
  // The shapes of notes come before the tables (ECMA-376 18.3.1.99).
  ['xl/worksheets/', (xml) => xml.replace(/(<tableParts .*<\/tableParts>)(<legacyDrawing [^>]*\/>)/, '$2$1')],
  // The last day of the run's period: no byte depends on the clock.
  [
    'docProps/core.xml',
    (xml) => xml.replaceAll('1970-01-01T00:00:00Z', '{{run.to | date:"YYYY-MM-DD"}}T00:00:00Z'),
  ],
  // Areas to print without the second `$`: programs then ignore them.
  ['xl/workbook.xml', (xml) => xml.replace(/(\$[A-Z]+)(\d+)(?=[:<])/g, '$1$$$2')],
];

const templates = join(PROJECT, 'dist/templates');
for (const name of readdirSync(templates).sort()) {
  const drawing = (await import(pathToFileURL(join(templates, name, 'draw.js')).href)) as Drawing;
  writeFileSync(join(PROJECT, 'templates', name, `${name}.xlsx`), await drawnWorkbook(drawing));
}
