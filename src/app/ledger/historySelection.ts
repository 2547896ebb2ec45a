import { configOf, type LoadedConfig } from '../../config/config.js';
import { periodIfKnown } from '../../config/employerPeriod.js';
import { type Period, spanOf } from '../../domain/period/period.js';
import type { Store } from '../../store/store.js';
import { overlaps } from './finals.js';
import { findRunIfKnown, type HistoryRun, type LedgerUse, readHistory, unknownRun } from './history.js';

/** Which runs of the history are wanted. */
export interface HistoryQuestion {
  /** The ID of a run, or a period; undefined for all runs. */
  readonly word: string | undefined;
  /** Only the newest. */
  readonly limit: number | undefined;
  /** Keys of employers; undefined for all. */
  readonly employers: readonly string[] | undefined;
  readonly nowMs: number;
}

/**
 * All runs, one by its ID, or those with a day of each employer's period.
 * @throws PaytallyError RUN_UNKNOWN for a word that is neither
 */
export function selectHistory(
  store: Store,
  loaded: LoadedConfig,
  { word, limit, employers, nowMs }: HistoryQuestion,
): { readonly runs: readonly HistoryRun[]; readonly isOne: boolean } {
  if (word === undefined) return { runs: readHistory(store, { employers, limit }), isOne: false };
  const one = findRunIfKnown(store, word);
  if (one !== undefined && (employers?.includes(one.employer) ?? true)) return { runs: [one], isOne: true };
  const periods = periodsOf(word, loaded, nowMs);
  const days = spanOf([...periods.values()]);
  // Runs of a key that is no longer configured are found by the other employers' days.
  const [usual] = periods.values();
  if (usual === undefined || days === undefined) {
    const known = store.runRefs({ employerKeys: employers }).map(({ runId }) => runId);
    throw unknownRun(word, known);
  }
  const runs = readHistory(store, { employers, days }).filter((run) =>
    overlaps(run.period, periods.get(run.employer) ?? usual),
  );
  return { runs: runs.slice(0, limit), isOne: false };
}

/** The part of a store that the question needs. */
export function selectionUse(
  loaded: LoadedConfig,
  { word, limit, employers, nowMs }: HistoryQuestion,
): LedgerUse {
  if (word === undefined) return { lists: { employers, limit } };
  const days = async () => spanOf([...periodsOf(word, loaded, nowMs).values()]);
  return { runId: word, lists: { days } };
}

/** The period that a word names, for each employer; empty if it is not a period. */
function periodsOf(word: string, loaded: LoadedConfig, nowMs: number): ReadonlyMap<string, Period> {
  const periods = new Map<string, Period>();
  for (const key of Object.keys(loaded.config.employers)) {
    const period = periodIfKnown({ periodText: word, config: configOf(loaded, key), nowMs });
    if (period !== undefined) periods.set(key, period);
  }
  return periods;
}
