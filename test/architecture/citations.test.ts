import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SRC } from './importGraph.js';

const ROOT = join(SRC, '..');
const SERVICE = readFileSync(join(ROOT, 'docs/service.md'), 'utf8');
const HEADINGS = new Set([...SERVICE.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading));

/** A text with where it stands. */
const TEXTS = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(ROOT, folder, path), 'utf8') })),
);

describe('what comments cite', () => {
  test('sections of docs/service.md are there', () => {
    const cited = TEXTS.flatMap(({ path, text }) =>
      [...text.matchAll(/docs\/service\.md, ("[^"\n]+"(?: and "[^"\n]+")*)/g)].flatMap(([, sections = '']) =>
        [...sections.matchAll(/"([^"]+)"/g)].map(([, section]) => ({ path, section })),
      ),
    );
    expect(cited.length).toBeGreaterThan(40);
    expect(cited.filter(({ section }) => !HEADINGS.has(section))).toEqual([]);
  });

  test('no document that is not in the repository', () => {
    const missing = TEXTS.filter(({ path }) => !path.startsWith('test/architecture/')).flatMap(
      ({ path, text }) =>
        [
          ...text.matchAll(
            /\b(?:API|TIME|CONTRACT|DESIGN|PAY-RULES|PAYROLL-FORMATS|READING|PEERS|XLSX)\.md\b/g,
          ),
        ].map(([name]) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('every room says what stands in it', () => {
  const rooms = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  test.each(rooms.map(({ name }) => name))('%s', (room) => {
    const path = join(SRC, room, 'README.md');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    expect(text).toMatch(/^# /);
    expect(text).toMatch(/never/i);
    expect(text.split('\n').length).toBeLessThan(120);
  });
});
