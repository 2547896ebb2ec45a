import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { usedPlaceholders } from '../../../src/workbook/fillWorkbook.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

/* Cell links to addresses with placeholders; Excel writes their braces as %7B. */
const EACH = '{{#each employees sort by employee.id}}{{employee.name}}';

function linked(target: string, sheetRow = row(2, { A: EACH })): WorkbookSource {
  return {
    sheets: {
      Hours: {
        rows: row(1, { A: 'Portal' }) + sheetRow + row(3, { A: 'end' }),
        after:
          '<hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="A2" r:id="rId2" display="x"/></hyperlinks>',
        relationships: { rId1: ['hyperlink', 'https://example.org/'], rId2: ['hyperlink', target] },
      },
    },
  };
}

async function links(target: string, sheetRow?: string): Promise<[string | undefined, string | undefined][]> {
  const out = await rendered(linked(target, sheetRow), testModel(1));
  expect(await packageProblems(out.bytes)).toEqual([]);
  const rels = out.root('xl/worksheets/_rels/sheet1.xml.rels').children.map(({ attributes }) => attributes);
  return [...out.text('xl/worksheets/sheet1.xml').matchAll(/<hyperlink ref="([^"]+)" r:id="([^"]+)"/g)].map(
    ([, cell, id]) => [cell, rels.find((each) => each.Id === id && each.TargetMode === 'External')?.Target],
  );
}

describe('links with placeholders', () => {
  test.each([
    ['https://example.org/people/{{employee.id}}?m={{run.from}}'],
    ['https://example.org/people/%7B%7Bemployee.id%7D%7D?m=%7b%7brun.from%7d%7d'],
  ])('each repetition has its own: %s', async (target) => {
    expect(await links(target)).toEqual([
      ['A1', 'https://example.org/'],
      ['A2', 'https://example.org/people/e1?m=2026-10-01'],
      ['A3', 'https://example.org/people/e2?m=2026-10-01'],
      ['A4', 'https://example.org/people/e3?m=2026-10-01'],
    ]);
  });

  test('a value in an address is a single part of it', async () => {
    const [, first, second] = await links('mailto:pay@example.org?subject={{employee.name}}');
    expect(first?.[1]).toBe("mailto:pay@example.org?subject=O'Neill%2C%20Zo%C3%AB");
    expect(second?.[1]).toContain('M%C3%BCller%20%26%20S%C3%B6hne');
  });

  test('without a value there is no link', async () => {
    const numbered = await links('https://example.org/{{employee.number}}');
    expect(numbered.map(([cell]) => cell)).toEqual(['A1', 'A2', 'A3', 'A4']);
    expect((await links('{{employee.number}}')).map(([cell]) => cell)).toEqual(['A1', 'A2', 'A4']);
  });

  test.each([
    ['https://example.org/{{employee.id}}?m={{run.from}}'],
    ['https://example.org/%7B%7Bemployee.id%7D%7D?m=%7b%7brun.from%7d%7d'],
  ])('lists what an address shows about data: %s', async (target) => {
    const used = await usedPlaceholders(await workbook(linked(target)), 'links', new Set(['employees']));
    expect(used).toEqual([
      '{{#each employees sort by employee.id}}',
      '{{employee.id}}',
      '{{employee.name}}',
      '{{run.from}}',
    ]);
  });

  test('an unknown field is reported at the cell of the link', async () => {
    const bytes = await workbook(linked('https://example.org/{{employee.ids}}'));
    const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)), 'links');
    expect(problems.map(problemText)).toEqual([
      'Hours!A2: There is no field "employee.ids". Did you mean employee.id?',
    ]);
  });
});
