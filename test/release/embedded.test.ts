import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { embeddedModule } from '../../release/executable/bundle.js';
import { ASKED_FOR } from '../../release/executable/contents.js';
import { EmbeddedFiles } from '../../release/executable/embeddedFiles.js';
import { unpackedPath } from '../../release/executable/nativePart.js';
import { TARGETS } from '../../release/executable/targets.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const folder = () => mkdtempSync(join(tmpdir(), 'paytally-embedded-'));

describe('files in an executable', () => {
  const root = join(process.execPath, 'paytally');
  const files = new EmbeddedFiles(root, {
    paths: ['package.json', 'templates/a/template.yaml', 'templates/b.csv'],
    read: (path) => new TextEncoder().encode(`content of ${path}`),
  });

  test.each([
    [join(root, 'package.json'), 'package.json'],
    [`${root}/templates/../package.json`, 'package.json'],
    [pathToFileURL(join(root, 'templates/b.csv')), 'templates/b.csv'],
    [root, ''],
    [`${root}-other/package.json`, undefined],
    [join(root, '..'), undefined],
    ['package.json', undefined],
    [new URL('https://example.com/package.json'), undefined],
    [3, undefined],
  ])('%s is %s', (path, inside) => expect(files.inside(path)).toBe(inside));

  test('have names, sizes and contents, and report missing files as a disk does', () => {
    expect(files.names('templates')).toEqual(['a', 'b.csv']);
    expect(files.names('')).toEqual(['package.json', 'templates']);
    expect(files.bytes('templates/b.csv').toString()).toBe('content of templates/b.csv');
    expect([files.stat('templates').isDirectory(), files.stat('templates/b.csv').size]).toEqual([true, 26]);
    expect(() => files.bytes('templates')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(() => files.names('nowhere')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  test('are read by the functions of Node.js, which still read the disk', () => {
    const disk = join(folder(), 'a.txt');
    writeFileSync(disk, 'from the disk');
    const script = `
      import { EmbeddedFiles, serveEmbedded } from ${JSON.stringify(pathToFileURL(join(PROJECT, 'dist/release/executable/embeddedFiles.js')).href)};
      import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs';
      import { readdir, readFile, stat } from 'node:fs/promises';
      import { text } from 'node:stream/consumers';
      const root = process.execPath + '/inside';
      serveEmbedded(new EmbeddedFiles(root, { paths: ['b/a.txt'], read: () => new TextEncoder().encode('embedded é') }));
      const seen = [];
      for (const [folder, path] of [[root + '/b', root + '/b/a.txt'], ${JSON.stringify([join(disk, '..'), disk])}]) {
        seen.push([readFileSync(path, 'utf8'), await readFile(path, { encoding: 'utf8' }), readFileSync(path).toString(),
          await text(createReadStream(path, 'utf8')), await text(createReadStream(path)), readdirSync(folder), await readdir(folder),
          existsSync(path), existsSync(path + 'x'), (await stat(path)).isFile(), await readFile(path + 'x').catch(({ code }) => code)]);
      }
      process.stdout.write(JSON.stringify(seen));`;
    const run = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    const seen = (content: string) => [
      ...Array<string>(5).fill(content),
      ...[['a.txt'], ['a.txt'], true, false, true, 'ENOENT'],
    ];
    expect(JSON.parse(run)).toEqual([seen('embedded é'), seen('from the disk')]);
  });
});

describe('a module in an executable', () => {
  const modules = readdirSync(join(PROJECT, 'dist/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('ui/page/'))
    .map((path) => readFileSync(join(PROJECT, 'dist/src', path), 'utf8'));

  test('requests no file by its address on a disk', () => {
    const left = modules.map((text) => embeddedModule(text, 'dist/src/a.js', '/embedded.js'));
    expect(
      left.filter((text) => /import\.meta\.(url|resolve)|createRequire\(|import\(name\)/.test(text)),
    ).toEqual([]);
  });

  test('requests the embedded files of packages', () => {
    const asking = modules.filter((text) => /createRequire|import\.meta\.resolve/.test(text));
    const asked = asking.flatMap((text) =>
      [...text.matchAll(/resolve\('([@#]?[a-z][^']*)'\)/g)].map(([, name = '']) => name),
    );
    expect([...new Set(asked)].sort()).toEqual(Object.keys(ASKED_FOR).sort());
  });

  test('finds them under the same paths as Node.js', async () => {
    const script = `process.stdout.write(JSON.stringify(${JSON.stringify(Object.keys(ASKED_FOR))}.map((name) => [name,
      name.startsWith('@') ? import.meta.resolve(name) : url.pathToFileURL(module.createRequire(process.cwd() + '/a').resolve(name)).href])))`;
    const imports = "import url from 'node:url'; import module from 'node:module';";
    const found = execFileSync(process.execPath, ['--input-type=module', '-e', `${imports}${script}`], {
      cwd: PROJECT,
    });
    const ours = Object.entries(ASKED_FOR).map(([name, path]) => [
      name,
      pathToFileURL(join(PROJECT, path)).href,
    ]);
    expect(JSON.parse(found.toString())).toEqual(ours);
  });

  test('finds the native part of SQLite for each system', () => {
    const prebuilds = join(PROJECT, 'node_modules/@photostructure/sqlite/prebuilds');
    for (const { sqlite } of Object.values(TARGETS))
      expect(statSync(join(prebuilds, sqlite)).size).toBeGreaterThan(1e5);
  });
});

describe.skipIf(process.platform === 'win32')('the native part', () => {
  const content = new TextEncoder().encode('native');
  const unpacked = (cache: string) => unpackedPath('sqlite.node', content, cache);

  test('is unpacked once, in a folder that only its owner can open', () => {
    const cache = join(folder(), 'new/paytally');
    const path = unpacked(cache);
    expect(path).toMatch(/sqlite-[0-9a-f]{16}\.node$/);
    expect([statSync(cache).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o500]);
    const { ino } = statSync(path);
    expect(unpacked(cache)).toBe(path);
    expect(statSync(path).ino).toBe(ino);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  const changes: readonly (readonly [string, (path: string, other: string) => void])[] = [
    ['changed, with the same length', (path) => rewrite(path, 'NATIVE')],
    ['truncated', (path) => rewrite(path, 'nat')],
    [
      'replaced by a link',
      (path, other) => {
        writeFileSync(other, content);
        execFileSync('rm', [path]);
        symlinkSync(other, path);
      },
    ],
  ];
  test.each(changes)('is written again if it was %s', (_, change) => {
    const cache = folder();
    const path = unpacked(cache);
    change(path, join(folder(), 'other'));
    expect(unpacked(cache)).toBe(path);
    expect(readFileSync(path, 'utf8')).toBe('native');
  });

  test('makes a folder that others could open private to its owner', () => {
    const cache = folder();
    chmodSync(cache, 0o777);
    unpacked(cache);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
  });

  test('is unpacked elsewhere if the cache cannot be written', () => {
    const file = join(folder(), 'a file');
    writeFileSync(file, '');
    const path = unpacked(join(file, 'paytally'));
    expect(readFileSync(path, 'utf8')).toBe('native');
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });
});

function rewrite(path: string, text: string): void {
  chmodSync(path, 0o700);
  writeFileSync(path, text);
}
