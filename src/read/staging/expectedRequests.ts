import { LIST_NAMES, type ListName } from '../../domain/records/records.js';
import { daysBetween, type LocalDate } from '../../domain/time/localDate.js';
import type { Store } from '../../store/store.js';
import { PAGE_SIZE } from '../reading/pages.js';
import { digestsOf } from './storedFacts.js';

/** Lists whose length depends on how many days are read. */
const DATED: readonly ListName[] = ['shifts', 'time-entries'];

export interface ReadAhead {
  readonly employerId: string;
  readonly days: { readonly from: LocalDate; readonly to: LocalDate };
  readonly passes: number;
}

/** About how many requests a read takes, by the employer's last one; undefined where there is none to tell. */
export function expectedRequests(
  store: Pick<Store, 'runs' | 'read'>,
  { employerId, days, passes }: ReadAhead,
): number | undefined {
  const last = store.runs({ employerId }).find(({ readId }) => readId !== null);
  const digests = digestsOf(last?.readId ? store.read(last.readId) : undefined);
  if (last === undefined || Object.keys(digests).length === 0) return undefined;
  const share = lengthOf(days) / lengthOf(last.period);
  const pages = LIST_NAMES.map((list) => {
    const records = (digests[list]?.records ?? 0) * (DATED.includes(list) ? share : 1);
    return Math.max(1, Math.ceil(records / PAGE_SIZE));
  });
  return pages.reduce((sum, count) => sum + count, 0) * passes;
}

function lengthOf({ from, to }: ReadAhead['days']): number {
  return daysBetween(from, to) + 1;
}
