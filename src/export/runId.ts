import { randomBytes } from 'node:crypto';

/** Sorts by time; `20261120T225959-1a2b3c`. */
export function newRunId(startedAt: Date): string {
  const time = startedAt.toISOString().replace(/[-:]/g, '').slice(0, 15);
  return `${time}-${randomBytes(3).toString('hex')}`;
}
