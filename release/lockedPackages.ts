import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that users of paytally install, as pinned in the lock file. */
export interface LockedPackage {
  /** The path in the lock file, such as `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or the package's own text. */
  readonly licence: string;
  /** Algorithm and base64 digest in npm's format; undefined if the lock file has none. */
  readonly integrity: string | undefined;
  readonly dependencies: readonly string[];
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Every package in an installation, in dist/program or in dist/vendor, by path.
 * @param root the folder of package.json, after a build
 * @param more paths of additional packages, such as those in an executable
 */
export function lockedPackages(root: string, more: readonly string[] = []): readonly LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  const found = new Map<string, LockedPackage>();
  const installed = Object.keys(manifestOf(root).dependencies ?? {}).map((name) => `node_modules/${name}`);
  const bundled = new Set([...bundledPackages(root), ...more]);
  const visit = (path: string): void => {
    const entry = packages[path];
    if (entry === undefined || found.has(path)) return;
    // Only those parts of its dependencies are in a bundle that it uses.
    const isWhole = !bundled.has(path);
    const dependencies = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .map((name) => resolvedPath(name, path, packages))
      .filter((each) => each !== undefined)
      .filter((each) => isWhole || bundled.has(each));
    found.set(path, {
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      licence: entry.license ?? licenceInFolder(join(root, path)),
      integrity: entry.integrity,
      dependencies,
    });
    dependencies.forEach(visit);
  };
  [...installed, ...bundled].forEach(visit);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The paths of the packages that package.json names; some are for development only. */
export function directDependencies(root: string): readonly string[] {
  const { dependencies, devDependencies } = manifestOf(root);
  return Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}`);
}

function manifestOf(
  root: string,
): LockEntry & { readonly devDependencies?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** The paths of packages with files in dist/program or dist/vendor (release/bundledPackages.mjs). */
function bundledPackages(root: string): readonly string[] {
  return JSON.parse(readFileSync(join(root, 'dist/vendor/packages.json'), 'utf8'));
}

/** Resolves a package as Node.js does: from the requesting folder upwards. */
function resolvedPath(
  name: string,
  from: string,
  packages: Readonly<Record<string, LockEntry>>,
): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

/** Packages that name no licence in package.json include its text. */
function licenceInFolder(folder: string): string {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) : undefined;
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  if (/^\s*(The )?MIT License/i.test(text)) return 'MIT';
  return file === undefined ? 'UNKNOWN' : `SEE LICENSE IN ${file}`;
}
