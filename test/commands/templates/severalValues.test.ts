import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A condition on a column of the mapping that changes in the period, over a row per person. */

let bench: FolderBench;
afterEach(() => bench.close());

const NOW = '2026-11-03T09:00:00Z';

const listOf = (condition: string) => `kind: text
description: A list
audience: people
dialect: { delimiter: ";", quoting: rfc4180, newline: lf }
encoding: { charset: utf-8 }
rows:
  each: employees where ${condition}
  columns:
    - { header: id, value: "{{employee.id}}" }
    - { header: number, value: "{{employee.number}}" }
    - { header: numbers, value: "{{numbers}}" }
    - { header: system, value: "{{employee.system}}" }
    - { header: worked, value: "{{workedMinutes | hours:0}}" }
`;

function open(condition: string): void {
  bench = openFolderBench(
    `templates: [./list.yaml]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
`,
    {
      'emp.csv':
        'employeeId,employeeNumber,from,to,system\nann,101,,2026-10-14,A\nann,202,2026-10-15,,B\nbob,103,,,A\n',
      'list.yaml': listOf(condition),
    },
  );
  const entry = (id: string, who: string, day: string) =>
    entryRow(id, who, `2026-10-${day}`, '08:00', '16:00');
  bench.entries(entry('1', 'ann', '05'), entry('2', 'ann', '20'), entry('3', 'bob', '05'));
}

test.each(['employee.system = "A"', 'employee.system != "B"'])(
  '%s is refused for a person whom it is true of for a part',
  async (condition) => {
    open(condition);
    const { status, json } = await bench.run(NOW, 'export', '2026-10');
    expect([status, json.error?.code ?? json.runs[0].error.code]).toEqual([5, 'RENDER_REFUSED']);
  },
);

test('a condition that both values meet, or neither, is not', async () => {
  open('employee.system != null');
  await bench.done(NOW, 'export', '2026-10');
  const rows = bench.read('out/draft/bakery_2026-10_list.csv').trimEnd().split('\n').slice(1);
  expect(rows.sort()).toEqual(['ann;202;101 / 202;A / B;16', 'bob;103;103;A;8']);
});
