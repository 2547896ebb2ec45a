import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A column of the mapping that changes within the period: the hours of one contract are not shown under another's. */

let bench: FolderBench;
afterEach(() => bench.close());

/** Ann has system A until the 15th (8 h) and B after it (9 h); Bob has A all month. */
async function exported(layout: string, audience = 'payroll') {
  bench = openFolderBench(
    'employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }\ntemplates: [./own.yaml]\n',
    {
      'emp.csv': `employeeId,employeeNumber,from,to,system
ann,101,,2026-10-15,A
ann,101,2026-10-16,,B
bob,102,,,A
`,
      'own.yaml': `kind: text\ndescription: Own\naudience: ${audience}\n${layout}\n`,
    },
  );
  bench.entries(
    entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'),
    entryRow('e2', 'ann', '2026-10-20', '08:00', '17:00'),
    entryRow('e3', 'bob', '2026-10-05', '08:00', '16:00'),
  );
  const { status, json } = await bench.run('2026-12-03T09:00:00Z', 'export', '2026-10');
  const files: readonly { path: string }[] = json.runs?.[0]?.files ?? [];
  const texts = files.map(({ path }) => readFileSync(path, 'utf8'));
  return { status, texts, message: JSON.stringify(json.error ?? '') };
}

const COLUMNS =
  'columns: [{ header: number, value: "{{employee.number}}" }, { header: system, value: "{{employee.system}}" }, { header: hours, value: "{{minutes | hours:2}}" }]';

test('lines by payroll ID are apart', async () => {
  const { texts } = await exported(`rows: { each: "pay-lines group by employee.number", ${COLUMNS} }`);
  expect(texts[0]?.split(/\r?\n/).slice(1, 4)).toEqual(['101,A,8.00', '101,B,9.00', '102,A,8.00']);
});

test.each([
  ['a line by name', `rows: { each: "pay-lines group by employee.name", ${COLUMNS} }`],
  [
    'an element',
    `dialect: xml
tree: { element: all, children: [{ element: p, each: "pay-lines group by employee.number", attributes: { s: { value: "{{employee.system}}" } }, children: [{ element: h, value: "{{minutes | hours:2}}" }] }] }`,
  ],
  [
    'the heading of a block',
    `blocks: [{ each: "pay-lines group by employee.number", preamble: ["P {{employee.system}}"], sections: [{ each: "pay-lines group by payCode", columns: [{ header: hours, value: "{{minutes | hours:2}}" }] }] }]`,
  ],
])('%s with both is refused in a payroll file', async (_, layout) => {
  const { status, message } = await exported(layout);
  expect({ status, message }).toMatchObject({
    status: 5,
    message: expect.stringMatching(/different values within the group|no field \\+"employee.system/),
  });
});

test('a row per person names both, also where it is split or chosen by them', async () => {
  const row =
    'columns: [{ value: "{{employee.number}}" }, { value: "{{employee.system}}" }, { value: "{{workedMinutes | hours:2}}", amount: hours }]';
  const { texts } = await exported(`rows: { each: employees, ${row} }`, 'people');
  expect(texts[0]).toContain('101,A / B,17.00');
  bench.close();
  const { texts: split } = await exported(
    `split: { field: employee.system }\nrows: { each: employees, ${row} }`,
  );
  expect(split.map((text) => text.trim().split(/\r?\n/).at(-1)).sort()).toEqual([
    '101,A / B,17.00',
    '102,A,8.00',
  ]);
});
