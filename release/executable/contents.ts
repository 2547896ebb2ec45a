import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * The modules and files that the program requests from packages, with their paths. A test compares them with the
 * sources.
 */
export const ASKED_FOR: Readonly<Record<string, string>> = {
  '#browser/preact.js': 'dist/vendor/browser/preact.js',
  '#browser/uPlot.js': 'dist/vendor/browser/uPlot.js',
  '#browser/uPlot.css': 'dist/vendor/browser/uPlot.css',
  '#browser/virtual-core/index.js': 'dist/vendor/browser/virtual-core/index.js',
  '#fonts/DejaVuSansCondensed.ttf.br': 'dist/vendor/fonts/DejaVuSansCondensed.ttf.br',
};

/**
 * Files that the program or a package reads, by path from the folder of package.json; a folder includes all its files.
 */
const READ = [
  'package.json',
  'paytally.schema.json',
  'templates',
  'samples',
  'src/ui/page/style.css',
  'dist/src/ui/page',
  'dist/src/app/session/commandLine.js',
  'dist/src/i18n',
  'dist/vendor/browser',
  'dist/vendor/fonts',
  'node_modules/pdfkit/js/data/sRGB_IEC61966_2_1.icc',
  'node_modules/yargs/locales',
];
const LEFT_OUT = [
  /^samples\/generator\//,
  /\.test\.ts$/,
  /\.d\.[cm]?ts(\.map)?$/,
  /^dist\/src\/i18n\/.*\.js$/,
  /\.cjs$/,
  /\.map$/,
];

/**
 * The files of an executable besides its script: path in the package -> file on this disk.
 * @param folder for the files created here
 * @param sqlite the path of the native part in the package @photostructure/sqlite
 */
export function writeContents(
  root: string,
  folder: string,
  sqlite: string,
): Readonly<Record<string, string>> {
  const native = `node_modules/@photostructure/sqlite/prebuilds/${sqlite}`;
  const paths = [...READ.flatMap((path) => filesOf(root, path)), native].sort();
  const contents = join(folder, 'contents.json');
  writeFileSync(contents, JSON.stringify({ paths, resolved: ASKED_FOR, sqlite: native }));
  return {
    ...Object.fromEntries(paths.map((path) => [path, join(root, path)])),
    'contents.json': contents,
  };
}

function filesOf(root: string, path: string): readonly string[] {
  const full = join(root, path);
  if (!existsSync(full)) throw new Error(`${path} is missing: build first`);
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((each) => !LEFT_OUT.some((pattern) => pattern.test(each)));
}

/** The licences of the packages and of Node.js, which are distributed with an executable. */
export function licenceTexts(root: string, packages: readonly string[], node: string | undefined): string {
  if (node === undefined) throw new Error('no licence of Node.js');
  const texts = packages.map((path) => {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
      readonly license?: string | { readonly type: string };
    };
    const file = readdirSync(folder).find((each) => /^(un)?licen[cs]e/i.test(each));
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    return `${name} ${version}: ${typeof license === 'object' ? license.type : license}\n${text}`;
  });
  const vendored = readFileSync(join(root, 'dist/vendor/LICENCES.txt'), 'utf8');
  return [readFileSync(join(root, 'LICENSE'), 'utf8'), ...texts, vendored, `Node.js\n\n${node}`].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}
