import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SOURCE = new URL('../../src', import.meta.url).pathname;
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  // The sandbox represents the service: it uses the service's names, as the client does, and shares no code with it.
  .filter((path) => !path.startsWith('sandbox/'));

const EXPORTED =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|enum) ([A-Za-z_]\w*)/gm;

/** The workbook engine has its own types with a similar structure: it can be removed (docs/architecture.md). */
const WORKBOOK_TWINS = [
  'DataRow',
  'DataSet',
  'Field',
  'FieldType',
  'Scalar',
  'AnyMessage',
  'JoinedMessage',
  'Message',
  'MessageId',
  'Text',
  'joined',
  'listed',
  'message',
];
/** A list of texts for each language, in each module that has texts. */
const LANGUAGES = ['en', 'nl', 'fr', 'de'];

function twice(names: readonly (readonly [name: string, path: string])[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const [name, path] of names) places.set(name, (places.get(name) ?? new Set()).add(path));
  return [...places]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

describe('one concept, one name', () => {
  test('no two files export the same name', () => {
    const names = FILES.flatMap((path) =>
      [...readFileSync(join(SOURCE, path), 'utf8').matchAll(EXPORTED)].map(
        ([, name]) => [name ?? '', path] as const,
      ),
    );
    expect(names.length).toBeGreaterThan(1_000);
    expect(
      twice(names.filter(([name]) => !WORKBOOK_TWINS.includes(name) && !LANGUAGES.includes(name))),
    ).toEqual([]);
  });

  test('no two files have the same name', () => {
    const names = FILES.map((path) => [basename(path, '.ts'), path] as const);
    expect(twice(names.filter(([name]) => name !== 'index' && !LANGUAGES.includes(name)))).toEqual([]);
  });
});
