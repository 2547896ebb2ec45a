import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES, IMPORTS, roomOf, SRC } from './importGraph.js';

/** Which folders a folder may import. Files at the top are folders of their own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['i18n', 'cli', 'createContext.ts', 'runtime', 'errors.ts'],
  'createContext.ts': ['i18n', 'context.ts', 'runtime', 'read', 'config'],
  'index.ts': ['createContext.ts', 'export', 'config', 'context.ts', 'errors.ts'],
  'context.ts': ['read', 'config', 'runtime'],
  // The types of a run that every capability uses: its request, its tools and its result.
  'run.ts': ['read', 'render', 'store', 'config', 'i18n', 'domain', 'runtime', 'context.ts'],
  'errors.ts': ['i18n'],
  // The connection to the computer: terminal, signals, memory, safe display of text.
  runtime: ['i18n', 'errors.ts'],
  // What the command line and the window both do.
  actions: [
    ...['doctor', 'schedule', 'export', 'ledger', 'delivery', 'people', 'read', 'render', 'sandbox', 'store'],
    ...['config', 'i18n', 'domain', 'context.ts', 'run.ts', 'runtime', 'errors.ts'],
  ],
  // The local page: server, session, pages.
  ui: [
    ...['actions', 'doctor', 'schedule', 'export', 'ledger', 'delivery', 'people', 'read', 'render'],
    ...['store', 'config', 'i18n', 'domain', 'context.ts', 'run.ts', 'runtime', 'errors.ts'],
  ],
  // Capabilities are combined here and in export.
  cli: [
    ...['actions', 'ui'],
    ...[
      'compute',
      'doctor',
      'schedule',
      'worker',
      'monitor',
      'export',
      'ledger',
      'delivery',
      'people',
      'read',
      'render',
      'sandbox',
    ],
    ...['store', 'config', 'i18n', 'domain', 'context.ts', 'run.ts', 'runtime', 'errors.ts'],
  ],
  doctor: [
    ...['compute', 'schedule', 'export', 'delivery', 'people', 'read', 'render', 'store', 'config', 'i18n'],
    ...['domain', 'context.ts', 'run.ts', 'runtime', 'errors.ts'],
  ],
  // Processes that share a store, and what monitoring reads.
  worker: [
    'schedule',
    'read',
    'store',
    'config',
    'i18n',
    'domain',
    'run.ts',
    'runtime',
    'errors.ts',
    'monitor',
  ],
  schedule: [
    'monitor',
    'export',
    'ledger',
    'delivery',
    'read',
    'store',
    'config',
    'i18n',
    'domain',
    'run.ts',
    'runtime',
    'errors.ts',
  ],
  // Reads the service again, and compares finals with the pass of corrections.
  monitor: [
    ...['compute', 'export', 'ledger', 'delivery', 'read', 'store', 'config', 'i18n', 'domain'],
    ...['run.ts', 'runtime', 'errors.ts'],
  ],
  export: [
    ...['compute', 'ledger', 'delivery', 'people', 'read', 'render', 'store', 'config', 'i18n', 'domain'],
    ...['context.ts', 'run.ts', 'runtime', 'errors.ts'],
  ],
  // Capabilities take what they need of each other as an argument.
  ledger: [
    ...['compute', 'read', 'render', 'store', 'config', 'i18n', 'domain'],
    ...['context.ts', 'run.ts', 'runtime', 'errors.ts'],
  ],
  people: ['ledger', 'read', 'store', 'config', 'i18n', 'domain', 'run.ts', 'runtime', 'errors.ts'],
  delivery: [
    ...['render', 'store', 'config', 'i18n', 'domain'],
    ...['context.ts', 'run.ts', 'runtime', 'errors.ts'],
  ],
  // From records to hours and pay of each employee.
  compute: ['read', 'render', 'store', 'config', 'i18n', 'domain', 'run.ts', 'runtime', 'errors.ts'],
  read: ['store', 'config', 'i18n', 'domain', 'runtime', 'errors.ts'],
  // The store sorts rows that don't fit in memory.
  render: ['store', 'config', 'i18n', 'workbook', 'domain', 'runtime', 'errors.ts'],
  store: ['domain', 'i18n', 'runtime', 'errors.ts'],
  config: ['i18n', 'domain', 'runtime', 'errors.ts'],
  i18n: [],
  domain: ['i18n', 'runtime', 'errors.ts'],
  workbook: ['i18n'],
  sandbox: ['i18n', 'errors.ts'],
};

const DOMAIN_PACKAGES = [
  'croner',
  'fastest-levenshtein',
  'iconv-lite',
  'luxon',
  'moment-timezone',
  'node:module',
];

describe('what a folder may import', () => {
  test('there is something to check', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
  });

  test.each([...new Set(FILES.map(roomOf))])('%s imports only what it may', (room) => {
    const wrong = IMPORTS.filter(({ file, to }) => roomOf(file) === room && to !== undefined)
      .map(({ file, to = '' }) => ({ file, to: roomOf(to) }))
      .filter(({ to }) => to !== room && !MAY_IMPORT[room]?.includes(to))
      .map(({ file, to }) => `${file} -> ${to}`);
    expect(wrong).toEqual([]);
  });

  test('the domain imports only luxon, the time zone data and code pages', () => {
    const foreign = IMPORTS.filter(({ file, to }) => roomOf(file) === 'domain' && to === undefined)
      .filter(({ target }) => !DOMAIN_PACKAGES.includes(target))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(foreign).toEqual([]);
  });

  test('only main.ts uses the process', () => {
    const touching = FILES.filter((file) => /\bprocess\.(?!\.)/.test(withoutComments(join(SRC, file))));
    // The only other way to catch Ctrl-C during a long step.
    const may = ['main.ts', 'config/load.ts', 'runtime/interruption.ts'];
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

function withoutComments(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}
