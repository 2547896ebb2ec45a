import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/sources/transport/effects.js';

describe('systemClock', () => {
  it('never runs backwards', () => {
    const times = Array.from({ length: 1_000 }, () => systemClock.nowMs());
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
  it.each([-5, 0, 1])('sleeps %i ms', (durationMs) =>
    systemClock.sleep(durationMs, new AbortController().signal),
  );
  it.each([1_000_000, 10_000_000_000])('a sleep of %i ms ends when it is aborted', async (durationMs) => {
    const abort = new AbortController();
    const sleep = systemClock.sleep(durationMs, abort.signal);
    abort.abort();
    await expect(sleep).rejects.toMatchObject({ name: 'AbortError' });
  });
  it('does not start a sleep that is already aborted', async () => {
    await expect(systemClock.sleep(1_000_000, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
