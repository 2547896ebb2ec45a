import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { localDateOf } from '../../src/domain/time/localDate.js';
import { openStore } from '../../src/store/openStore.js';
import type { RunHeader, Store } from '../../src/store/store.js';

export const NOW = new Date('2026-11-02T08:00:00Z');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed when the tests of the file are done. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-store-'));
  folders.push(folder);
  return folder;
}

export function freshPath(): string {
  return join(freshFolder(), '.paytally', 'store.sqlite');
}

export function openedForWriting(path: string, now: () => Date = () => NOW): Store {
  return openStore(path, { mode: 'write', now });
}

export function header(change: Partial<RunHeader> = {}): RunHeader {
  return {
    runId: 'run-1',
    employerKey: 'bakery',
    employerId: '0e6f1c5e-0000-4000-8000-000000000001',
    period: { from: localDateOf('2026-10-01'), to: localDateOf('2026-10-31'), label: '2026-10' },
    state: 'draft',
    startedAt: NOW,
    ...change,
  };
}

/** Writes a run with one record of each day given. */
export function saveRun(
  store: Store,
  change: Partial<RunHeader> = {},
  days: readonly string[] = ['2026-10-01'],
): void {
  const run = store.writeRun(header(change));
  for (const day of days) run.add('time-entries', localDateOf(day), JSON.stringify({ day }));
  run.commit({ note: 'sample' });
}
