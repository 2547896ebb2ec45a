import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import { renderText } from '../../src/documents/text/renderText.js';

/* Files of the newest formats, read by a program in another language. */

const templatesRoot = resolve(import.meta.dirname, '../../templates');
const places = { templatesRoot, baseFolder: templatesRoot, files: diskTemplateFiles };
const UNITS_PER_HOUR: Readonly<Record<string, number>> = {
  'group-s': 60,
  ucm: 100,
  'employment-hero': 100,
  afas: 100,
  'exact-online': 100,
  xero: 100,
  'loket-api': 100,
  dataloen: 100,
  lessor: 100,
  lessor5: 100,
  iris: 100,
  paylocity: 100,
  'hup-comet': 100,
  ivl: 100,
};

function readWithPython(files: Readonly<Record<string, Uint8Array>>): Record<string, Record<string, number>> {
  const input = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
  const output = execFileSync('python3', [join(import.meta.dirname, 'readers', 'payroll_files.py')], {
    input: JSON.stringify(Object.fromEntries(input)),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return JSON.parse(output);
}

function goldenFile(name: string): Uint8Array {
  const folder = join(templatesRoot, name, 'golden');
  const [file = ''] = readdirSync(folder);
  return readFileSync(join(folder, file));
}

const names = Object.keys(UNITS_PER_HOUR);

test('all sums match the sample', async () => {
  const read = readWithPython(Object.fromEntries(names.map((name) => [name, goldenFile(name)])));
  for (const name of names)
    expect({ name, sums: read[name] }).toEqual({ name, sums: await sampleSums(name) });
});

/** Minutes of the sample added up and rounded once; what the template puts in other files is left out. */
async function sampleSums(name: string, units = UNITS_PER_HOUR[name] ?? 0): Promise<Record<string, number>> {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error('not a text template');
  const rows = buildSample(template.spec).model.dataSets.get('pay-lines')?.rows ?? [];
  const minutes = new Map<string, number>();
  for (const row of rows) {
    const key = `${row['employee.number']} ${row.external}`;
    minutes.set(key, (minutes.get(key) ?? 0) + Number(row.minutes));
  }
  return Object.fromEntries([...minutes].map(([key, sum]) => [key, Math.round((sum * units) / 60)]));
}

/** The other file of `nmbrs`: not its golden one. */
async function nmbrsSheet(): Promise<Buffer> {
  const template = await loadTemplate('nmbrs', places);
  if (template.kind !== 'text') throw new Error('not a text template');
  const { model, variables } = buildSample(template.spec);
  const [file, ...others] = renderText(template, model, { variables: { ...variables, file: 'xlsx' } });
  if (file === undefined || others.length > 0) throw new Error('not a single file');
  expect(file.name).toBe('sample_2026-10_nmbrs.xlsx');
  return buffer(file.content as AsyncIterable<Uint8Array>);
}

test('the Excel sheet of Nmbrs has the hours of the sample, and is always the same', {
  timeout: 120_000,
}, async () => {
  const sheet = await nmbrsSheet();
  expect(readWithPython({ nmbrs: sheet }).nmbrs).toEqual(await sampleSums('nmbrs', 100));
  expect((await nmbrsSheet()).equals(sheet)).toBe(true);
});

describe('a changed character is noticed', () => {
  test.each([
    ['ucm', '00042000171020260101008340000000', '000420001710202601010083400000000'],
    ['ivl', '8,34', '8.34'],
    ['iris', '0000000012', '000000012'],
    ['hup-comet', '|202610|', '|202613|'],
    ['dataloen', ';51;', ';50;'],
    ['lessor5', '0.00', '1.00'],
  ])('%s', (name, from, to) => {
    const text = Buffer.from(goldenFile(name)).toString('latin1');
    expect(text).toContain(from);
    const changed = Buffer.from(text.replace(from, to), 'latin1');
    expect(() => readWithPython({ [name]: changed })).toThrow(/breaks a rule/);
  });
});
