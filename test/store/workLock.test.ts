import { expect, test } from 'vitest';
import { RequestLog } from '../../src/store/requestLog.js';
import { acquireWorkLock } from '../../src/store/workLock.js';
import { freshFolder, NOW } from '../support/employers/sampleRun.js';
import { describeSlots } from './contract/slotContract.js';

describeSlots('a file', async () => {
  const folder = freshFolder();
  let nowMs = NOW.getTime();
  return {
    open: async () => new RequestLog({ folder, windowMs: 61_000, machineMs: () => nowMs }),
    advance: async (ms) => {
      nowMs += ms;
    },
  };
});

test('a kind of work has one lock until it is released', () => {
  const folder = freshFolder();
  const first = acquireWorkLock(folder, 'deliver');
  expect(() => acquireWorkLock(folder, 'deliver')).toThrow(expect.objectContaining({ code: 'STORE_BUSY' }));
  acquireWorkLock(folder, 'schedule').release();
  first.release();
  acquireWorkLock(folder, 'deliver').release();
});
