import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

/* Groups by a formatted field: the first letter, the month, the capitals. */
function grouped(by: string, shown: string, set = 'employee-days', more = ''): WorkbookSource {
  return {
    sheets: {
      Hours: {
        rows:
          row(1, {
            A: `{{#each ${set} group by ${by} rows 2}}{{${shown}}}`,
            B: '{{workedMinutes | sum}}',
            C: more,
          }) +
          row(2, { A: `{{#each ${set} sort by employee.name}}{{employee.name}}`, D: '{{workedMinutes}}' }) +
          row(3, { D: '=SUM(D2:D2)' }),
      },
    },
  };
}

async function told(source: WorkbookSource): Promise<string[]> {
  const fields = fieldsOfModel(testModel(1));
  return (await checkTemplate(await workbook(source), fields, 'test')).map(problemText);
}

describe('groups by a formatted field', () => {
  test('by the first letter; the group shows it and has its own total', async () => {
    const key = 'employee.lastName | left:1';
    const cells = (await rendered(grouped(key, key, 'employees'), testModel(1))).cells(1);
    expect(cells).toMatchObject({ A1: 'O', B1: 450, A2: "O'Neill, Zoë", D2: 450 });
    expect(cells).toMatchObject({ A3: 'M', B3: 457, A5: '=', B5: 464, D7: '=SUM(D2:D6) → 1371' });
  });

  test('by the month of a date, with a different display format', async () => {
    const key = 'date | date:"yyyy-MM"';
    const cells = (await rendered(grouped(key, `${key} | default:"none"`), testModel(2))).cells(1);
    expect(cells).toMatchObject({ A1: '2026-10', B1: 2805, D8: '=SUM(D2:D7) → 2805' });
  });

  test('several keys, one with a format that has arguments', async () => {
    const by = 'employee.active | yes:"active","left", establishment.id';
    const cells = (await rendered(grouped(by, 'employee.active | yes:"active","left"'), testModel(1))).cells(
      1,
    );
    expect([cells.A1, cells.A3, cells.A5]).toEqual(['active', 'left', 'active']);
  });

  test('the sheet of a group has its name', async () => {
    const source: WorkbookSource = {
      sheets: {
        Letter: {
          rows:
            row(1, { A: '{{#sheet employees group by employee.lastName | left:1}}{{employees | count}}' }) +
            row(2, { A: '{{#each employees}}{{employee.name}}' }),
        },
      },
    };
    const out = await rendered(source, testModel(1));
    expect(
      [...out.text('xl/workbook.xml').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name),
    ).toEqual(['O', 'M', '=']);
  });

  test.each([
    ['date | left:1', 'Hours!A1: "| left" does not work with date, which is date. It works with text.'],
    ['employee.lastName | letf:1', 'Hours!A1: There is no format "letf". Did you mean left?'],
    [
      'employee.lastName | left:0',
      'Hours!A1: "| left" takes a number of characters after ":". Write | left:1.',
    ],
    ['employee.last | left:1', 'Hours!A1: Data set employee-days has no field "employee.last"'],
  ])('%s is reported', async (by, problem) => {
    expect((await told(grouped(by, 'employees | count'))).join('\n')).toContain(problem);
  });

  test('a differently formatted group field varies within the group: reported when the template is read', async () => {
    const byPlace = grouped('establishment.id | upper', 'employee.lastName | left:1');
    await expect(rendered(byPlace, testModel(2))).rejects.toThrow(/differ in "employee.lastName"/);
  });

  test('another data set cannot follow such a group', async () => {
    const other = grouped(
      'employee.lastName | left:1',
      'employee.lastName | left:1',
      'employees',
      '{{employee-days.workedMinutes | sum}}',
    );
    expect(await told(other)).toEqual([
      'Hours!C1: It is unclear which rows of employee-days belong to a group by "employee.lastName | left:1". Use the rows of employees here, or group by a field that both have.',
    ]);
  });
});
