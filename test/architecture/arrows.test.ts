import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Which rooms a room may look into. Files at the top are rooms of their own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['cli', 'createContext.ts', 'errors.ts'],
  'createContext.ts': ['context.ts', 'terminal.ts', 'api'],
  'index.ts': ['createContext.ts', 'pipeline', 'config', 'context.ts', 'errors.ts'],
  'context.ts': ['api', 'terminal.ts'],
  'terminal.ts': [],
  'errors.ts': [],
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
    'context.ts',
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
    'context.ts',
    'terminal.ts',
    'errors.ts',
  ],
  api: ['domain', 'errors.ts'],
  store: ['domain', 'errors.ts'],
  delivery: ['domain', 'language', 'errors.ts'],
  documents: ['domain', 'language', 'workbook', 'inputErrors', 'errors.ts'],
  language: ['domain'],
  workbook: [],
  inputErrors: ['errors.ts'],
  config: ['domain', 'inputErrors', 'errors.ts'],
  sandbox: ['errors.ts'],
  domain: ['errors.ts'],
};

const DOMAIN_PACKAGES = ['luxon', 'moment-timezone', 'node:module'];

interface Import {
  readonly file: string;
  readonly from: string;
  readonly target: string;
}

/** Static imports and re-exports, imports for their effect, dynamic imports. */
const IMPORT = /^(?:import|export)\s[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm;

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'));

const IMPORTS: readonly Import[] = FILES.flatMap((file) => {
  const source = readFileSync(join(SRC, file), 'utf8');
  const specifiers = [...source.matchAll(IMPORT)].map(
    ([, named, bare, dynamic]) => named ?? bare ?? dynamic ?? '',
  );
  return specifiers.map((target) => ({ file, from: roomOf(file), target }));
});

function roomOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function targetRoom({ file, target }: Import): string {
  return roomOf(relative(SRC, resolve(SRC, dirname(file), target)).replace(/\.js$/, '.ts'));
}

describe('the arrows of the house', () => {
  test('there is something to check', () => {
    expect(FILES.length).toBeGreaterThan(50);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
  });

  test.each([...new Set(FILES.map(roomOf))])('%s imports only what it may', (room) => {
    const wrong = IMPORTS.filter((entry) => entry.from === room && entry.target.startsWith('.'))
      .map((entry) => ({ ...entry, to: targetRoom(entry) }))
      .filter(({ to }) => to !== room && !MAY_IMPORT[room]?.includes(to))
      .map(({ file, to }) => `${file} -> ${to}`);
    expect(wrong).toEqual([]);
  });

  test('the domain knows luxon, the tz data and nothing else of the world', () => {
    const foreign = IMPORTS.filter(({ from, target }) => from === 'domain' && !target.startsWith('.'))
      .filter(({ target }) => !DOMAIN_PACKAGES.includes(target))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(foreign).toEqual([]);
  });

  test('no folders look into one another in a circle', () => {
    const arrows = new Map<string, Set<string>>();
    for (const { file, target } of IMPORTS.filter((entry) => entry.target.startsWith('.'))) {
      const [from, to] = [dirname(file), dirname(relative(SRC, resolve(SRC, dirname(file), target)))];
      // A folder and one inside it belong together.
      if (isInside(from, to) || isInside(to, from)) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
    expect(arrows.size).toBeGreaterThan(20);
    expect(circle(arrows)).toEqual([]);
  });

  test('nobody imports past the index of the workbook engine', () => {
    const past = IMPORTS.filter((entry) => entry.from !== 'workbook' && targetRoom(entry) === 'workbook')
      .filter(({ target }) => !target.endsWith('/workbook/index.js'))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(past).toEqual([]);
  });

  test('within the workbook engine folders look one way, and no files in a circle, types included', () => {
    const inside = IMPORTS.filter(({ from, target }) => from === 'workbook' && target.startsWith('.')).map(
      ({ file, target }) => ({
        file,
        to: relative(SRC, resolve(SRC, dirname(file), target)).replace(/\.js$/, '.ts'),
      }),
    );
    const wrong = inside.filter(({ file, to }) => workbookFloor(to) > workbookFloor(file));
    expect(wrong.map(({ file, to }) => `${file} -> ${to}`)).toEqual([]);
    const files = new Map<string, Set<string>>();
    for (const { file, to } of inside) files.set(file, (files.get(file) ?? new Set()).add(to));
    expect(circle(files)).toEqual([]);
  });

  test('only main.ts touches the process', () => {
    const touching = FILES.filter((file) => /\bprocess\.(?!\.)/.test(withoutComments(join(SRC, file))));
    expect(touching.filter((file) => !['main.ts', 'config/load.ts'].includes(file))).toEqual([]);
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

/** The folders of the workbook engine, the lowest first. Files beside them belong to the lowest that they serve. */
const WORKBOOK_FOLDERS = [
  ...['zip', 'xml', 'cells', 'draw'],
  ...['package', 'language', 'sheet', 'formula', 'plan', 'cells', 'frame', 'parts', 'check', 'write'].map(
    (folder) => `fill/${folder}`,
  ),
].map((folder) => `workbook/${folder}`);

/** How far up a file of the workbook engine stands; files directly in `fill` and the index stand on top. */
function workbookFloor(file: string): number {
  const folder = dirname(file);
  if (file === 'workbook/index.ts') return WORKBOOK_FOLDERS.length + 1;
  const isTop = ['fillWorkbook', 'compileWorkbook', 'checkWorkbook', 'usedPlaceholders'].some((name) =>
    file.endsWith(`fill/${name}.ts`),
  );
  return isTop ? WORKBOOK_FOLDERS.length : WORKBOOK_FOLDERS.indexOf(folder);
}

function isInside(folder: string, other: string): boolean {
  return other === '.' || `${folder}/`.startsWith(`${other}/`);
}

/** Folders that lead back to the first of them; empty if there are none. */
function circle(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const isDone = new Set<string>();
  const search = (folder: string, path: readonly string[]): string[] => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (isDone.has(folder)) return [];
    for (const next of arrows.get(folder) ?? []) {
      const found = search(next, [...path, folder]);
      if (found.length > 0) return found;
    }
    isDone.add(folder);
    return [];
  };
  for (const folder of arrows.keys()) {
    const found = search(folder, []);
    if (found.length > 0) return found;
  }
  return [];
}
