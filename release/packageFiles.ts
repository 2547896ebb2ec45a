import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Released {
  readonly version: string;
  /** As package.json has it. */
  readonly repository: string;
}

const TEMPLATES = 'release/templates';
/** Fixed, so that the same sources give the same bytes. */
const EPOCH = new Date('2026-01-01T00:00:00Z');

/** The manifests of package managers, filled from `release/templates`, and a Debian package where dpkg-deb exists. */
export function writePackageFiles(root: string, folder: string, { version, repository }: Released): void {
  const tarball = readFileSync(join(folder, `paytally-${version}.tgz`));
  const address = repository.replace(/^git\+/, '').replace(/\.git$/, '');
  const values: Readonly<Record<string, string>> = {
    VERSION: version,
    HOMEPAGE: address,
    TARBALL: `${address}/releases/download/v${version}/paytally-${version}.tgz`,
    SHA256: createHash('sha256').update(tarball).digest('hex'),
  };
  for (const name of readdirSync(join(root, TEMPLATES)).filter((each) => !each.startsWith('debian')))
    writeFileSync(join(folder, name), fill(readFileSync(join(root, TEMPLATES, name), 'utf8'), values));
  if (hasDpkg()) writeDebianPackage(root, folder, values);
}

/** @throws Error for a name that has no value */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/@([A-Z0-9]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return value;
  });
}

function hasDpkg(): boolean {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Installs the tarball with its dependencies into /usr/lib/paytally; Node.js is a dependency of the package. */
function writeDebianPackage(root: string, folder: string, values: Readonly<Record<string, string>>): void {
  const { VERSION: version = '' } = values;
  const tree = mkdtempSync(join(tmpdir(), 'paytally-deb-'));
  try {
    const at = (path: string) => join(tree, path);
    for (const path of [
      'DEBIAN',
      'usr/bin',
      'usr/lib/paytally',
      'usr/share/doc/paytally',
      'usr/share/man/man1',
    ])
      mkdirSync(at(path), { recursive: true });
    const npm = [
      'install',
      '--ignore-scripts',
      '--omit=dev',
      '--omit=peer',
      '--no-audit',
      '--no-fund',
      '--silent',
    ];
    writeFileSync(at('usr/lib/paytally/package.json'), '{ "private": true }\n');
    execFileSync(
      'npm',
      [...npm, '--prefix', at('usr/lib/paytally'), join(folder, `paytally-${version}.tgz`)],
      {
        stdio: 'inherit',
      },
    );
    tidy(at('usr/lib/paytally'));
    const read = (name: string) => fill(readFileSync(join(root, TEMPLATES, name), 'utf8'), values);
    writeFileSync(at('DEBIAN/control'), read('debian-control'));
    writeFileSync(at('usr/bin/paytally'), read('debian-starter'), { mode: 0o755 });
    writeFileSync(at('usr/share/doc/paytally/copyright'), read('debian-copyright'));
    writeFileSync(
      at('usr/share/doc/paytally/changelog.gz'),
      gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }),
    );
    writeFileSync(at('usr/share/man/man1/paytally.1.gz'), gzipSync(read('debian-manual'), { level: 9 }));
    const argv = ['--root-owner-group', '-Zxz', '--build', tree, join(folder, `paytally_${version}_all.deb`)];
    execFileSync('dpkg-deb', argv, {
      stdio: 'ignore',
      env: { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH.getTime() / 1000) },
    });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** No absolute paths of this computer, no files that can be written by others, none that run but the program. */
function tidy(folder: string): void {
  rmSync(join(folder, 'package-lock.json'), { force: true });
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true });
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  cpSync(join(folder, 'node_modules/paytally/LICENSE'), join(folder, 'LICENSE'));
}
