import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
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

/** Debian's names of the supported architectures, with those of SQLite's native part. */
const ARCHITECTURES = { amd64: 'linux-x64', arm64: 'linux-arm64' };
const PREBUILDS = 'node_modules/@photostructure/sqlite/prebuilds';
/** For Debian's C library. */
const NATIVE = '@photostructure+sqlite.glibc.node';
/** Fixed, so that the same sources give the same bytes. */
const EPOCH = Date.UTC(2026, 0, 1) / 1000;
/** Files that authors left in packages and that no user needs. */
const LEFT_OVER = /^\.(eslintrc.*|npmignore|gitattributes|gitmodules|yarn)$/;

/** The text of a template in `release/templates`, filled with the values of the release and of this package. */
type Filled = (name: string, more?: Readonly<Record<string, string>>) => string;

export function hasDpkg(): boolean {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Builds a package for each architecture: the tarball with its dependencies in /usr/lib/paytally. Node.js is a
 * dependency.
 * @param root the project, whose packages have the native parts
 * @param folder has the tarball, and receives the packages
 */
export function writeDebianPackages(root: string, folder: string, version: string, filled: Filled): void {
  const work = mkdtempSync(join(tmpdir(), 'paytally-deb-'));
  try {
    const installed = join(work, 'installed');
    mkdirSync(installed);
    writeFileSync(join(installed, 'package.json'), '{ "private": true }\n');
    const npm = [
      'install',
      '--ignore-scripts',
      '--omit=dev',
      '--omit=peer',
      '--no-audit',
      '--no-fund',
      '--silent',
    ];
    execFileSync('npm', [...npm, '--prefix', installed, join(folder, `paytally-${version}.tgz`)], {
      stdio: 'inherit',
    });
    tidy(installed);
    for (const [architecture, name] of Object.entries(ARCHITECTURES)) {
      const tree = join(work, architecture);
      const native = { name, from: join(root, PREBUILDS, name, NATIVE) };
      writeTree(tree, { architecture, native, installed, filled });
      const path = join(folder, `paytally_${version}-1_${architecture}.deb`);
      execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, path], {
        stdio: 'ignore',
        env: { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH) },
      });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Contents {
  readonly architecture: string;
  /** The folder of SQLite's native part, and the file that it is copied from. */
  readonly native: { readonly name: string; readonly from: string };
  readonly installed: string;
  readonly filled: Filled;
}

function writeTree(tree: string, { architecture, native, installed, filled }: Contents): void {
  const write = (path: string, content: string | Uint8Array, mode = 0o644) => {
    mkdirSync(join(tree, path, '..'), { recursive: true });
    writeFileSync(join(tree, path), content, { mode });
  };
  const zipped = (text: string | Uint8Array) => gzipSync(text, { level: 9 });
  const program = 'usr/lib/paytally';
  const own = join(installed, 'node_modules/paytally');
  cpSync(installed, join(tree, program), { recursive: true });
  keepNative(join(tree, program, 'node_modules/paytally/dist/vendor/sqlite/prebuilds'), native);
  write('DEBIAN/control', filled('debian-control', { ARCHITECTURE: architecture }));
  write('usr/bin/paytally', filled('debian-starter'), 0o755);
  write('usr/share/doc/paytally/copyright', filled('debian-copyright'));
  write('usr/share/doc/paytally/changelog.gz', zipped(readFileSync(join(own, 'CHANGELOG.md'))));
  write('usr/share/doc/paytally/changelog.Debian.gz', zipped(filled('debian-changelog')));
  write('usr/share/lintian/overrides/paytally', filled('debian-overrides'));
  write('usr/share/man/man1/paytally.1.gz', zipped(filled('debian-manual')));
}

/** Only the native part for the architecture: Debian's Node.js can be older than the one that has SQLite. */
function keepNative(prebuilds: string, { name, from }: Contents['native']): void {
  rmSync(prebuilds, { recursive: true });
  mkdirSync(join(prebuilds, name), { recursive: true });
  copyFileSync(from, join(prebuilds, name, NATIVE));
  chmodSync(join(prebuilds, name, NATIVE), 0o644);
}

/**
 * Removes absolute paths of this computer, write permissions of others, and execute permissions except the program's.
 */
function tidy(folder: string): void {
  rmSync(join(folder, 'package-lock.json'), { force: true });
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true });
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => LEFT_OVER.test(name)))
    rmSync(join(entry.parentPath, entry.name), { recursive: true, force: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
