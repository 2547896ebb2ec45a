import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Entry,
  type LedgerBench,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT, type JsonAnswer } from '../../support/employers/sampleService.js';

const DAYS = '2026-10-05..2026-10-06';
const RULES = `payRules:
  base: [{ code: LONG, over: { day: 300 } }, { code: OT, over: { day: 240 } }, { code: NORMAL }]
payCodes: { NORMAL: { external: "100" }, OT: { external: "200" }, LONG: { external: "300" } }
`;

/** Hours have two decimals, so rows are rounded, and zeros are omitted. */
const HOURS = 'value: "{{minutes | hours}}", zero: omit';
const COLUMNS = {
  slots: `{ slots: { count: 2, codeHeader: "code {n}", amountHeader: "hours {n}" }, value: "{{minutes | hours:2}}", zero: blank }`,
  pivot: '{ pivot: {}, value: "{{minutes | hours:2}}", zero: blank }',
  days: '{ days: { header: D }, value: "{{minutes | hours:2}}", zero: blank }',
  code: `{ header: code, value: "{{external}}" }, { header: hours, ${HOURS} }`,
} as const;
type Shape = keyof typeof COLUMNS;

const template = (corrections: string, shape: Shape) => `kind: text
description: Hours by person
audience: payroll
${corrections}
rows:
  each: pay-lines group by employee.number${shape === 'code' ? ', external' : ''}
  ${shape === 'slots' || shape === 'pivot' ? 'codes: {}' : ''}
  columns: [{ header: number, value: "{{employee.number}}", required: true }, ${COLUMNS[shape]}]
`;

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-06'], `${RULES}templates: [./mine.yaml]`);
});
afterEach(() => bench.stop());

const write = (name: string, text: string) => writeFileSync(join(bench.service.cwd, name), text);

type Sums = Record<string, number>;

/** `number code` -> hundredths of hours, whatever the layout of the file. */
function sumsIn(path: string): Sums {
  const sums: Sums = {};
  const add = (key: string, hours: string | undefined) => {
    if (hours !== undefined && hours !== '') sums[key] = (sums[key] ?? 0) + Math.round(Number(hours) * 100);
  };
  const [header = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = header.split(',');
  for (const row of rows) {
    const [number = '', ...cells] = row.split(',');
    if (names[1] === 'code') add(`${number} ${cells[0]}`, cells[1]);
    else if (names[1] !== 'code 1')
      for (const [at, cell] of cells.entries()) add(`${number} ${names[at + 1]}`, cell);
    else
      for (let at = 0; at < cells.length; at += 2)
        if (cells[at] !== '') add(`${number} ${cells[at]}`, cells[at + 1]);
  }
  return sums;
}

/** What the target has once it received all files: signed lines are added, a value replaces the old one. */
function heldOf(paths: readonly string[], isValue: boolean): Sums {
  const held: Sums = {};
  for (const path of paths)
    for (const [key, sum] of Object.entries(sumsIn(path))) held[key] = sum + (isValue ? 0 : (held[key] ?? 0));
  return Object.fromEntries(Object.entries(held).filter(([, sum]) => sum !== 0));
}

/** What a clerk finds at the service later: odd minutes, deleted work and new work. */
const EDITS: readonly ((entries: readonly Entry[]) => readonly Entry[])[] = [
  (entries) => entries.map((entry, at) => (at % 3 === 0 ? shorter(entry, 7) : entry)),
  (entries) => entries.filter((_, at) => at % 4 !== 1).map((entry) => shorter(entry, 1)),
  (entries) => entries,
];

function shorter(entry: Entry, minutes: number): Entry {
  const { workedMinutes } = entry;
  return (workedMinutes ?? 0) > minutes ? { ...entry, workedMinutes: (workedMinutes ?? 0) - minutes } : entry;
}

const madeIn = ({ runs }: JsonAnswer): Made => ({ runs });
interface Made {
  readonly runs: readonly {
    readonly files: readonly { readonly path: string; readonly template: string }[];
  }[];
}
const filesOf = ({ runs }: Made, template: string): string[] =>
  runs.flatMap(({ files }) => files.flatMap((file) => (file.template === template ? [file.path] : [])));

describe('an original and its corrections equal a fresh export, in every row layout', () => {
  const MODES = {
    delta: 'corrections: delta',
    reversal: 'corrections: delta\nstyle: reversal',
    restate: 'corrections: restate',
  } as const;
  const cases = (Object.keys(COLUMNS) as Shape[]).flatMap((shape) =>
    (Object.keys(MODES) as (keyof typeof MODES)[]).map((mode) => ({ shape, mode, name: `${shape}-${mode}` })),
  );

  test('signed lines, the old amount and the new one, and the right amounts again', {
    tags: 'slow',
    timeout: 300_000,
  }, async () => {
    for (const { shape, mode, name } of cases) write(`${name}.yaml`, template(MODES[mode], shape));
    const templates = cases.flatMap(({ name }) => ['--template', `./${name}.yaml`]);
    const made = await bench.json(['export', DAYS, '--final', ...ACCEPT, ...templates]);
    expect({ status: made.status, error: made.error }).toEqual({ status: 0 });
    const written = [madeIn(made)];
    for (const [step, edit] of EDITS.entries()) {
      const env = await bench.changed((records) => withEntries(records, edit));
      const corrected = await bench.json(['corrections', DAYS, '--final', ...ACCEPT], { env });
      expect({ status: corrected.status, error: corrected.error }).toEqual({ status: 0 });
      written.push(madeIn(corrected));
      const fresh = madeIn(await bench.json(['export', DAYS, ...templates], { env }));
      for (const { name, mode } of cases) {
        const paths = written.flatMap((each) => filesOf(each, name));
        expect(paths).toHaveLength(step + 2);
        const held = heldOf(paths, mode === 'restate');
        const right = heldOf(filesOf(fresh, name), false);
        expect({ name, step, held }).toEqual({ name, step, held: right });
      }
    }
  });
});

describe('cost centres', () => {
  const SWITCHED = `kind: text
description: Hours by person and code, and where the variable says so by cost centre
audience: payroll
corrections: delta
variables: { centers: { description: whether, values: ["no", "yes"], default: "no" } }
mappingColumns: { costCenter: { description: whose, samples: ["1"], optional: true } }
sections:
  - if: 'variables.centers = "no"'
    each: pay-lines group by employee.number, external
    columns: [{ header: number, value: "{{employee.number}}" }, ${COLUMNS.code}]
  - if: 'variables.centers = "yes"'
    each: pay-lines group by employee.number, external, costCenter
    columns: [{ header: number, value: "{{employee.number}}" }, ${COLUMNS.code}, { header: center, value: "{{costCenter}}" }]
`;
  const mapped = (center: string) => {
    const path = join(bench.service.cwd, 'employees-bakery.csv');
    const [, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
    const lines = rows.map((row) => `${row.split(',').slice(0, 2).join(',')},${center}`);
    writeFileSync(path, `employeeId,employeeNumber,costCenter\n${lines.join('\n')}\n`);
  };

  test.each([
    { centers: 'no', change: 'none' },
    { centers: 'yes', change: 'mapping' },
  ])(
    'other cost centres for everyone, with cost centres $centers: $change',
    { tags: 'slow' },
    async ({ centers, change }) => {
      write('mine.yaml', SWITCHED.replace('default: "no"', `default: "${centers}"`));
      mapped('10');
      const made = await bench.json(['export', DAYS, '--final', ...ACCEPT]);
      expect({ status: made.status, error: made.error }).toEqual({ status: 0 });
      mapped('20');
      const { runs } = await bench.json(['corrections', DAYS]);
      const centersIn = new Set(runs[0].lines.map(({ costCenter }: { costCenter: string }) => costCenter));
      const causes = new Set(runs[0].lines.map(({ cause }: { cause: string }) => cause));
      expect([[...centersIn].sort(), [...causes]]).toEqual(
        change === 'none' ? [[], []] : [['10', '20'], ['mapping']],
      );
    },
  );
});
