import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

const fields = fieldsOfModel(testModel(1));

async function problems(source: WorkbookSource): Promise<string[]> {
  return (await checkTemplate(await workbook(source), fields, 'test.xlsx')).map(problemText);
}

describe('a note with a missing brace', () => {
  async function told(note: string): Promise<string[]> {
    return problems({
      sheets: {
        Hours: {
          rows: row(4, { A: 'x' }) + row(5, { A: 'y' }),
          relationships: { rId1: ['comments', '../comments1.xml'] },
        },
      },
      parts: {
        'xl/comments1.xml': `<comments><commentList><comment ref="A5"><text><r><t>Ann:</t></r><r><t xml:space="preserve">\n${note}</t></r></text></comment></commentList></comments>`,
      },
    });
  }

  test.each([
    [
      '{{#each employees}',
      'Hours!A5: "{{#each employees}" has no second brace at its end. Write {{#each employees}}.',
    ],
    [
      '{#each employees}}',
      'Hours!A5: "{#each employees}}" has no second brace at its beginning. Write {{#each employees}}.',
    ],
    [
      '{{#each employees',
      'Hours!A5: "Ann:\n{{#each employees" has {{ without }}. Write {{#each employees}}, or put }} where the placeholder ends.',
    ],
    [
      '{{#each employees}} {{#if employee.active}',
      'Hours!A5: "{{#if employee.active}" has no second brace at its end. Write {{#if employee.active}}.',
    ],
    ['{{run.id}}', 'Hours!A5: A placeholder in a note is not filled in. Put it into a cell.'],
  ])('%s', async (note, expected) => {
    expect(await told(note)).toEqual([expected]);
  });

  test.each(['{{#each employees}}', 'braces { of } other kinds {#1}', ''])('%s is fine', async (note) => {
    expect(await told(note)).toEqual([]);
  });
});
