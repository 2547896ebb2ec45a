import { join, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { loadTemplate } from '../src/documents/template/loadTemplate.js';
import { diskTemplateFiles } from '../src/documents/template/template.js';
import { csvRecordWriter } from '../src/documents/text/csvRecord.js';
import { renderText } from '../src/documents/text/renderText.js';
import type { Bench, Candidate, Outcome } from './benchResult.js';
import { DAY_HEADINGS, dayModel, dayTexts } from './csv/dayRows.js';
import { startPythonCsv } from './csv/pythonCsv.js';

const ROWS = 1_000_000;
const BATCH = 10_000;
/** `npm run bench` runs in the project's folder. */
const templatesRoot = resolve('templates');

const DIALECT = {
  delimiter: ',',
  recordDelimiter: '\n',
  quoting: 'rfc4180',
  trailingDelimiter: false,
} as const;

function outcome(rows: number, bytes: number): Outcome {
  return { units: rows, result: `${bytes} bytes` };
}

/** A writer of formatted texts. */
function writer(name: string, write: (rows: readonly (readonly string[])[]) => string): Candidate {
  return {
    name,
    prepare: (scale) => {
      const rows = [DAY_HEADINGS, ...dayTexts(ROWS * scale)];
      return () => outcome(rows.length - 1, Buffer.from(write(rows), 'utf8').length);
    },
  };
}

function engine(name: string, rows: 'ready' | 'late'): Candidate {
  return { name, prepare: (scale) => wholeTemplate(ROWS * scale, rows) };
}

async function wholeTemplate(count: number, rows: 'ready' | 'late'): Promise<() => Promise<Outcome>> {
  const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };
  const template = await loadTemplate(join(templatesRoot, 'employee-days'), places);
  if (template.kind !== 'text') throw new TypeError('employee-days is a text template');
  const model = dayModel(count, rows);
  return async () => {
    const [file] = renderText(template, model);
    if (file === undefined) throw new Error('employee-days gave no file');
    let bytes = 0;
    for await (const piece of file.content instanceof Uint8Array ? [file.content] : file.content)
      bytes += piece.length;
    return outcome(file.rows, bytes);
  };
}

const PYTHON = "Python's csv module";
const WHOLE = 'paytally, the whole template';

const python: Candidate = {
  name: PYTHON,
  prepare: async (scale) => {
    const writeOnce = await startPythonCsv(ROWS * scale, DAY_HEADINGS);
    if (writeOnce === undefined) return () => ({ units: 1, result: '', skipped: 'there is no python3' });
    return async () => {
      const { bytes, outside } = await writeOnce();
      return { ...outcome(ROWS * scale, bytes), outside };
    };
  },
};

export const bench: Bench = {
  title: 'CSV: employee days of 12 columns, as bytes',
  unit: 'rows',
  candidates: [
    engine(WHOLE, 'ready'),
    engine('the same, rows as asked for', 'late'),
    writer('paytally, the writer alone', (rows) => rows.map(csvRecordWriter(DIALECT)).join('')),
    writer('csv-stringify', (rows) => {
      let text = '';
      for (let start = 0; start < rows.length; start += BATCH)
        text += stringify(rows.slice(start, start + BATCH).map((row) => [...row]));
      return text;
    }),
    writer('joined, nothing quoted', (rows) => `${rows.map((row) => row.join(',')).join('\n')}\n`),
    python,
  ],
  against: [{ what: 'CSV of a million rows', ours: WHOLE, instead: PYTHON }],
};
