import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeFiles } from '../../src/app/export/writeFiles.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paytally-leftovers-'));
});

const write = (seal?: () => void) =>
  writeFiles({
    folder,
    files: [{ name: 'a.csv', rows: 1, content: Buffer.from('new') }],
    signal: new AbortController().signal,
    temporaries: { track: () => undefined, untrack: () => undefined },
    ...(seal === undefined ? {} : { seal }),
  });

function leave(name: string, hoursAgo: number): void {
  const path = join(folder, name);
  writeFileSync(path, 'left');
  const at = Date.now() / 1000 - hoursAgo * 3600;
  utimesSync(path, at, at);
}

const ROWS: readonly [name: string, file: string, hoursAgo: number, isKept: boolean][] = [
  ['a temporary file of a killed run', '.a.csv.0123456789ab.part', 2, false],
  ['the old file that it had set aside', '.a.csv.0123456789ab.part.old', 2, false],
  ['a temporary file that another run may still be writing', '.a.csv.0123456789ab.part', 0.5, true],
  ['a temporary file of another output', '.b.csv.0123456789ab.part', 2, true],
  ['a file of another user', '.a.csv.part', 2, true],
  ['an old output', 'b.csv', 2, true],
];
test.each(ROWS)('%s', async (_name, file, hoursAgo, isKept) => {
  leave(file, hoursAgo);
  await write();
  expect(existsSync(join(folder, file))).toBe(isKept);
  expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('new');
});

test('while files are put in place, the name always exists', async () => {
  writeFileSync(join(folder, 'a.csv'), 'old');
  const seen: string[][] = [];
  await write(() => {
    seen.push(readdirSync(folder).sort());
    const [, aside = ''] = [...(seen[0] ?? [])].reverse();
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('old');
  });
  expect(seen[0]).toEqual([expect.stringMatching(/^\.a\.csv\.[0-9a-f]{12}\.part\.old$/), 'a.csv']);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});
