// @module-tag slow
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { formatNamed } from '../templates/allFormats.js';
import { sampleOf, TEMPLATES } from '../templates/sampleFile.js';

/* Files of the newest formats, read by a program in another language. */

const SCRIPT = join(import.meta.dirname, 'payroll_files.py');

function python(args: readonly string[], input: unknown = {}) {
  const output = execFileSync('python3', [SCRIPT, ...args], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return JSON.parse(output);
}

function readWithPython(files: Readonly<Record<string, Uint8Array>>): Record<string, Record<string, number>> {
  const input = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
  return python([], Object.fromEntries(input));
}

function goldenFile(name: string): Uint8Array {
  const folder = join(TEMPLATES, name, 'golden');
  const [file = ''] = readdirSync(folder);
  return readFileSync(join(folder, file));
}

/** All but Nmbrs, of which it reads another file than the golden one. */
const names: readonly string[] = python(['--formats']).filter((name: string) => name !== 'nmbrs');

test('all sums match the sample', async () => {
  expect(names.length).toBeGreaterThan(10);
  const read = readWithPython(Object.fromEntries(names.map((name) => [name, goldenFile(name)])));
  for (const name of names)
    expect({ name, sums: read[name] }).toEqual({ name, sums: await sampleSums(name) });
});

/** Minutes of the sample added up and rounded once to the system's units. */
async function sampleSums(name: string): Promise<Record<string, number>> {
  const { offices } = await formatNamed(name);
  const { unitsPerHour = 100 } = offices[0];
  const { model } = await sampleOf(name);
  const minutes = new Map<string, number>();
  for (const row of model.dataSets.get('pay-lines')?.rows ?? []) {
    const key = `${row['employee.number']} ${row.external}`;
    minutes.set(key, (minutes.get(key) ?? 0) + Number(row.minutes));
  }
  return Object.fromEntries([...minutes].map(([key, sum]) => [key, Math.round((sum * unitsPerHour) / 60)]));
}

/** The other file of `nmbrs`: not its golden one. */
async function nmbrsSheet(): Promise<Buffer> {
  const { model, files } = await sampleOf('nmbrs');
  const [file, ...others] = files(model, { file: 'xlsx' });
  if (file === undefined || others.length > 0) throw new Error('not a single file');
  expect(file.name).toBe('sample_2026-10_nmbrs.xlsx');
  return buffer(file.content as AsyncIterable<Uint8Array>);
}

test('the Excel sheet of Nmbrs has the hours of the sample, and is always the same', {
  timeout: 120_000,
}, async () => {
  const sheet = await nmbrsSheet();
  expect(readWithPython({ nmbrs: sheet }).nmbrs).toEqual(await sampleSums('nmbrs'));
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
