// Writes dist/vendor, as package-lock.json pins the packages: what the program reads from packages that users do not
// install. exceljs: a package that depends on it could not override two of its dependencies, and would install 70
// packages. @photostructure/sqlite: it has an install script, which npm runs or warns about, and is 30 MB; only Node.js
// before 22.16 needs it (release/sqlite.cjs). moment-timezone, dejavu-fonts-ttf: of 20 MB, the program reads one table
// and two fonts. The scripts of the window and of the review: browsers get them as files.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { packagesOf } from './bundledPackages.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const target = join(PROJECT, 'dist/vendor');

/** The folders of the packages with files in dist/vendor. */
export const packages = new Set();

/** What exceljs needs to read archives and CSV files, and to write to a stream: it only writes here, to memory. */
const UNUSED = /^(archiver|fast-csv|tmp|unzipper)$|\/stream\/xlsx\/workbook-(reader|writer)$|\/csv\/csv$/;
const unused = {
  name: 'unused',
  setup(of) {
    of.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    of.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
  },
};

async function bundle(entry, file) {
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: [join(PROJECT, 'node_modules', entry)],
    outfile: join(target, file),
    bundle: true,
    minify: true,
    lineLimit: 160,
    plugins: [unused],
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    legalComments: 'inline',
    metafile: true,
    logLevel: 'error',
  });
  for (const folder of packagesOf(metafile.inputs)) packages.add(folder);
}

function copy(folder, path, to) {
  mkdirSync(dirname(join(target, to)), { recursive: true });
  copyFileSync(join(PROJECT, 'node_modules', folder, path), join(target, to));
  packages.add(`node_modules/${folder}`);
}

function compress(folder, path, to) {
  copy(folder, path, to);
  writeFileSync(join(target, to), brotliCompressSync(readFileSync(join(target, to))));
}

/** The one binary in the package; decision 12 says why. */
const BINARY = 'prebuilds/linux-x64/@photostructure+sqlite.glibc.node';

/** A binary that a running process has loaded must not be overwritten. */
function copyBinary() {
  const from = join(PROJECT, 'node_modules/@photostructure/sqlite', BINARY);
  const to = join(target, 'sqlite', BINARY);
  if (existsSync(to) && statSync(to).size === statSync(from).size) return;
  copy('@photostructure/sqlite', BINARY, `sqlite/${BINARY}`);
}

/** Nothing of an earlier build remains. */
function removeOld() {
  if (!existsSync(target)) return;
  for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(target, path)).isFile() && !path.endsWith(join(BINARY))) rmSync(join(target, path));
}

removeOld();
await bundle('exceljs/lib/exceljs.nodejs.js', 'exceljs.cjs');
await bundle('@photostructure/sqlite/dist/index.mjs', 'sqlite/dist/driver.cjs');
copyFileSync(join(PROJECT, 'release/sqlite.cjs'), join(target, 'sqlite/index.cjs'));
copyBinary();
copy('moment-timezone', 'data/packed/latest.json', 'tzdata.json');
for (const face of ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'])
  compress('dejavu-fonts-ttf', `ttf/${face}`, `fonts/${face}.br`);
copy('pdfkit', 'js/data/sRGB_IEC61966_2_1.icc', 'sRGB_IEC61966_2_1.icc');
// With Preact in it.
copy('htm', 'preact/standalone.umd.js', 'browser/preact.js');
packages.add('node_modules/preact');
copy('uplot', 'dist/uPlot.iife.min.js', 'browser/uPlot.js');
copy('uplot', 'dist/uPlot.min.css', 'browser/uPlot.css');
const VIRTUAL_CORE = '@tanstack/virtual-core';
for (const file of readdirSync(join(PROJECT, 'node_modules', VIRTUAL_CORE, 'dist/esm')))
  if (file.endsWith('.js')) copy(VIRTUAL_CORE, `dist/esm/${file}`, `browser/virtual-core/${file}`);
