import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES, IMPORTS, roomOf, SRC } from './importGraph.js';

/** Which rooms a room may look into. Files at the top are rooms of their own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['cli', 'createContext.ts', 'errors.ts', 'v8Settings.ts'],
  'createContext.ts': ['context.ts', 'questions.ts', 'terminal.ts', 'api', 'secrets'],
  'index.ts': ['createContext.ts', 'pipeline', 'config', 'context.ts', 'errors.ts'],
  'context.ts': ['api', 'secrets', 'questions.ts', 'terminal.ts'],
  secrets: [],
  'questions.ts': ['errors.ts'],
  'terminal.ts': [],
  'v8Settings.ts': [],
  'errors.ts': [],
  'loopback.ts': [],
  'outsideText.ts': ['secrets'],
  cli: [
    'pipeline',
    'config',
    'domain',
    'documents',
    'language',
    'store',
    'api',
    'sandbox',
    'inputErrors',
    'secrets',
    'context.ts',
    'questions.ts',
    'terminal.ts',
    'errors.ts',
  ],
  pipeline: [
    'api',
    'store',
    'documents',
    'delivery',
    'language',
    'config',
    'domain',
    'inputErrors',
    'secrets',
    'context.ts',
    'terminal.ts',
    'errors.ts',
  ],
  api: ['domain', 'secrets', 'loopback.ts', 'errors.ts'],
  store: ['domain', 'errors.ts'],
  delivery: ['domain', 'language', 'secrets', 'loopback.ts', 'errors.ts'],
  documents: ['domain', 'language', 'workbook', 'inputErrors', 'errors.ts'],
  language: ['domain'],
  workbook: [],
  inputErrors: ['errors.ts'],
  config: ['domain', 'language', 'inputErrors', 'secrets', 'errors.ts'],
  sandbox: ['errors.ts'],
  domain: ['errors.ts'],
};

/** Lies below all rooms but those that import nothing of ours. */
const BELOW_ALL = 'outsideText.ts';
const WITHOUT_OURS = ['workbook', 'sandbox', 'errors.ts', 'loopback.ts', 'secrets'];

const DOMAIN_PACKAGES = [
  'croner',
  'fastest-levenshtein',
  'iconv-lite',
  'luxon',
  'moment-timezone',
  'node:module',
];

describe('the arrows of the house', () => {
  test('there is something to check', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
  });

  test.each([...new Set(FILES.map(roomOf))])('%s imports only what it may', (room) => {
    const wrong = IMPORTS.filter(({ file, to }) => roomOf(file) === room && to !== undefined)
      .map(({ file, to = '' }) => ({ file, to: roomOf(to) }))
      .filter(({ to }) => to !== room && !MAY_IMPORT[room]?.includes(to))
      .filter(({ to }) => to !== BELOW_ALL || WITHOUT_OURS.includes(room))
      .map(({ file, to }) => `${file} -> ${to}`);
    expect(wrong).toEqual([]);
  });

  test('the domain knows luxon, the tz data, code pages and nothing else of the world', () => {
    const foreign = IMPORTS.filter(({ file, to }) => roomOf(file) === 'domain' && to === undefined)
      .filter(({ target }) => !DOMAIN_PACKAGES.includes(target))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(foreign).toEqual([]);
  });

  test('only main.ts touches the process', () => {
    const touching = FILES.filter((file) => /\bprocess\.(?!\.)/.test(withoutComments(join(SRC, file))));
    // Ctrl-C within a long step is heard by nobody else.
    const may = ['main.ts', 'config/load.ts', 'pipeline/endedByCtrlC.ts'];
    expect(touching.filter((file) => !may.includes(file))).toEqual([]);
  });

  test('no room for leftovers', () => {
    expect(FILES.filter((file) => /(^|\/)(utils?|helpers?|misc|common)(\/|\.ts)/.test(file))).toEqual([]);
  });

  test('no default exports', () => {
    expect(FILES.filter((file) => /^export default/m.test(readFileSync(join(SRC, file), 'utf8')))).toEqual(
      [],
    );
  });
});

function withoutComments(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}
