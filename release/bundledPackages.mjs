// The packages with files in dist/vendor and dist/program: users get them without installing them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a file belongs to; undefined for a file of ours. */
export function packageOf(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** @param inputs of a bundle, by path */
export function packagesOf(inputs) {
  return Object.keys(inputs)
    .map(packageOf)
    .filter((folder) => folder !== undefined);
}

/** Name, version and licence of a package, and the licence text if the package has one. */
function licenceOf(root, folder) {
  const read = (name) => readFileSync(join(root, folder, name), 'utf8');
  const { name, version, license } = JSON.parse(read('package.json'));
  const file = readdirSync(join(root, folder)).find((entry) => /^(un)?licen[cs]e/i.test(entry));
  const title = `${name} ${version}: ${license?.type ?? license}`;
  return { title, text: file === undefined ? '' : read(file).replaceAll('\r', '').trim() };
}

/** Packages with the same licence text are listed above one copy of it. */
function licenceTexts(licences) {
  const byText = new Map();
  for (const { title, text } of licences) byText.set(text, [...(byText.get(text) ?? []), title]);
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return [...byText]
    .map(([text, titles]) => `${titles.join('\n')}\n${text === '' ? '' : `\n${text}\n`}`)
    .join(rule);
}

/**
 * Writes their licences, and the list that the bill of materials reads.
 * @param root the folder of package.json
 * @param folders such as `node_modules/zod`
 */
export function recordPackages(root, folders) {
  const sorted = [...new Set(folders)].sort();
  const vendor = join(root, 'dist/vendor');
  writeFileSync(join(vendor, 'packages.json'), `${JSON.stringify(sorted, null, 1)}\n`);
  const licences = sorted.map((folder) => licenceOf(root, folder));
  writeFileSync(join(vendor, 'LICENCES.txt'), licenceTexts(licences));
}
