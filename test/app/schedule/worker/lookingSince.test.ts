import { expect, test } from 'vitest';
import { lookingSince } from '../../../../src/app/schedule/worker/runWorker.js';

const ADDED = Date.UTC(2026, 9, 31, 1, 0);
const HOUR_MS = 3_600_000;

test('an employer that no worker has looked at yet counts from the time of its job, whatever was started again since', () => {
  expect(lookingSince({ addedMs: ADDED }, ADDED + HOUR_MS)).toBe(ADDED);
});

test('a job that was added later, or after a look, counts from the start of the process', () => {
  expect(lookingSince({ addedMs: ADDED + HOUR_MS }, ADDED)).toBe(ADDED);
  expect(lookingSince({}, ADDED)).toBe(ADDED);
});
