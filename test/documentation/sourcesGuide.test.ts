// @module-tag slow
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LIST_FILES } from '../../src/sources/csv/folderLists.js';
import { ENTRIES, SHIFTS } from '../../src/sources/csv/folderSurvey.js';
import { PROJECT, runPaytally } from '../support/programs/runPaytally.js';
import { blocks, commands, documents } from './markdown.js';

const DOCUMENT = documents().find(({ path }) => path === 'docs/sources.md') ?? { path: '', text: '' };
const cwd = mkdtempSync(join(tmpdir(), 'paytally-guide-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test('the guide leads from an empty folder to the first draft, with this output', async () => {
  const [yaml = ''] = blocks(DOCUMENT, 'yaml');
  const [csv = ''] = blocks(DOCUMENT, 'csv');
  const completed = /\(`(Bram[^`]*)`\)/.exec(DOCUMENT.text)?.[1] ?? '';
  const entries = join(cwd, 'hours', 'entries.csv');
  mkdirSync(join(cwd, 'hours'));
  writeFileSync(join(cwd, 'paytally.yaml'), yaml);
  writeFileSync(entries, csv);
  const shown: string[] = [];
  for (const { argv, status } of commands(DOCUMENT)) {
    const run = await runPaytally(argv, { cwd, nowMs: Date.UTC(2026, 10, 3, 9) });
    expect(run.status, run.stderr).toBe(status);
    shown.push(run.stdout);
    writeFileSync(entries, csv.replace(/Bram Maes,2026-10-06.*/, completed));
  }
  expect(shown).toEqual(blocks(DOCUMENT, 'text'));
});

test.each([ENTRIES, SHIFTS, ...LIST_FILES])(
  '$name has the columns of the guide and the data package',
  ({ name, needed, optional }) => {
    const row = DOCUMENT.text.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    const named = [...(row.split('|')[2] ?? '').matchAll(/(\[)?`(\w+)`/g)];
    expect(named.filter(([, bracket]) => bracket === undefined).map(([, , column]) => column)).toEqual(
      needed,
    );
    expect(named.filter(([, bracket]) => bracket !== undefined).map(([, , column]) => column)).toEqual(
      optional,
    );
    const { resources } = JSON.parse(readFileSync(join(PROJECT, 'docs/datapackage.json'), 'utf8')) as {
      resources: { path: string; schema: { fields: { name: string }[] } }[];
    };
    const fields = resources.find(({ path }) => path === name)?.schema.fields.map((field) => field.name);
    expect([...(fields ?? [])].sort()).toEqual([...needed, ...optional].sort());
  },
);
