import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FILES, IMPORTS, SRC } from './importGraph.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Limits for the size of the source, so that people can still read a file from beginning to end. */
const FIGURES = {
  linesOfFile: 450,
  importsOfFile: 25,
  files: 700,
  /** A file with fewer lines and a single importer belongs in that importer. */
  linesOfSmallFile: 60,
  /** Small files with a single importer that no document names. */
  smallFilesOfOneImporter: 40,
  /** Comments and names state the person instead. */
  nobodySomebodyEverybody: 40,
} as const;

/** Files that only collect declarations of other files, one line each. */
const REGISTERS: readonly string[] = ['i18n/messages/messages.ts'];

const SOURCES = new Map(FILES.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));

function countMatches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function linesOf(text: string): number {
  return countMatches(text, /\n/g);
}

/** Files of src with a figure above its limit, as a failure shows them. */
function filesAbove(limit: number, measure: (text: string) => number): readonly string[] {
  return [...SOURCES]
    .map(([file, text]) => ({ file, figure: measure(text) }))
    .filter(({ figure }) => figure > limit)
    .map(({ file, figure }) => `${file}: ${figure}`);
}

/** All documents that describe where to find things. */
function documents(): string {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(ROOT, 'docs', path));
  const readmes = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'README.md')
    .map((path) => join(SRC, path));
  const paths = [...docs, ...readmes, join(ROOT, 'README.md'), join(ROOT, 'CONTRIBUTING.md')];
  return paths.map((path) => readFileSync(path, 'utf8')).join('\n');
}

/** Small files with a single importer that no document names. */
function smallFilesOfOneImporter(): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { file, to } of IMPORTS)
    if (to !== undefined) importers.set(to, (importers.get(to) ?? new Set()).add(file));
  const named = new Set(documents().match(/[\w.-]+\.ts\b/g));
  return [...SOURCES]
    .filter(([file, text]) => linesOf(text) < FIGURES.linesOfSmallFile && importers.get(file)?.size === 1)
    .map(([file]) => file)
    .filter((file) => !named.has(basename(file)));
}

describe('figures of the source', () => {
  test('no file is too long', () => {
    expect(filesAbove(FIGURES.linesOfFile, linesOf)).toEqual([]);
  });

  test('no file has too many imports', () => {
    const many = filesAbove(FIGURES.importsOfFile, (text) => countMatches(text, /^import\s/gm));
    expect(many.filter((line) => !REGISTERS.some((file) => line.startsWith(`${file}:`)))).toEqual([]);
  });

  test('there are not too many files', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(FILES.length).toBeLessThanOrEqual(FIGURES.files);
  });

  test('few small files have a single importer', () => {
    const small = smallFilesOfOneImporter();
    expect(small.length, small.join('\n')).toBeLessThanOrEqual(FIGURES.smallFilesOfOneImporter);
  });

  test('few sentences speak of nobody, somebody or everybody', () => {
    const found = [...SOURCES.values()].map((text) => countMatches(text, /nobody|somebody|everybody/gi));
    expect(found.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(FIGURES.nobodySomebodyEverybody);
  });
});
