import { expect, test } from 'vitest';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { FileDigests } from '../../../src/documents/outputFile.js';
import { readZip } from '../../../src/workbook/zip/readZip.js';
import { monthlyModel } from '../../support/records/monthlyModel.js';
import { MONTHLY_HOURS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';
import { sheetsOf } from '../../support/workbooks/sheetRows.js';

const LONG = 'Bäckereien Vandenbroucke-Schellekens & Zurbriggen Holding mbH';

test('a long name of an employer loses its own end: the state and the period are in the footer', {
  tags: 'slow',
}, async () => {
  const model = monthlyModel({ employees: 1, language: 'de' });
  const run = { ...model.run, 'run.employerName': LONG };
  const [file] = await renderMonthlyHours({ ...model, run }, { templateFolder: MONTHLY_HOURS });
  const parts = await readZip(await collect(file?.content ?? Buffer.alloc(0)), 'report');
  const xml = new TextDecoder().decode(parts.get('xl/worksheets/sheet1.xml'));
  const left = /<oddFooter>&amp;L&amp;8&amp;"Calibri,Regular"(.*?)&amp;C/.exec(
    xml.replaceAll('&quot;', '"'),
  )?.[1];
  expect(left).toMatch(/^Entwurf · 2026-10 · Bäckereien Vandenbroucke-Schellekens .*…$/);
});

test('a final lists the files that were written before it, with their checksums', {
  tags: 'slow',
}, async () => {
  const digests = new FileDigests();
  const options = { templateFolder: MONTHLY_HOURS, digests, otherFiles: 1 };
  const [file] = await renderMonthlyHours(monthlyModel({ employees: 1, state: 'final' }), options);
  digests.watched({ name: 'hours.csv', rows: 1, content: new Uint8Array() });
  const sheets = await sheetsOf(await collect(file?.content ?? Buffer.alloc(0)));
  const texts = (sheets.get('At a glance') ?? []).map(([first]) => first);
  const at = texts.indexOf('hours.csv');
  expect(texts[at + 1]).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
