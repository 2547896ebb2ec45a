// Writes dist/vendor/exceljs.cjs: exceljs with its dependencies in one file, as package-lock.json pins them. A package
// that depends on exceljs itself could not override two of its dependencies, and 70 packages come along.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const target = join(PROJECT, 'dist/vendor');

const { metafile } = await build({
  absWorkingDir: PROJECT,
  entryPoints: [join(PROJECT, 'node_modules/exceljs/lib/exceljs.nodejs.js')],
  outfile: join(target, 'exceljs.cjs'),
  bundle: true,
  platform: 'node',
  external: ['@aws-sdk/client-s3'],
  target: 'node20',
  format: 'cjs',
  legalComments: 'inline',
  metafile: true,
  logLevel: 'error',
});

/** The folders of the packages of which the bundle has a file. */
const folders = new Set(
  Object.keys(metafile.inputs).map((path) =>
    path.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1'),
  ),
);

/** Name, version and licence of a package, with the text of the licence where the package has one. */
function licenceOf(folder) {
  const read = (name) => readFileSync(join(PROJECT, folder, name), 'utf8');
  const { name, version, license } = JSON.parse(read('package.json'));
  const file = readdirSync(join(PROJECT, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version}: ${license?.type ?? license}\n${file === undefined ? '' : `\n${read(file).trim()}\n`}`;
}

const rule = `\n${'-'.repeat(80)}\n\n`;
writeFileSync(join(target, 'LICENCES.txt'), [...folders].sort().map(licenceOf).join(rule));
