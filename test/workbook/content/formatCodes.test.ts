import { expect, test } from 'vitest';
import { ownText } from '../../../src/i18n/ownText.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, workbookParts, zipped } from '../../support/workbooks/workbook.js';

function withFormat(code: string): Promise<Uint8Array> {
  const parts = workbookParts({ sheets: { S: { rows: row(1, { A: ['{{count(employees)}}', 3] }) } } });
  const styles = String(parts.get('xl/styles.xml'));
  parts.set('xl/styles.xml', styles.replace('[h]:mm', code.replaceAll('"', '&quot;')));
  return zipped(parts);
}

const phrases = new Map([['people', ownText('per"s', { language: 'en', hours: 'clock' })]]);

test('number formats show words of the run, in which a quotation mark does not end them', async () => {
  const bytes = await withFormat(`0" {{say('people')}} of {{run.state}}"`);
  const out = await rendered(bytes, testModel(1), { phrases });
  expect(out.text('xl/styles.xml')).toContain('formatCode="0&quot; per”s of draft&quot;"');
  expect(out.cells(1).A1).toBe(3);
});

test('a mistake in them is a problem', async () => {
  const bytes = await withFormat(`0" {{say('nothing')}}"`);
  const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)));
  expect(problems.map(problemText).join()).toMatch(/number format .*nothing/);
});
