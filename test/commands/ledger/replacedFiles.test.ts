// @module-tag slow
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { startTestUi } from '../../support/servers/uiService.js';

/* Files of replaced finals that the new final does not write again have valid names: people are told of each. */

const NOW = '2026-11-03T09:00:00Z';
const MONTH = '2026-10';

let bench: FolderBench;
afterEach(() => bench.close());

function open(): void {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
fileNames: { pay-lines: "first-{{run.employer}}-{{run.from}}-{{run.to}}.csv" }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
  bench.entries(
    entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'),
    entryRow('e2', 'ann', '2026-10-20', '08:00', '16:00'),
  );
}

const replace = ['export', MONTH, '--final', '--supersede', 'wrong mapping'];
const rename = () => bench.put('paytally.yaml', bench.read('paytally.yaml').replace('first-', 'second-'));
const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path);

test('a file under an earlier name is told in the result, the summary and the window, until it is gone', async () => {
  open();
  const [first] = (await bench.done(NOW, 'export', MONTH, '--final')).runs;
  const [{ path }] = first.files;
  rename();
  const options = { cwd: bench.cwd, nowMs: Date.parse(NOW) };
  const { stdout } = await runPaytally(replace, options);
  const told = `out/first-bakery-2026-10-01-2026-10-31.csv is of the replaced final ${first.runId}. Do not import it`;
  expect(stdout).toContain(told);
  const window = await startTestUi(bench.cwd, { nowMs: Date.parse(NOW) });
  try {
    const session = await window.login();
    const left = async () => {
      const address = `/api/month?employer=bakery&period=${MONTH}&part=brief`;
      return JSON.parse((await window.ask('GET', address, session)).body).replacedFiles;
    };
    expect(await left()).toEqual([{ run: first.runId, path }]);
    rmSync(path);
    expect(await left()).toEqual([]);
  } finally {
    await window.ui.close();
  }
});

test('both files of half months that a month replaces', async () => {
  open();
  const made: string[] = [];
  for (const half of ['2026-10-01..2026-10-15', '2026-10-16..2026-10-31'])
    made.push(...paths((await bench.done(NOW, 'export', half, '--final')).runs[0].files));
  const { runs } = await bench.done(NOW, ...replace);
  expect(paths(runs[0].replacedFiles)).toEqual(made);
});

test('a file that is written again, or that somebody changed, is not one of them', async () => {
  open();
  await bench.done(NOW, 'export', MONTH, '--final');
  expect((await bench.done(NOW, ...replace)).runs[0].replacedFiles).toBeUndefined();
  rename();
  rmSync(join(bench.cwd, 'out/first-bakery-2026-10-01-2026-10-31.csv'));
  bench.put('out/first-bakery-2026-10-01-2026-10-31.csv', 'a file of its own');
  expect((await bench.done(NOW, ...replace)).runs[0].replacedFiles).toBeUndefined();
});
