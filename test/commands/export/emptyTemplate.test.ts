import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { storedMonthView } from '../../../src/app/export/monthView.js';
import { loadConfig } from '../../../src/config/load.js';
import { openStore, STORE_NAME } from '../../../src/store/openStore.js';
import {
  employeeId,
  startWatchedService,
  type WatchedService,
} from '../../support/employers/watchedEmployer.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

const PERIOD = '2026-10-05..2026-10-09';
const NOW_MS = Date.UTC(2026, 9, 13, 12);
/** A payroll file of a place in which nobody works. */
const TEMPLATE = `kind: text
description: Hours of Antwerp
audience: payroll
corrections: delta
rows:
  each: pay-lines where establishment.name = "Antwerp"
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { header: hours, value: "{{minutes | hours:2}}", amount: hours }
`;

let service: WatchedService | undefined;
afterEach(() => service?.stop());

async function emptyTemplate() {
  const opened = await startWatchedService({ people: 2, from: '2026-10-05', to: '2026-10-09' });
  service = opened;
  const { cwd } = opened;
  mkdirSync(join(cwd, 'antwerp'));
  writeFileSync(join(cwd, 'antwerp', 'template.yaml'), TEMPLATE);
  const ids = [0, 1].map((index) => `${employeeId(index)},000${index + 1}`);
  writeFileSync(join(cwd, 'employees.csv'), ['employeeId,employeeNumber', ...ids, ''].join('\n'));
  const configuration = join(cwd, 'paytally.yaml');
  const text = readFileSync(configuration, 'utf8')
    .replace('watched: {', 'watched: { employees: employees.csv,')
    .replace('templates: [pay-lines]', 'templates: [./antwerp]');
  writeFileSync(configuration, text);
  const run = async (...argv: string[]) => {
    const { status, stdout } = await opened.run([...argv, '--json'], { nowMs: NOW_MS });
    const { runs, error } = JSON.parse(stdout);
    return { status, run: runs[0], error };
  };
  return { cwd, run };
}

test('a payroll template without a row warns in a draft, blocks a final, and can be accepted', async () => {
  const { cwd, run } = await emptyTemplate();
  const draft = await run('export', PERIOD);
  expect(draft.status).toBe(0);
  expect(draft.run.exceptions).toMatchObject({ TEMPLATE_EMPTY: 1 });
  expect(draft.run.files).toEqual([]);
  expect(draft.run.month).toMatchObject({ state: 'blocked', counts: { blocking: 1 } });

  const check = await run('check', PERIOD);
  const [finding] = check.run.findings.filter(({ code }: { code: string }) => code === 'TEMPLATE_EMPTY');
  expect(finding).toMatchObject({ severity: 'block-final', record: 'antwerp' });
  expect(check.run.month).toMatchObject({ state: 'blocked', counts: { blocking: 1 } });

  const refused = await run('export', PERIOD, '--final');
  expect({ status: refused.status, code: refused.error.code }).toEqual({ status: 5, code: 'EXPORT_BLOCKED' });
  const finals = existsSync(join(cwd, 'out')) ? readdirSync(join(cwd, 'out')) : [];
  expect(finals.filter((name) => name.endsWith('.csv') || name.endsWith('.txt'))).toEqual([]);

  const accepted = await run('export', PERIOD, '--final', '--accept', 'TEMPLATE_EMPTY=nobody works there');
  expect(accepted.status).toBe(0);
  expect(accepted.run.month).toMatchObject({ state: 'final' });
});

test('the window finds it again in a month that it restores from the store', async () => {
  const { cwd, run } = await emptyTemplate();
  const { runId } = (await run('export', PERIOD)).run;
  const loaded = await loadConfig({ cwd, env: { SECRET: 'x' } });
  const path = join(cwd, '.paytally', STORE_NAME);
  const store = openStore(path, { mode: 'read', now: () => new Date(NOW_MS), base: cwd });
  const places = { loaded, packageFolder: PROJECT, version: '0', signal: new AbortController().signal };
  const { found } = await storedMonthView(store, runId, places, 'en');
  store.close();
  expect(found.findings.map(({ code, severity }) => [code, severity])).toContainEqual([
    'TEMPLATE_EMPTY',
    'block-final',
  ]);
});

test('the other templates of a run do not make up for it', async () => {
  const { run } = await emptyTemplate();
  const { status, error } = await run(
    'export',
    PERIOD,
    '--final',
    '--template',
    './antwerp',
    '--template',
    'pay-lines',
  );
  expect({ status, code: error.code }).toEqual({ status: 5, code: 'EXPORT_BLOCKED' });
});
