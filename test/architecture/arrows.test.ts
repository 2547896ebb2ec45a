import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES, IMPORTS, roomOf, SRC } from './importGraph.js';

/**
 * The rooms of the program from the bottom up: each imports only from the floors below it. Rooms of one floor do not know
 * each other. Files at the top are rooms of their own.
 */
const FLOORS: readonly (readonly string[])[] = [
  // The language of templates, and the workbook engine over it, can be used without the rest.
  ['i18n', 'language'],
  ['workbook'],
  ['errors.ts'],
  // The connection to the computer: terminal, signals, memory, safe display of text. The sandbox stands for the service and
  // shares no code with it.
  ['runtime', 'sandbox'],
  ['domain'],
  ['store', 'config'],
  // What is read and what is printed: the form of records, the seam, a folder for each source, and reads into the store.
  ['sources/records', 'sources/transport'],
  ['sources/source.ts'],
  ['sources/rows'],
  ['sources/workforce', 'sources/csv', 'sources/kimai', 'sources/command', 'documents'],
  ['sources/staging'],
  ['context.ts'],
  ['createContext.ts'],
  // From records to hours and pay of each employee.
  ['app/compute', 'delivery'],
  ['app/ledger'],
  ['app/export', 'app/people'],
  ['app/corrections', 'app/register', 'index.ts'],
  ['app/storedRuns', 'app/explain'],
  ['app/schedule', 'app/session'],
  ['app/doctor'],
  ['app/setup'],
  ['ui'],
  ['cli'],
  ['start.ts'],
  ['main.ts'],
];

/** Rooms that know only their foundation, although they stand higher. */
const KNOWS_ONLY: Readonly<Record<string, readonly string[]>> = {
  language: [],
  workbook: ['language'],
  sandbox: ['i18n', 'errors.ts'],
  domain: ['i18n', 'runtime', 'errors.ts'],
  'sources/workforce': [
    'sources/records',
    'sources/transport',
    'sources/source.ts',
    'store',
    'config',
    'domain',
    'runtime',
    'i18n',
    'errors.ts',
  ],
  'sources/csv': [
    'sources/rows',
    'sources/records',
    'sources/transport',
    'sources/source.ts',
    'store',
    'config',
    'domain',
    'runtime',
    'i18n',
    'errors.ts',
  ],
  'sources/kimai': [
    'sources/rows',
    'sources/records',
    'sources/transport',
    'sources/source.ts',
    'store',
    'config',
    'domain',
    'runtime',
    'i18n',
    'errors.ts',
  ],
  'sources/command': [
    'sources/rows',
    'sources/records',
    'sources/transport',
    'sources/source.ts',
    'store',
    'config',
    'domain',
    'runtime',
    'i18n',
    'errors.ts',
  ],
  documents: ['workbook', 'language', 'store', 'config', 'domain', 'runtime', 'i18n', 'errors.ts'],
  delivery: ['documents', 'store', 'config', 'domain', 'runtime', 'i18n', 'errors.ts', 'context.ts'],
};

const DOMAIN_PACKAGES = [
  'croner',
  'csv-parse/sync',
  'fastest-levenshtein',
  'iconv-lite',
  'luxon',
  '#tzdata',
  'node:module',
];

describe('what a folder may import', () => {
  test('there is something to check', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
  });

  test('every room has its floor', () => {
    const rooms = new Set(FILES.map(roomOf));
    expect([...rooms].sort()).toEqual(FLOORS.flat().sort());
  });

  test.each(FLOORS.flat())('%s imports only from below', (room) => {
    const floor = floorOf(room);
    const wrong = IMPORTS.filter(({ file, to }) => roomOf(file) === room && to !== undefined)
      .map(({ file, to = '' }) => ({ file, to: roomOf(to) }))
      .filter(({ to }) => to !== room && (floorOf(to) >= floor || KNOWS_ONLY[room]?.includes(to) === false))
      .map(({ file, to }) => `${file} -> ${to}`);
    expect(wrong).toEqual([]);
  });

  test('the domain imports only luxon, the time zone data, code pages and CSV', () => {
    const foreign = IMPORTS.filter(({ file, to }) => roomOf(file) === 'domain' && to === undefined)
      .filter(({ target }) => !DOMAIN_PACKAGES.includes(target))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(foreign).toEqual([]);
  });

  test('only main.ts and start.ts use the process', () => {
    const touching = FILES.filter((file) => /\bprocess\.(?!\.)/.test(withoutComments(join(SRC, file))));
    // The only other way to catch Ctrl-C during a long step.
    const may = ['main.ts', 'start.ts', 'config/load.ts', 'runtime/interruption.ts'];
    expect(touching.filter((file) => !may.includes(file))).toEqual([]);
  });

  test('no folder for miscellaneous code', () => {
    expect(FILES.filter((file) => /(^|\/)(utils?|helpers?|misc|common)(\/|\.ts)/.test(file))).toEqual([]);
  });

  test('no default exports', () => {
    expect(FILES.filter((file) => /^export default/m.test(readFileSync(join(SRC, file), 'utf8')))).toEqual(
      [],
    );
  });
});

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}

function withoutComments(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}
