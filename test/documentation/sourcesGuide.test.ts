// @module-tag slow
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ABSENCE_COLUMNS } from '../../src/domain/absences/parseAbsences.js';
import { LIST_FILES } from '../../src/sources/csv/folderLists.js';
import { ENTRIES, PUNCHES, SHIFTS } from '../../src/sources/csv/folderSurvey.js';
import { PROJECT, runPaytally } from '../support/programs/runPaytally.js';
import { KIMAI_TOKEN, startKimai } from '../support/servers/kimaiDouble.js';
import { blocks, commands, documents } from './markdown.js';

const GUIDE = documents().find(({ path }) => path === 'docs/sources.md') ?? { path: '', text: '' };
/** A section of the guide as a document of its own. */
function section(heading: string): { readonly path: string; readonly text: string } {
  const text = GUIDE.text.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  return { path: GUIDE.path, text };
}

const NOW_MS = Date.UTC(2026, 10, 3, 9);
const cwd = mkdtempSync(join(tmpdir(), 'paytally-guide-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const DOCUMENT = section('From an empty folder');

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
    const run = await runPaytally(argv, { cwd, nowMs: NOW_MS });
    expect(run.status, run.stderr).toBe(status);
    shown.push(run.stdout);
    writeFileSync(entries, csv.replace(/Bram Maes,2026-10-06.*/, completed));
  }
  expect(shown).toEqual(blocks(DOCUMENT, 'text'));
});

test('an export of Clockify gives this output', async () => {
  const clockify = section('If you use Clockify');
  const folder = mkdtempSync(join(cwd, 'clockify-'));
  writeFileSync(join(folder, 'paytally.yaml'), blocks(clockify, 'yaml')[0] ?? '');
  writeFileSync(join(folder, 'clockify.csv'), blocks(clockify, 'csv')[0] ?? '');
  const [{ argv } = { argv: [] }] = commands(clockify);
  const { stdout, status } = await runPaytally(argv, { cwd: folder, nowMs: NOW_MS });
  expect([status, stdout]).toEqual([0, blocks(clockify, 'text')[0]]);
});

test('an installation of Kimai gives this output', async () => {
  const guide = section('If you use Kimai');
  const sheet = { user: 1, project: 7, activity: 9 };
  const kimai = await startKimai({
    users: [{ id: 1, username: 'ann', alias: 'Ann Peeters', enabled: true, timezone: 'Europe/Brussels' }],
    projects: [{ id: 7, name: 'Shop' }],
    activities: [{ id: 9, name: 'Till' }],
    timesheets: [
      {
        ...sheet,
        id: 1,
        begin: '2026-10-05T08:00:00+0200',
        end: '2026-10-05T16:00:00+0200',
        duration: 28_800,
      },
      {
        ...sheet,
        id: 2,
        begin: '2026-10-06T08:00:00+0200',
        end: '2026-10-06T15:30:00+0200',
        duration: 27_000,
      },
    ],
  });
  try {
    const folder = mkdtempSync(join(cwd, 'kimai-'));
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets', 'kimai'), KIMAI_TOKEN, { mode: 0o600 });
    const yaml = (blocks(guide, 'yaml')[0] ?? '').replace('https://kimai.example.com', kimai.url);
    writeFileSync(join(folder, 'paytally.yaml'), yaml);
    const [{ argv } = { argv: [] }] = commands(guide);
    const { stdout, status, stderr } = await runPaytally(argv, { cwd: folder, nowMs: NOW_MS });
    expect([status, stdout], stderr).toEqual([0, blocks(guide, 'text')[0]]);
  } finally {
    await kimai.stop();
  }
});

test.each([ENTRIES, SHIFTS, ...LIST_FILES])(
  '$name has the columns of the guide and the data package',
  ({ name, needed, optional }) => {
    const row = GUIDE.text.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    const named = [...(row.split('|')[2] ?? '').matchAll(/(\[)?`(\w+)`/g)];
    expect(named.filter(([, bracket]) => bracket === undefined).map(([, , column]) => column)).toEqual(
      needed,
    );
    expect(named.filter(([, bracket]) => bracket !== undefined).map(([, , column]) => column)).toEqual(
      optional,
    );
    expect(packagedColumns(name)).toEqual([...needed, ...optional].sort());
  },
);

test('absences and punches have the columns of the data package', () => {
  const { needed, optional } = PUNCHES;
  expect(packagedColumns('punches.csv')).toEqual([...needed, ...optional].sort());
  const absences = packagedColumns('absences.csv').map((name) => name.toLowerCase());
  expect(absences.sort()).toEqual([...ABSENCE_COLUMNS].sort());
});

/** The columns of a file in the data package, sorted. */
function packagedColumns(file: string): string[] {
  const { resources } = JSON.parse(readFileSync(join(PROJECT, 'docs/datapackage.json'), 'utf8')) as {
    resources: { path: string; schema: { fields: { name: string }[] } }[];
  };
  const fields = resources.find(({ path }) => path === file)?.schema.fields ?? [];
  return fields.map(({ name }) => name).sort();
}
