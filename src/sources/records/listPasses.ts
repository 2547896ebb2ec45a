import type { ListName } from '../../domain/records/records.js';
import type { ListCollector, ListDigest } from './listCollector.js';

interface PassOptions {
  readonly read: 'once' | 'twice';
  /**
   * IDs of a list that an earlier read had. If a single pass lacks one of them, a second pass follows, so that no
   * record counts as deleted after one pass alone.
   */
  readonly retained?: ((list: ListName) => Iterable<string>) | undefined;
  /** Digest of an earlier read of the same days: it replaces the second pass if the first equals it. */
  readonly earlier?: ListDigest | undefined;
}

/**
 * Reads a list completely: once, or in two passes, with a third if the second lacks a record of the first. A record
 * counts as deleted only if two consecutive complete passes lack it.
 */
export async function readInPasses<T>(
  list: ListCollector<T>,
  { read, retained, earlier }: PassOptions,
  readPass: () => Promise<void>,
): Promise<void> {
  await readPass();
  if (lacksRetained(retained, list)) await readPass();
  if (read === 'once' || (earlier !== undefined && list.equals(earlier))) return;
  await readPass();
  if (list.countVanished() > 0) await readPass();
  list.removeVanished();
}

function lacksRetained<T>(retained: PassOptions['retained'], list: ListCollector<T>): boolean {
  for (const id of retained?.(list.shape.list) ?? []) if (!list.has(id)) return true;
  return false;
}
