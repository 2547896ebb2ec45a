import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PaytallyError } from '../../errors.js';
import { type StorePlace, sharedPlaceOf, withStore } from '../../sources/staging/withStore.js';
import type { NewMonthRead } from '../../store/monthReads.js';
import { STORE_NAME } from '../../store/openStore.js';
import type { ChangedDays, EmployerDays } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import type { IsOwn } from './finals.js';

/** What a command read about a period, to be recorded for the state of the period. */
export interface ReadNotes {
  /** Differences from finals of these days; undefined if none is final. */
  readonly changed?: ChangedDays | undefined;
  /** The keys whose earlier notes of these days it replaces. */
  readonly isOwn: IsOwn;
  /** What the read found; undefined if it only compares days with their finals. */
  readonly month?: { readonly days: EmployerDays; readonly read: NewMonthRead } | undefined;
}

/** Records what a read found, at once if the store is open for writing. */
export function recordNotes(store: Store, { changed, isOwn, month }: ReadNotes): void {
  if (changed !== undefined) store.scheduleState.recordChanged(changed, isOwn);
  if (month !== undefined) store.monthReads.record(month.days, month.read);
}

/**
 * Records what a run read. One that opens the store for reading records it at its end, if there is a store and it is
 * new: a check and a plan create none.
 * @param tell called if the store cannot be written, which does not affect the run
 */
export async function recordingNotes<Result>(
  place: StorePlace,
  tell: () => void,
  run: (note: (store: Store, notes: ReadNotes) => void) => Promise<Result>,
): Promise<Result> {
  const noted: ReadNotes[] = [];
  try {
    return await run((store, notes) => {
      if (store.mode === 'write') recordNotes(store, notes);
      else noted.push(notes);
    });
  } finally {
    const [newest] = noted.slice(-1);
    if (newest !== undefined && isThere(place)) await recordIfWritable(place, newest, tell);
  }
}

function isThere(place: StorePlace): boolean {
  return sharedPlaceOf(place) !== undefined || existsSync(join(place.storeFolder, STORE_NAME));
}

async function recordIfWritable(place: StorePlace, notes: ReadNotes, tell: () => void): Promise<void> {
  try {
    const isKnown = await withStore({ ...place, mode: 'read' }, async (store) => isRecorded(store, notes));
    if (!isKnown) await withStore({ ...place, mode: 'write' }, async (store) => recordNotes(store, notes));
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
    tell();
  }
}

function isRecorded(store: Store, { changed, isOwn, month }: ReadNotes): boolean {
  if (month !== undefined && !store.monthReads.isKnown(month.days, month.read)) return false;
  if (changed === undefined) return true;
  const known = store.scheduleState.changedDays(changed.employerId, changed, isOwn);
  return changed.lines === 0
    ? known.length === 0
    : known.some(({ since: _, ...each }) => isDeepStrictEqual(each, changed));
}
