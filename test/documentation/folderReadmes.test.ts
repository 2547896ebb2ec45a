import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../support/programs/runPaytally.js';

const MOST_LINES = 30;
const FILE = /^[\w./{}*-]+\.(?:ts|mjs|js|json|yaml|md|py|sh)$/;
/** What users and builds have, and no clone. */
const GENERATED = new Set(['paytally.yaml', 'template.yaml', 'messageValues.ts']);
/** Stands for a name that the reader chooses. */
const PLACEHOLDER = /foo|NAME/;

const files = ['src', 'test', 'templates', 'samples', 'docs', 'release', 'bench'].flatMap((top) =>
  readdirSync(join(PROJECT, top), { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
);
const readmes = files.filter(
  (path) => basename(path) === 'README.md' && !/^(docs|release)|node_modules/.test(path),
);

/** Whether a name is a file beside the README, below it, in `src`, or by its path. */
function exists(name: string, readme: string): boolean {
  if (name.startsWith('../')) return files.includes(normalize(join(dirname(readme), name)));
  const written = name.replace(/^\.\//, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const places = [`${dirname(readme)}/(.*/)?`, 'src/', ''].map((place) => `${place}${written}`);
  const pattern = new RegExp(`^(${places.join('|')})$`);
  return existsSync(join(PROJECT, name)) || files.some((path) => pattern.test(path));
}

describe('READMEs of folders', () => {
  test.each(readmes)('%s names files that exist', (readme) => {
    const text = readFileSync(join(PROJECT, readme), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
    const missing = named.filter(
      (name) => FILE.test(name) && !PLACEHOLDER.test(name) && !GENERATED.has(name) && !exists(name, readme),
    );
    expect(missing).toEqual([]);
  });

  test.each(readmes.filter((readme) => readme.startsWith('src/')))('%s is short', (readme) => {
    const lines = readFileSync(join(PROJECT, readme), 'utf8').trimEnd().split('\n');
    expect(lines.length, relative('src', readme)).toBeLessThanOrEqual(MOST_LINES);
  });
});
