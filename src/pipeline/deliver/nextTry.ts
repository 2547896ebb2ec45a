import type { DeliveryItem } from '../../store/deliveries.js';

const MINUTE_MS = 60_000;
/** After the first failure, the second …; the last one for all that follow. */
const PAUSES_MINUTES = [5, 15, 30, 60, 120, 240];
const GIVEN_UP_AFTER_MS = 48 * 60 * MINUTE_MS;

/** When a running schedule tries a failed item again: after growing pauses, for two days; undefined at the end. */
export function nextTryAt(
  { attempts, createdAt }: Pick<DeliveryItem, 'attempts' | 'createdAt'>,
  nowMs: number,
): Date | undefined {
  const pause = PAUSES_MINUTES[Math.min(attempts, PAUSES_MINUTES.length - 1)] ?? 0;
  const next = nowMs + pause * MINUTE_MS;
  return next > createdAt.getTime() + GIVEN_UP_AFTER_MS ? undefined : new Date(next);
}
