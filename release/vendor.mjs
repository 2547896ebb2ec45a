// Writes dist/vendor, as package-lock.json pins the packages: each package with its dependencies in one file. exceljs:
// a package that depends on it could not override two of its dependencies, and would install 70 packages.
// @photostructure/sqlite: it has an install script, which npm runs or warns about, and includes the sources of SQLite.
// moment-timezone, dejavu-fonts-ttf: of 20 MB, the program reads one table and two fonts.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const target = join(PROJECT, 'dist/vendor');

/** The folders of packages with files in the bundles. */
const folders = new Set();

async function bundle(entry, file) {
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: [join(PROJECT, 'node_modules', entry)],
    outfile: join(target, file),
    bundle: true,
    platform: 'node',
    external: ['@aws-sdk/client-s3'],
    target: 'node20',
    format: 'cjs',
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    legalComments: 'inline',
    metafile: true,
    logLevel: 'error',
  });
  for (const path of Object.keys(metafile.inputs))
    folders.add(path.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1'));
}

await bundle('exceljs/lib/exceljs.nodejs.js', 'exceljs.cjs');
await bundle('@photostructure/sqlite/dist/index.mjs', 'sqlite/dist/index.cjs');
cpSync(join(PROJECT, 'node_modules/@photostructure/sqlite/prebuilds'), join(target, 'sqlite/prebuilds'), {
  recursive: true,
  // A file that a running process has loaded must not be overwritten.
  filter: (from, to) =>
    !existsSync(to) || statSync(to).size !== statSync(from).size || statSync(from).isDirectory(),
});

function copy(folder, path, file) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  copyFileSync(join(PROJECT, 'node_modules', folder, path), join(target, file));
  folders.add(`node_modules/${folder}`);
}

copy('moment-timezone', 'data/packed/latest.json', 'tzdata.json');
for (const face of ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'])
  copy('dejavu-fonts-ttf', `ttf/${face}`, `fonts/${face}`);

/** Name, version and licence of a package, with the licence text if the package has one. */
function licenceOf(folder) {
  const read = (name) => readFileSync(join(PROJECT, folder, name), 'utf8');
  const { name, version, license } = JSON.parse(read('package.json'));
  const file = readdirSync(join(PROJECT, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version}: ${license?.type ?? license}\n${file === undefined ? '' : `\n${read(file).trim()}\n`}`;
}

const rule = `\n${'-'.repeat(80)}\n\n`;
writeFileSync(join(target, 'LICENCES.txt'), [...folders].sort().map(licenceOf).join(rule));
