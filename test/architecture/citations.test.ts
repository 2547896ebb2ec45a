import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SRC } from './importGraph.js';

const ROOT = join(SRC, '..');
const SERVICE = readFileSync(join(ROOT, 'docs/service.md'), 'utf8');
const HEADINGS = new Set([...SERVICE.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading));

/** A source text with its path. */
const TEXTS = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(ROOT, folder, path), 'utf8') })),
);

/** Files that comments may name, by name; `messageValues.ts` is generated. */
const FILE_NAMES = new Set(
  ['.', 'src', 'test', 'templates', 'samples', 'docs', 'release', 'bench', 'fuzz'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((path) =>
      basename(path),
    ),
  ),
);

describe('citations in comments', () => {
  test('name files that exist', () => {
    const missing = TEXTS.flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm)].flatMap(([comment]) =>
        [...comment.matchAll(/(?<![\w/.$@-])((?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|md|py))\b/g)]
          .filter(([, name = '']) => !FILE_NAMES.has(basename(name)))
          .map(([, name]) => `${path}: ${name}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  test('name existing sections of docs/service.md', () => {
    const cited = TEXTS.flatMap(({ path, text }) =>
      [...text.matchAll(/docs\/service\.md, ("[^"\n]+"(?: and "[^"\n]+")*)/g)].flatMap(([, sections = '']) =>
        [...sections.matchAll(/"([^"]+)"/g)].map(([, section]) => ({ path, section })),
      ),
    );
    expect(cited.length).toBeGreaterThan(40);
    expect(cited.filter(({ section }) => !HEADINGS.has(section))).toEqual([]);
  });

  test('name no document outside the repository', () => {
    const missing = TEXTS.filter(({ path }) => !path.startsWith('test/architecture/')).flatMap(
      ({ path, text }) =>
        [
          ...text.matchAll(
            /\b(?:API|TIME|CONTRACT|DESIGN|PAY-RULES|PAYROLL-FORMATS|PEOPLE|READING|PEERS|SOURCES|VOICE|WORKING-TIME|XLSX)\.md\b/g,
          ),
        ].map(([name]) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('every folder of src has a README that says what never belongs there', () => {
  const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  test.each(folders.map(({ name }) => name))('%s', (folder) => {
    const path = join(SRC, folder, 'README.md');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    expect(text).toMatch(/^# /);
    expect(text).toMatch(/never/i);
  });
});
