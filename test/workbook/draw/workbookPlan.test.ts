import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { compileWorkbook } from '../../../src/workbook/fillWorkbook.js';
import { fillWorkbook } from '../../../src/workbook/index.js';
import { TemplateData } from '../../../src/workbook/language/templateData.js';
import { fullSettings, type WorkbookModel } from '../../../src/workbook/model.js';
import { placedWorkbook } from '../../../src/workbook/write/placedWorkbook.js';
import { workbookEntries } from '../../../src/workbook/write/workbookEntries.js';
import { writeZip } from '../../../src/workbook/zip/writeZip.js';
import { collect } from '../../support/workbooks/collect.js';

/* Filling does not change the drawing: one plan serves several outputs, even concurrently. */
const NAMES = [
  'growing-table',
  'hours-by-place',
  'timesheet',
  'roster',
  'weeks',
  'cards',
  'merged-places',
  'two-lists',
  'badges',
  'to-check',
] as const;

function template(name: string): Uint8Array {
  return readFileSync(
    fileURLToPath(new URL(`../../../samples/workbooks/${name}/${name}.xlsx`, import.meta.url)),
  );
}

/** The same fields, with only the first rows of each data set. */
function cut({ run, dataSets }: WorkbookModel, rows: number): WorkbookModel {
  const few = [...dataSets].map(
    ([name, set]) => [name, { fields: set.fields, rows: [...set.rows].slice(0, rows) }] as const,
  );
  return { run, dataSets: new Map(few) };
}

/** Reads two streams in turn, so that each is written during the other. */
async function byTurns(streams: readonly AsyncIterable<Uint8Array>[]): Promise<Buffer[]> {
  const readers = streams.map((stream) => ({
    next: stream[Symbol.asyncIterator](),
    chunks: [] as Uint8Array[],
  }));
  let open = readers;
  while (open.length > 0) {
    const left: typeof readers = [];
    for (const reader of open) {
      const { done, value } = await reader.next.next();
      if (done) continue;
      reader.chunks.push(value);
      left.push(reader);
    }
    open = left;
  }
  return readers.map(({ chunks }) => Buffer.concat(chunks));
}

test.each(NAMES)('%s: one plan, several outputs at once', async (name) => {
  const models = [sampleModel(), cut(sampleModel(), 3), cut(sampleModel(), 0)];
  const fields = fieldsOfModel(sampleModel());
  const settings = fullSettings({}, fields.dataSets);
  const plan = await compileWorkbook(template(name), 'template', fields, { settings });
  expect(plan.context.problems.list).toEqual([]);
  const outputs = models.map((model) => {
    const data = new TemplateData(model, fields, settings);
    return writeZip(workbookEntries(placedWorkbook(plan, data)));
  });
  const written = await byTurns(outputs);
  for (const [index, model] of models.entries()) {
    const alone = await collect((await fillWorkbook(template(name), model)).content);
    expect(Buffer.compare(written[index] ?? Buffer.alloc(0), Buffer.from(alone)), `output ${index}`).toBe(0);
  }
});
