import type { ComputedPeriod } from '../domain/computed/computedPeriod.js';
import type { EarlierPay } from '../domain/pay/payLine.js';
import type { Period } from '../domain/period/period.js';
import { recordsOfRead } from '../read/staging/storedRecords.js';
import type { PreparedRun, RunRequest } from '../run.js';
import { pauseForInterrupt, runInterruptible } from '../runtime/interruption.js';
import type { Store } from '../store/store.js';
import { type BegunPeriod, beginPeriod } from './computePeriod.js';

/** What is computed from a read. */
export interface ReadToCompute {
  readonly readId: string;
  readonly period: Period;
  /** What the ledger has of the days before. */
  readonly earlier: EarlierPay;
  readonly prepared: Pick<PreparedRun, 'config' | 'mapping' | 'needs' | 'absences'>;
  readonly request: Pick<RunRequest, 'state' | 'accepted'>;
  /** Of the program. */
  readonly version: string;
}

/**
 * From a read that the store has to minutes, findings and totals: the one way, for a first export and for every later
 * look at the same records. The store stays open while the result is in use.
 * @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID, STORE_UNUSABLE for a read that is gone, INTERRUPTED
 */
export async function computedRead(
  store: Store,
  read: ReadToCompute,
  signal: AbortSignal,
): Promise<ComputedPeriod> {
  await pauseForInterrupt(signal);
  return runInterruptible(() => begunRead(store, read).finish());
}

/** The same before anybody was gone over. @throws PaytallyError STORE_UNUSABLE for a read that is gone */
export function begunRead(
  store: Store,
  { readId, period, earlier, prepared, request, version }: ReadToCompute,
): BegunPeriod {
  const records = recordsOfRead(store, readId, prepared.config);
  return beginPeriod({ ...records, earlier }, period, prepared, request, version);
}
