// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { writePackageFiles } from '../../release/packageFiles.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const RELEASED = { version, repository: 'git+https://github.com/bakery/paytally.git' };
const ADDRESS = `https://github.com/bakery/paytally/releases/download/v${version}`;
/** Debian's name for this computer. */
const OWN = process.arch === 'x64' ? 'amd64' : process.arch;
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const sha256 = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');

let folder = '';
let missing: readonly string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paytally-manifests-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: PROJECT,
  });
  writeFileSync(join(folder, `paytally-${version}-win-x64.exe`), 'an executable');
  missing = writePackageFiles(PROJECT, folder, RELEASED);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/*
 * The requirements of https://github.com/microsoft/winget-cli/tree/master/schemas/JSON/manifests/v1.6.0 for the three
 * files, for the keys that we write. Any other key is refused, so that a misspelt name is noticed.
 */
const IDENTIFIER = z.string().regex(/^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/);
const VERSION = z.string().regex(/^[^\\/:*?"<>|]{1,128}$/);
const NUMBERS = /^\d{1,5}(\.\d{1,5}){0,3}$/;
const URL_TEXT = z
  .string()
  .regex(/^https?:\/\/.+/i)
  .max(2048);
const LOCALE = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z]{1,8})*$/)
  .max(20);
const ofPackage = {
  PackageIdentifier: IDENTIFIER,
  PackageVersion: VERSION,
  ManifestVersion: z.literal('1.6.0'),
};
const WINGET = {
  '': z.strictObject({ ...ofPackage, DefaultLocale: LOCALE, ManifestType: z.literal('version') }),
  '.installer': z.strictObject({
    ...ofPackage,
    Platform: z.array(z.enum(['Windows.Desktop', 'Windows.Universal'])).max(2),
    MinimumOSVersion: z.string().regex(NUMBERS),
    InstallerType: z.literal('portable'),
    Commands: z.array(z.string().min(1).max(40)).max(16),
    Installers: z
      .array(
        z.strictObject({
          Architecture: z.enum(['x86', 'x64', 'arm', 'arm64', 'neutral']),
          InstallerUrl: URL_TEXT,
          InstallerSha256: z.string().regex(/^[A-Fa-f0-9]{64}$/),
        }),
      )
      .min(1),
    ManifestType: z.literal('installer'),
  }),
  '.locale.en-GB': z.strictObject({
    ...ofPackage,
    PackageLocale: LOCALE,
    Publisher: z.string().min(2).max(256),
    PackageName: z.string().min(2).max(256),
    PackageUrl: URL_TEXT,
    License: z.string().min(3).max(512),
    LicenseUrl: URL_TEXT,
    ShortDescription: z.string().min(3).max(256),
    Moniker: z.string().min(1).max(40),
    Tags: z.array(z.string().min(1).max(40)).max(16),
    ReleaseNotesUrl: URL_TEXT,
    ManifestType: z.literal('defaultLocale'),
  }),
};

describe('winget', () => {
  test.each(Object.entries(WINGET))('has a manifest "%s" that conforms to its schema', (part, schema) => {
    const manifest = parse(read(`bakery.paytally${part}.yaml`));
    expect(schema.safeParse(manifest).error?.issues).toBeUndefined();
    expect(manifest).toMatchObject({ PackageIdentifier: 'bakery.paytally', PackageVersion: version });
    expect(schema.safeParse({ ...manifest, Comands: [] }).success).toBe(false);
    expect(schema.safeParse({ ...manifest, PackageIdentifier: 'paytally' }).success).toBe(false);
  });

  test('downloads the executable for Windows, by its checksum', () => {
    const name = `paytally-${version}-win-x64.exe`;
    expect(parse(read('bakery.paytally.installer.yaml')).Installers).toEqual([
      {
        Architecture: 'x64',
        InstallerUrl: `${ADDRESS}/${name}`,
        InstallerSha256: sha256(name).toUpperCase(),
      },
    ]);
  });

  test('is omitted, with a message, if that executable is missing', () => {
    const other = mkdtempSync(join(tmpdir(), 'paytally-manifests-'));
    writeFileSync(
      join(other, `paytally-${version}.tgz`),
      readFileSync(join(folder, `paytally-${version}.tgz`)),
    );
    // Without the program that builds a Debian package, which takes long.
    const { PATH } = process.env;
    process.env.PATH = '';
    try {
      expect(writePackageFiles(PROJECT, other, RELEASED)).toEqual([
        'the manifests for winget: the executable for Windows is missing',
        'the Debian packages: dpkg-deb is missing',
      ]);
    } finally {
      process.env.PATH = PATH;
    }
    expect(readdirSync(other).sort()).toEqual([`paytally-${version}.tgz`, 'paytally.json', 'paytally.rb']);
    rmSync(other, { recursive: true });
  });
});

test('Scoop and Homebrew download the tarball, by its checksum', () => {
  const tarball = `paytally-${version}.tgz`;
  expect(JSON.parse(read('paytally.json'))).toMatchObject({
    version,
    url: `${ADDRESS}/${tarball}`,
    hash: sha256(tarball),
  });
  expect(read('paytally.rb')).toContain(`  url "${ADDRESS}/${tarball}"\n  sha256 "${sha256(tarball)}"\n`);
  const written = readdirSync(folder).filter((name) => /\.(json|rb|yaml)$/.test(name));
  for (const name of written) expect(read(name)).not.toMatch(/@[A-Z0-9]+@/);
  expect(missing).toEqual(has('dpkg-deb') ? [] : ['the Debian packages: dpkg-deb is missing']);
});

describe.runIf(has('dpkg-deb')).each(['amd64', 'arm64'])('the Debian package for %s', (architecture) => {
  const path = () => join(folder, `paytally_${version}-1_${architecture}.deb`);

  test.runIf(architecture === OWN)('has the program, which runs', () => {
    const tree = join(folder, 'installed');
    execFileSync('dpkg-deb', ['--extract', path(), tree]);
    const main = join(tree, 'usr/lib/paytally/node_modules/paytally/dist/program/main.js');
    expect(execFileSync(process.execPath, [main, '--version'], { encoding: 'utf8' }).trim()).toBe(version);
    // Its native part is included: the demo uses a store.
    const shown = execFileSync(process.execPath, [main, 'demo'], {
      cwd: tree,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(shown).toMatch(/\.xlsx/);
    expect(readFileSync(join(tree, 'usr/bin/paytally'), 'utf8')).toContain(
      '/usr/lib/paytally/node_modules/paytally/dist/program/main.js',
    );
  });

  test.runIf(has('lintian'))(
    'has no lintian errors or warnings',
    () => {
      const { status, stdout } = spawnSync(
        'lintian',
        ['--allow-root', '--fail-on', 'error,warning', path()],
        {
          encoding: 'utf8',
        },
      );
      expect({ status, found: stdout.split('\n').filter((line) => /^[EW]:/.test(line)) }).toEqual({
        status: 0,
        found: [],
      });
    },
    120_000,
  );
});

if (!has('lintian')) console.log('lintian is not installed: the Debian package is not checked with it.');
