import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshFolder } from '../support/employers/sampleRun.js';
import { type CompiledStore, compileStore } from './compiledStore.js';

const CHILD = join(import.meta.dirname, 'child', 'createStore.mjs');
const PROCESSES = 6;
const STORES = process.env.PAYTALLY_LONG === '1' ? 200 : 40;
const EVERY_MS = 40;

let compiled: CompiledStore;
beforeAll(() => {
  compiled = compileStore();
});
afterAll(() => compiled.remove());

/** Time for all processes to start before the first store is created. */
const AHEAD_MS = 3000;

/**
 * Scheduled jobs start in the same second, on a busy machine: the processes wait in a loop without a pause, and there
 * are more of them than processors.
 */
test('many processes can create a store at the same moment', { tags: 'slow', timeout: 120_000 }, async () => {
  const base = join(freshFolder(), 'made');
  const firstMs = Date.now() + AHEAD_MS;
  const args = [CHILD, compiled.module, base, String(STORES), String(firstMs), String(EVERY_MS)];
  const said = await Promise.all(
    Array.from({ length: PROCESSES }, () => {
      const child = spawn(process.execPath, args);
      let text = '';
      child.stdout.on('data', (data: Buffer) => {
        text += data.toString();
      });
      child.stderr.on('data', (data: Buffer) => {
        text += data.toString();
      });
      return new Promise<string>((resolve) => child.on('close', () => resolve(text)));
    }),
  );
  expect(said.join('')).toBe('');
});
