import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMapping } from '../../src/config/inputFiles.js';
import { loadConfig } from '../../src/config/load.js';
import { parseMapping } from '../../src/domain/people/parseMapping.js';

it('a configuration above the size limit is refused before it is read completely', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paytally-size-'));
  await writeFile(join(folder, 'paytally.yaml'), `# ${'x'.repeat(5 * 2 ** 20)}\n`);
  await expect(loadConfig({ cwd: folder, env: {} })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('larger than 4 MiB'),
  });
  await rm(folder, { recursive: true });
});

describe('a hundred thousand employers', () => {
  const employer = (name: string) =>
    `  ${name}: { employerId: 0e6f1c5e-4c1d-4a52-9d6c-3f5c0a1b2c3d, clientId: c, clientSecret: { env: S } }\n`;
  const employers = (from: number, count: number) =>
    `employers:\n${Array.from({ length: count }, (_, at) => employer(`e${from + at}`)).join('')}`;
  const load = async (files: Readonly<Record<string, string>>) => {
    const folder = await mkdtemp(join(tmpdir(), 'paytally-size-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const startedMs = performance.now();
    const failure = await loadConfig({ cwd: folder, env: {} }).catch((thrown: unknown) => thrown);
    await rm(folder, { recursive: true });
    return { failure, elapsedMs: performance.now() - startedMs };
  };

  it('are refused in seconds, in one file', async () => {
    const { failure, elapsedMs } = await load({ 'paytally.yaml': employers(0, 30_000) });
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID', exitStatus: 2 });
    expect(failure).toMatchObject({ message: expect.stringContaining('more than 25000 employers: 30000') });
    expect(elapsedMs).toBeLessThan(5000);
  });

  it('are refused at the file that exceeds the limit, in many files', { tags: 'slow' }, async () => {
    const names = Array.from({ length: 8 }, (_, at) => `part${at}.yaml`);
    const parts = names.map((name, at) => [name, employers(at * 13_000, 13_000)]);
    const main = `baseUrl: https://api.example.com\ninclude: [${names.join(', ')}]\n`;
    const { failure } = await load({ 'paytally.yaml': main, ...Object.fromEntries(parts) });
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID', record: expect.stringContaining('part1.yaml') });
  });
});

describe('a mapping file in the configuration', () => {
  const lookAt = async (make: (path: string) => Promise<unknown>) => {
    const folder = await mkdtemp(join(tmpdir(), 'paytally-size-'));
    await make(join(folder, 'people.csv'));
    const failure = await readMapping('people.csv', folder).catch((thrown: unknown) => thrown);
    await rm(folder, { recursive: true });
    return failure;
  };

  it('of more than 50 MB is not read', async () => {
    // A sparse file: it takes no disk space.
    const failure = await lookAt((path) => writeFile(path, '').then(() => truncate(path, 50_000_001)));
    expect(failure).toMatchObject({ code: 'MAPPING_INVALID', exitStatus: 2 });
    expect(failure).toMatchObject({ message: expect.stringContaining('is larger than 50 MB') });
  });

  it.each([
    ['a pipe that never ends', async (path: string) => execFileSync('mkfifo', [path])],
    ['a folder', (path: string) => mkdir(path)],
    ['a link to a device', (path: string) => symlink('/dev/zero', path)],
  ])('that is %s does not block the program', async (_, make) => {
    const failure = await lookAt(make);
    expect(failure).toMatchObject({ code: 'MAPPING_INVALID', exitStatus: 2 });
    expect(failure).toMatchObject({ message: expect.stringContaining('is not a regular file') });
  });
});

it.each([
  ['rows', 'id,number\n'.repeat(500_001), 'more than 500000 rows'],
  ['columns', `employeeId${',x'.repeat(2_000)}\n`, 'more than 2000 columns'],
  ['cells', `${','.repeat(1_500)}\n`.repeat(2_700), 'more than 4000000 cells'],
])('a mapping file with too many %s is refused before it is read', (_, text, said) => {
  expect(() => parseMapping(Buffer.from(text), 'employees.csv')).toThrow(
    expect.objectContaining({ code: 'MAPPING_INVALID', message: expect.stringContaining(said) }),
  );
});
