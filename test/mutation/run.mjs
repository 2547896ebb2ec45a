// Mutation testing of the domain: `npm run mutation -- pay time` for folders of src/domain, without a word all of them.
// It takes hours, so it is no part of CI. Each folder is changed in thousands of places, one at a time, and has to be
// noticed by its own tests. Report: .mutation/FOLDER.html.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const domain = join(root, 'src/domain');
const named = process.argv.slice(2);
const all = readdirSync(domain, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const folders = named.length > 0 ? named : all.map(({ name }) => name);

for (const folder of folders) {
  if (existsSync(join(domain, folder))) continue;
  console.error(`src/domain has no folder ${folder}. It has: ${all.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

// Packages of its own: the tool needs an older compiler than the project has.
if (!existsSync(join(here, 'node_modules')))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });

const tool = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const settings = join(here, 'stryker.config.json');
mkdirSync(join(root, '.mutation'), { recursive: true });
const lines = [];
for (const folder of folders) {
  const mutate = `src/domain/${folder}/**/*.ts`;
  const { status } = spawnSync(process.execPath, [tool, 'run', settings, '--mutate', mutate], {
    cwd: root,
    env: { ...process.env, DOMAIN_FOLDER: folder },
    stdio: 'inherit',
  });
  for (const end of ['json', 'html']) {
    const made = join(root, '.mutation', `mutation.${end}`);
    if (existsSync(made)) renameSync(made, join(root, '.mutation', `${folder}.${end}`));
  }
  lines.push({ folder, ...countsOf(folder), status });
}
console.table(lines);
process.exit(lines.some(({ status }) => status !== 0) ? 1 : 0);

/** Mutants by what became of them. */
function countsOf(folder) {
  const report = join(root, '.mutation', `${folder}.json`);
  if (!existsSync(report)) return {};
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const counts = {};
  for (const { mutants } of Object.values(files))
    for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
