// Writes one run's files and records it, and dies at the step it is told to.
// Arguments: dist folder, output folder, store, number of the run, number of the step, before or after it.
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stepCounter } from './builtProgram.mjs';

const [dist, folder, storePath, number, killAt, when] = process.argv.slice(2);
const { steps, stepwise } = stepCounter(killAt, when);
for (const name of ['open', 'link', 'rename', 'rm']) fsp[name] = stepwise(fsp[name]);
syncBuiltinESMExports();

const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { openStore } = await load('store/openStore.js');
const { writeFiles } = await load('app/export/writeFiles.js');

const store = openStore(storePath, { mode: 'write', now: () => new Date() });
const period = { from: '2026-10-01', to: '2026-10-31', label: '2026-10' };
const header = { runId: `run-${number}`, employerKey: 'bakery', employerId: 'e', period };
const file = (name) => ({ name, rows: 1, content: Buffer.from(`run ${number} of ${name}`) });
await writeFiles({
  folder,
  files: [file('a.csv'), file('b.csv'), file(`only-${number}.csv`)],
  signal: new AbortController().signal,
  temporaries: store.journal,
  journal: { runId: header.runId, store },
  seal: () =>
    store.recordRun({ ...header, state: 'draft', startedAt: new Date(), readId: null, manifest: {} }),
});
store.close();
console.log(steps());
