// @module-tag slow
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { sampleModel } from '../../src/documents/template/sampleModel.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import { fieldsOfModel } from '../../src/language/templateFields.js';
import { readDirective } from '../../src/workbook/language/directive.js';
import { checkTemplate, problemText } from '../support/workbooks/checked.js';
import { row, workbook } from '../support/workbooks/workbook.js';
import { GRAMMAR_EXAMPLES } from './grammarTables.js';

/* What the guide says must work as written. */
const guide = readFileSync(fileURLToPath(new URL('../../docs/workbooks.md', import.meta.url)), 'utf8');
const written = [...guide.matchAll(/`([^`]*\{\{[^`]*)`/g)].map(([, text = '']) =>
  text.replaceAll('\\|', '|'),
);
const directives = written.flatMap((text) =>
  [...text.matchAll(/\{\{#([^}]*)\}\}/g)].map(([, inside = '']) => inside),
);
const values = written.filter(
  (text) => !text.includes('{{#') && !/subtotal|column\.number|picture|\| qr|say\(/.test(text),
);

const commands = [...guide.matchAll(/paytally templates \w+ [^\s`]+(?: --from \S+)?/g)];

/** A limit needs it. */
const NUMBER = '{{count(employee-days)}}';

describe('the reference of the grammar', () => {
  test.each(GRAMMAR_EXAMPLES)('%s is read and checked', async (text) => {
    const set = text.includes('entry.') ? 'entries' : 'employee-days';
    const isOutside = text.includes('{{#') || /\w\((?:employees|employee-days)\b/.test(text);
    const place = isOutside ? '' : `{{#each ${set}}}`;
    // What is printed depends on a print area.
    const names = '<definedName name="_xlnm.Print_Area" localSheetId="0">S!$A$1:$C$9</definedName>';
    const bytes = await workbook({
      sheets: { S: { rows: row(1, { A: NUMBER }) + row(2, { A: place + text }) } },
      names,
    });
    const problems = await checkTemplate(bytes, fieldsOfModel(sampleModel()));
    expect(problems.map(problemText)).toEqual([]);
  });
});

describe('the guide', () => {
  test.each(commands.map(([text]) => ({ text })))('$text', async ({ text }) => {
    // A name without a folder is that of a built-in template.
    expect(text).toMatch(/ \.\//);
    const [, from] = / --from (\S+)/.exec(text) ?? [];
    const baseFolder = fileURLToPath(new URL('../../', import.meta.url));
    const places = { templatesRoot: '', baseFolder, files: diskTemplateFiles };
    if (from !== undefined) expect((await loadTemplate(from, places)).kind).toBe('workbook');
  });

  test('has enough examples', () => {
    expect(commands.length).toBeGreaterThan(2);
    expect(directives.length).toBeGreaterThan(8);
    expect(values.length).toBeGreaterThan(12);
  });

  test.each(directives)('{{#%s}} is understood', (inside) => {
    expect(readDirective(inside).kind).toMatch(/each|if|empty|sheet|style|fit|print/);
  });

  test.each(values)('%s can be filled in', async (text) => {
    const set = ['entries', 'employee-days'].find((name) => {
      const names =
        sampleModel()
          .dataSets.get(name)
          ?.fields.map((field) => field.name) ?? [];
      const paths = [...text.matchAll(/\{\{\s*(?:if |\w+\()?([\w.-]+)/g)].map(([, path = '']) => path);
      return paths.every(
        (path) =>
          names.includes(path) || path.startsWith('run.') || /^(employees|row|employee-days)\b/.test(path),
      );
    });
    // A grand total is outside the repeated rows.
    const place = /\{\{(?:\w+\()?(?:employees\b|employee-days\.)/.test(text) ? '' : `{{#each ${set}}}`;
    const bytes = await workbook({ sheets: { S: { rows: row(2, { A: place + text }) } } });
    const problems = await checkTemplate(bytes, fieldsOfModel(sampleModel()));
    expect(problems.map(problemText)).toEqual([]);
  });
});
