// Writes test/release/fixtures/paytally-VERSION.tar.br: the newest release as the upgrade test installs it. It omits what
// comes from node_modules or the current build: packages, the binaries of SQLite, types, golden files, documents.
// Run it after a release: node release/fixture.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const folder = join(PROJECT, 'test/release/fixtures');
mkdirSync(folder, { recursive: true });
const leftOut = ['*.d.ts', 'golden', 'prebuilds', 'exceljs.cjs', 'LICENCES.txt', 'workbooks'];
const argv = [
  ...['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'],
  ...leftOut.map((name) => `--exclude=${name}`),
  ...['-c', 'package.json', 'dist/src', 'dist/vendor', 'src/ui/page/style.css', 'templates'],
];
const tar = execFileSync('tar', argv, { cwd: PROJECT, maxBuffer: 256 * 1024 * 1024 });
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: tar.length };
writeFileSync(join(folder, `paytally-${version}.tar.br`), brotliCompressSync(tar, { params }));
