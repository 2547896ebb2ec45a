import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { STORE_NAME } from '../../../src/store/openStore.js';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A file that describes another one is not the data of a month: no payroll's API gets it, whenever the run is sent. */

const NOW = '2026-11-03T09:00:00Z';

let bench: FolderBench;
afterEach(() => bench.close());

function open(): void {
  bench = openFolderBench(
    `templates: [datev-lug]
variables: { datev-lug: { consultant: "278041", client: "25016" } }
payCodes: { NORMAL: { external: "100" } }
employers: { bakery: { name: Bakery, zone: Europe/Berlin, employees: emp.csv } }
deliveries:
  payroll: { to: datev, client: 278041-25016, clientId: app, clientSecret: { env: NONE }, when: both }
  office: { to: folder, path: inbox, when: both }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'inbox/.keep': '' },
  );
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
}

interface Exported {
  readonly runs: readonly { readonly runId: string; readonly files: readonly object[] }[];
}

async function planned({ runs }: Exported, ...more: readonly string[]): Promise<readonly string[]> {
  const [run] = runs;
  expect(run?.files).toHaveLength(2);
  const sent = await bench.done(NOW, 'send', run?.runId ?? '', '--dry-run', ...more);
  return sent.runs[0].deliveries.map(({ name }: { name: string }) => name);
}

// It loads the program.
test('a final that is sent later', { timeout: 90_000 }, async () => {
  open();
  const made = await bench.done(NOW, 'export', '2026-10', '--final');
  expect(await planned(made)).toEqual(['payroll', 'office']);
  expect(await planned(made, '--to-current')).toEqual(['payroll', 'office']);
  await bench.done(NOW, 'send', made.runs[0].runId, '--to', 'office');
  expect(bench.list('inbox')).toHaveLength(3);
});

test('a run of a version that did not record it', async () => {
  open();
  const made = await bench.done(NOW, 'export', '2026-10');
  const store = new DatabaseSync(join(bench.cwd, '.paytally', STORE_NAME));
  const { changes } = store
    .prepare(`UPDATE run SET manifest = replace(manifest, ',"isCompanion":true', '')`)
    .run();
  expect(changes).toBe(1);
  expect(store.prepare('SELECT manifest FROM run').get()?.manifest).not.toContain('isCompanion');
  store.close();
  expect(await planned(made)).toEqual(['payroll', 'office']);
});
