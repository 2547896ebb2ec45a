import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES, SRC } from './importGraph.js';

/** Limits for the source, so that people can still read a file from beginning to end. */
const FIGURES = {
  linesOfFile: 450,
  /** Comments and names state the person instead. */
  nobodySomebodyEverybody: 40,
} as const;

const SOURCES = new Map(FILES.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));

function countMatches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

describe('figures of the source', () => {
  test('no file is too long', () => {
    expect(FILES.length).toBeGreaterThan(50);
    const long = [...SOURCES]
      .map(([file, text]) => ({ file, lines: countMatches(text, /\n/g) }))
      .filter(({ lines }) => lines > FIGURES.linesOfFile);
    expect(long).toEqual([]);
  });

  test('few sentences speak of nobody, somebody or everybody', () => {
    const found = [...SOURCES.values()].map((text) => countMatches(text, /nobody|somebody|everybody/gi));
    expect(found.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(FIGURES.nobodySomebodyEverybody);
  });
});
