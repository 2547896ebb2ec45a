import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockedPackages } from '../../release/lockedPackages.js';
import { PROJECT } from '../support/programs/runPaytally.js';

interface Manifest {
  readonly version: string;
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly repository: { readonly url: string };
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const manifest: Manifest = JSON.parse(read('package.json'));
const lock: {
  readonly version: string;
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>;
} = JSON.parse(read('package-lock.json'));

/** npm adds these automatically. */
const ALWAYS = ['README.md', 'LICENSE', 'package.json'];
const isPacked = (path: string) =>
  [...ALWAYS, ...manifest.files].some((each) => path === each || path.startsWith(`${each}/`));

/** The documents that a user finds in the package. */
function packedDocuments(): readonly string[] {
  const inDocs = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' });
  const top = ['README.md', ...manifest.files.filter((path) => path.endsWith('.md'))];
  return [...top, ...inDocs.filter((path) => path.endsWith('.md')).map((path) => join('docs', path))];
}

describe('the package', () => {
  test('npm runs no scripts when it is installed, and gives no warnings', () => {
    const atInstallation = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare'];
    expect(Object.keys(manifest.scripts).filter((name) => atInstallation.includes(name))).toEqual([]);
    const installed = lockedPackages(PROJECT).filter(({ path }) => lock.packages[path]?.hasInstallScript);
    // Its binary is in dist/vendor: the package itself is not installed.
    expect(installed.map(({ name }) => name)).toEqual(['@photostructure/sqlite']);
    expect(Object.keys(manifest.dependencies)).not.toContain('@photostructure/sqlite');
    // A clone has reviewed all of them: npm asks for no decision.
    const decided = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(Object.keys(manifest.allowScripts)).toEqual(expect.arrayContaining(decided));
  });

  test('includes every document that its documents link to; pictures are on its page only', () => {
    const missing = packedDocuments().flatMap((document) =>
      [...read(document).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => relative(PROJECT, normalize(join(PROJECT, dirname(document), target))))
        .filter((path) => !existsSync(join(PROJECT, path)) || !(isPacked(path) || path.endsWith('.png')))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  test('is small, and has the templates without their tests', { tags: 'slow' }, () => {
    const argv = ['pack', '--dry-run', '--ignore-scripts', '--json'];
    const [packed] = JSON.parse(execFileSync('npm', argv, { cwd: PROJECT, encoding: 'utf8' }));
    const paths: string[] = packed.files.map(({ path }: { path: string }) => path);
    expect(paths).toContain('templates/xero/template.yaml');
    expect(paths.filter((path) => path.endsWith('.test.ts'))).toEqual([]);
    expect(packed.size).toBeLessThan(5_000_000);
    expect(paths.length).toBeLessThan(1500);
  });

  test('states its source, with placeholders that RELEASING.md lists', () => {
    const addresses = [manifest.homepage, manifest.bugs.url, manifest.repository.url];
    expect(addresses.every((address) => address.includes('github.com/OWNER/paytally'))).toBe(true);
    expect(read('RELEASING.md')).toContain('`OWNER`');
  });

  test('has the version of the newest release in the changelog', () => {
    const [, newest] = /^## (\d+\.\d+\.\d+) /m.exec(read('CHANGELOG.md')) ?? [];
    expect([manifest.version, lock.version]).toEqual([newest, newest]);
  });

  test('offers only its library and its manifest to importers', () => {
    expect(Object.keys(manifest.exports)).toEqual(['.', './package.json']);
  });
});
