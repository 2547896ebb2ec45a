import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDpkg, writeDebianPackages } from './debianPackages.js';
import { TARGETS } from './executable/targets.js';

interface Released {
  readonly version: string;
  /** The value from package.json. */
  readonly repository: string;
}

const TEMPLATES = 'release/templates';

/**
 * Writes the manifests of package managers from `release/templates`, and the Debian packages if dpkg-deb exists.
 * @returns the files that were not written, and why
 */
export function writePackageFiles(root: string, folder: string, released: Released): readonly string[] {
  const values = releaseValues(folder, released);
  const hasWindows = values.WINDOWSSHA256 !== undefined;
  const filled = (name: string, more: Readonly<Record<string, string>> = {}) =>
    fill(readFileSync(join(root, TEMPLATES, name), 'utf8'), { ...values, ...more });
  const left = hasWindows ? /^debian/ : /^(debian|winget)/;
  const names = readdirSync(join(root, TEMPLATES)).filter((name) => !left.test(name));
  for (const name of names)
    writeFileSync(join(folder, name.replace(/^winget/, `${values.OWNER}.paytally`)), filled(name));
  const hasDebian = hasDpkg();
  if (hasDebian) writeDebianPackages(root, folder, values.VERSION ?? '', filled);
  return [
    ...(hasWindows ? [] : ['the manifests for winget: the executable for Windows is missing']),
    ...(hasDebian ? [] : ['the Debian packages: dpkg-deb is missing']),
  ];
}

/** The values of the names in the templates; there is no checksum without an executable for Windows. */
function releaseValues(folder: string, { version, repository }: Released): Readonly<Record<string, string>> {
  const address = repository.replace(/^git\+/, '').replace(/\.git$/, '');
  const downloads = `${address}/releases/download/v${version}`;
  const sha256 = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  const tarball = `paytally-${version}.tgz`;
  const windows = TARGETS['win-x64']?.file(version) ?? '';
  return {
    VERSION: version,
    OWNER: new URL(address).pathname.split('/')[1] ?? '',
    HOMEPAGE: address,
    TARBALL: `${downloads}/${tarball}`,
    SHA256: sha256(tarball),
    WINDOWS: `${downloads}/${windows}`,
    ...(existsSync(join(folder, windows)) ? { WINDOWSSHA256: sha256(windows).toUpperCase() } : {}),
  };
}

/** @throws Error for a name that has no value */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/@([A-Z0-9]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return value;
  });
}
