import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempt } from '../../fuzz/attempt.js';
import { targets } from '../../fuzz/targets.js';
import { PROJECT } from '../support/programs/runPaytally.js';

interface Found {
  readonly target: string;
  readonly failure: string;
  readonly base64: string;
}

const TARGETS = targets(PROJECT);
const FOLDER = join(PROJECT, 'test/fuzz/found');
const FOUND = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('input found by fuzzing is read or refused', async () => {
  const broken: string[] = [];
  for (const name of FOUND) {
    const found: Found = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    const target = TARGETS.find((each) => each.name === found.target);
    if (target === undefined) throw new Error(`${name}: there is no target ${found.target}`);
    await attempt(target, Buffer.from(found.base64, 'base64')).catch((error: unknown) => {
      broken.push(`${name}: ${String(error)}`);
    });
  }
  expect(broken).toEqual([]);
});

describe('a few inputs of each kind, on every test run', () => {
  test.each(TARGETS.map((target) => [target.name, target] as const))('%s', async (_name, target) => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(target.input, async (bytes) => {
        outcomes.add(await attempt(target, bytes));
      }),
      { numRuns: 25 },
    );
    expect(outcomes.size).toBeGreaterThan(0);
  });

  test('a reader that fails is noticed', async () => {
    const broken = {
      name: 'broken',
      input: fc.constant(new Uint8Array()),
      read: async () => undefined,
    };
    await expect(attempt(broken, new Uint8Array())).resolves.toBe('read');
    const failing = { ...broken, read: () => Promise.reject(new TypeError('of ours')) };
    await expect(attempt(failing, new Uint8Array())).rejects.toThrow('of ours');
  });
});
