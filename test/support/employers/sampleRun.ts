import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ListName } from '../../../src/domain/records/records.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import type { JsonObject } from '../../../src/store/canonicalJson.js';
import { openStore } from '../../../src/store/openStore.js';
import type { StagedRecord, StoredRecord } from '../../../src/store/recordParts.js';
import type { ReadHeader, RunHeader, Store } from '../../../src/store/store.js';

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
    period: { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31'), label: '2026-10' },
    state: 'draft',
    startedAt: NOW,
    ...change,
  };
}

export function staged(place: number, change: Partial<StagedRecord> = {}): StagedRecord {
  const id = change.id ?? `id-${place}`;
  const json = JSON.stringify({ id });
  const version = { pass: 1, isChanged: false, digest: `digest-${id}` };
  return { place, id, person: null, shiftId: null, day: null, json, ...version, ...change };
}

export function readHeader(change: Partial<ReadHeader> = {}): ReadHeader {
  return {
    employerId: header().employerId,
    from: toLocalDate('2026-09-30'),
    to: toLocalDate('2026-11-01'),
    startedAt: NOW,
    ...change,
  };
}

/** A complete read with these entries. @returns its id */
export function saveRead(
  store: Store,
  entries: readonly StagedRecord[],
  change: Partial<ReadHeader> = {},
  facts: JsonObject = {},
): string {
  const readId = store.beginRead(readHeader(change));
  store.staging(readId).stage('time-entries', entries);
  return store.completeRead(readId, facts).readId;
}

/** Writes a run with one record for each given day. */
export function saveRun(
  store: Store,
  change: Partial<RunHeader> = {},
  days: readonly string[] = ['2026-10-01'],
): void {
  const records = days.map((day, place) =>
    staged(place, { person: 'p', day: toLocalDate(day), json: JSON.stringify({ day }) }),
  );
  const run = header(change);
  const readId = saveRead(store, records, { employerId: run.employerId });
  store.recordRun({ ...run, readId, manifest: { note: 'sample' } });
}

/** A list as a run has read it; empty once the read was deleted. */
export function recordsOfRun(
  store: Store,
  runId: string,
  list: ListName,
): readonly Pick<StoredRecord, 'day' | 'json'>[] {
  const readId = store.run(runId)?.readId ?? null;
  if (readId === null) return [];
  return [null, ...store.peopleOf(readId)]
    .flatMap((person) => [...store.recordsOf(readId, person)])
    .filter((record) => record.list === list && record.relation === 'own')
    .map(({ day, json }) => ({ day, json }));
}
