import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LedgerBench, startLedgerBench, withEntries } from '../../support/employers/ledgerBench.js';
import { ACCEPT } from '../../support/employers/sampleService.js';

const PERIOD = '2026-10-05..2026-10-06';
const RESTATE = 'kind: text\ndescription: Hours\naudience: payroll\ncorrections: restate\n';
const COLUMNS = `columns:
          - { header: number, value: "{{employee.number}}", required: true }
          - { header: hours, value: "{{minutes | hours:2}}", zero: omit }`;

/** Forms that omit zeros in an export; a restatement has to include them. */
const FORMS = {
  blocks: `${RESTATE}extension: csv
blocks:
  - each: pay-lines group by employee.id sort by employee.number
    preamble: "E;{{employee.number}}"
    sections:
      - each: pay-lines group by external
        ${COLUMNS}
`,
  tree: `${RESTATE}extension: xml
dialect: { type: xml }
tree:
  element: hours
  children:
    - element: person
      each: pay-lines group by employee.id, external sort by employee.number, external
      attributes: { number: { value: "{{employee.number}}", required: true } }
      children:
        - { element: sum, value: "{{minutes | hours:2}}", zero: omit }
`,
  filtered: `${RESTATE}extension: csv
rows:
  each: pay-lines where minutes != 0 group by employee.id, external sort by employee.number, external
  columns:
    - { header: number, value: "{{employee.number}}", required: true }
    - { header: hours, value: "{{minutes | hours:2}}" }
`,
  companion: `${RESTATE}extension: csv
rows:
  each: pay-lines group by employee.id, external sort by employee.number, external
  columns:
    - { header: number, value: "{{employee.number}}", required: true }
    - { header: hours, value: "{{minutes | hours:2}}", zero: omit }
companions:
  - fileName: "{{run.employer}}_beside.csv"
    rows:
      each: pay-lines group by employee.id, external sort by employee.number, external
      columns:
        - { header: number, value: "{{employee.number}}", required: true }
        - { header: hours, value: "{{minutes | hours:2}}", zero: omit, amount: none }
`,
  aged: `${RESTATE.replace('restate', 'delta')}extension: csv
horizon: { previousYears: 1 }
rows:
  each: pay-lines group by employee.id, external sort by employee.number, external
  columns:
    - { header: number, value: "{{employee.number}}", required: true }
    - { header: hours, value: "{{minutes | hours:2}}" }
`,
};

let bench: LedgerBench;
let env: Readonly<Record<string, string | undefined>>;
/** The payroll ID of an employee whose time was all deleted. */
let number = '';

beforeAll(async () => {
  const templates = Object.keys(FORMS).map((name) => `./${name}.yaml`);
  bench = await startLedgerBench(
    ['2026-10-05', '2026-10-06'],
    `payCodes:\n  NORMAL: { external: "100" }\ntemplates: [${templates.join(', ')}]`,
  );
  const { cwd } = bench.service;
  for (const [name, text] of Object.entries(FORMS)) writeFileSync(join(cwd, `${name}.yaml`), text);
  const ids = bench.giveNumbers();
  const made = await bench.json(['export', PERIOD, '--final', ...ACCEPT]);
  expect(made.error).toBeUndefined();
  const gone = ids.find((id) =>
    bench.text(`bakery_${PERIOD}_blocks.csv`).includes(`E;${1000 + ids.indexOf(id)}\n`),
  );
  number = String(1000 + ids.indexOf(gone ?? ''));
  env = await bench.changed((records) =>
    withEntries(records, (all) => all.filter(({ employeeId }) => employeeId !== gone)),
  );
});
afterAll(() => bench.stop());

const corrections = (...more: readonly string[]) => bench.json(['corrections', PERIOD, ...more], { env });

describe('hours that are now zero are restated as 0', () => {
  test.each([
    ['blocks', (sum: string) => new RegExp(`E;${number}\\n[^\\n]*\\n?${number},${sum}\\n`)],
    ['tree', (sum: string) => new RegExp(`<person number="${number}">\\s*<sum>${sum}</sum>`)],
    ['filtered', (sum: string) => new RegExp(`^${number},${sum}$`, 'm')],
    ['companion', (sum: string) => new RegExp(`^${number},${sum}$`, 'm')],
  ])('%s', async (name, hours) => {
    const extension = name === 'tree' ? 'xml' : 'csv';
    const stem = `bakery_${PERIOD}_${name}`;
    expect(bench.text(`${stem}.${extension}`)).toMatch(hours('[1-9]\\d*\\.\\d\\d'));
    const { runs, error } = await corrections('--final', '--template', `./${name}.yaml`, ...ACCEPT);
    expect(error).toBeUndefined();
    for (const { path } of runs[0].files) {
      const isMain = path.includes(stem);
      const text = bench.text(path.split(/[\\/]/).at(-1));
      expect(text).toMatch(isMain ? hours('0\\.00') : new RegExp(`^${number},0\\.00$`, 'm'));
    }
    // A companion whose figures only repeat those of the file is not corrected.
    expect(runs[0].files).toHaveLength(1);
  });
});

describe('changes that are too old for their target', () => {
  const at = (year: number) => Date.UTC(year, 5, 1, 12);
  const aged = (year: number, ...more: readonly string[]) =>
    bench.json(['corrections', PERIOD, '--template', './aged.yaml', ...more], { env, nowMs: at(year) });

  test('are listed separately, stay out of the file, and are closed once settled', {
    tags: 'slow',
  }, async () => {
    const young = await aged(2027);
    expect(young.runs[0].lines.map(({ disposition }: { disposition: string }) => disposition)).toContain(
      'file',
    );
    const old = await aged(2028);
    const { lines } = old.runs[0];
    expect(new Set(lines.map(({ disposition }: { disposition: string }) => disposition))).toEqual(
      new Set(['beyond-horizon']),
    );
    const final = await aged(2028, '--final', ...ACCEPT);
    expect([final.status, final.runs[0].lines, final.runs[0].files]).toEqual([0, [], undefined]);
    expect(final.runs[0].olderLines).toEqual(lines);
    const told = await bench.service.run(['corrections', PERIOD, '--template', './aged.yaml', '--final'], {
      nowMs: at(2028),
      env,
    });
    expect(told.stdout).toContain('too old for a correction file');
    expect(told.stdout).toContain(lines[0].line);

    const settle = lines.flatMap(({ line }: { line: string }) => ['--settle', `${line}=entered by hand`]);
    const settled = await aged(2028, '--final', ...settle, ...ACCEPT);
    expect(settled.runs[0].lines).toHaveLength(lines.length);
    expect((await aged(2028)).runs[0].lines).toEqual([]);
  });
});
