import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceFile } from '../../src/pipeline/write/replaceFile.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paytally-replace-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--eval', '']).pid;

it('what a killed process was writing goes with the next writing; of living ones, and of others, all stays', async () => {
  const left = `.people.csv.${deadPid()}.0123456789ab.part`;
  const others = [
    `.people.csv.${process.ppid}.0123456789ab.part`,
    '.people.csv.part',
    'notes.1.0123456789ab.part',
  ];
  for (const name of [left, ...others]) writeFileSync(join(folder, name), 'Ann');
  await replaceFile(join(folder, 'people.csv'), Buffer.from('new'));
  expect(readFileSync(join(folder, 'people.csv'), 'utf8')).toBe('new');
  expect(readdirSync(folder).sort()).toEqual([...others, 'people.csv'].sort());
});
