import { argv, cwd, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { lockedPackages } from './lockedPackages.js';

/** A readable list of every licence with its packages, which users of paytally also accept. */
export function licences(root: string): string {
  const byLicence = new Map<string, string[]>();
  for (const { name, version, licence } of lockedPackages(root)) {
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
  }
  const parts = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `## ${licence}\n\n${[...new Set(names)].sort().join('\n')}\n`);
  return `# Licences of the packages that come with paytally\n\n${parts.join('\n')}`;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) stdout.write(licences(cwd()));
