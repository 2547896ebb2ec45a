import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { readDatevLug } from './readers/datevLug.js';

const templatesRoot = resolve(import.meta.dirname, '../../templates');
const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };
const DAYS = ['2026-09-28', '2026-09-30', '2026-10-01', '2026-10-04'];

/** Days as DATEV books them: the number of the row in the month of line 1, by file. */
async function bookedDays(rows: 'day' | 'month', from: string, to: string, label: string) {
  const template = await loadTemplate('datev-lug', places);
  if (template.kind !== 'text') throw new Error('not a text template');
  const { model, variables } = buildSample(template.spec);
  const set = model.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('the sample has no pay lines');
  const lines = DAYS.map((date): DataRow => ({ ...set.rows[0], date, minutes: 540 }));
  const run = { ...model.run, 'run.from': from, 'run.to': to, 'run.periodLabel': label };
  const dataSets = new Map([...model.dataSets, ['pay-lines', { ...set, rows: lines }]]);
  const files = renderText(template, { run, dataSets }, { variables: { ...variables, rows } });
  return files
    .filter(({ name }) => name.endsWith('.txt'))
    .map(({ name, content }) => {
      const bytes = content as Uint8Array;
      expect(readDatevLug(bytes).lines.length).toBeGreaterThan(0);
      const [head = '', ...body] = new TextDecoder('latin1').decode(bytes).trimEnd().split('\r\n');
      const month = head.split(';')[2] ?? '';
      return [name, ...body.map((line) => `${line.split(';')[1]}/${month}`)];
    });
}

test.each([
  ['a week', '2026-09-28', '2026-10-04', '2026-W40'],
  ['26th to 25th', '2026-09-26', '2026-10-25', 'p26-2026-09-26'],
])(
  'DATEV Lohn und Gehalt, calendar rows of %s: each day in the file of its month',
  async (_name, from, to, label) => {
    expect(await bookedDays('day', from, to, label)).toEqual([
      [`sample_${label}_2026-09_datev-lug.txt`, '28/09/2026', '30/09/2026'],
      [`sample_${label}_2026-10_datev-lug.txt`, '1/10/2026', '4/10/2026'],
    ]);
  },
);

test('DATEV Lohn und Gehalt, totals: one file for the payroll month', async () => {
  expect(await bookedDays('month', '2026-09-26', '2026-10-25', 'p26')).toEqual([
    ['sample_p26_datev-lug.txt', '/10/2026'],
  ]);
});
