// Mutation testing of the domain: `npm run mutation -- pay time` for folders of src/domain, without a word all of them.
// `--gate` asks the tests of the gate alone (`npm test`). `--every 5` tries each fifth change; `--most 300` gives one change at most so many milliseconds of tests. Each folder
// is changed in hundreds of places, one at a time, and has to be noticed by the tests of the domain. What was noticed is
// remembered in .mutation; a survivor is told unless survivors.md says why it changes nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const domain = join(root, 'src/domain');
const { values, positionals: named } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    most: { type: 'string', default: '800' },
    gate: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const all = readdirSync(domain, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const folders = named.length > 0 ? named : all.map(({ name }) => name);

for (const folder of folders) {
  if (existsSync(join(domain, folder))) continue;
  console.error(`src/domain has no folder ${folder}. It has: ${all.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

// Packages of its own: what they need is no part of the project.
if (!existsSync(join(here, 'node_modules')))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });

const { mutantsOf } = await import('./mutants.mjs');
const { told } = await import('./survivors.mjs');
const { every, most, gate: isGate } = values;
const mutants = await mutantsOf(folders, { every: Number(every), mostMs: Number(most), isGate });
const lines = folders.map((folder) =>
  told(
    folder,
    mutants.filter(({ file }) => file.startsWith(`src/domain/${folder}/`)),
  ),
);
console.table(lines);
process.exit(lines.some(({ unexplained, detected }) => unexplained > 0 || detected < 85) ? 1 : 0);
