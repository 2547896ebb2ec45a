import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ExportState } from '../../domain/computed/computedPeriod.js';

/** Sorts by time; `20261120T225959-1a2b3c`. */
export function newRunId(startedAt: Date): string {
  const time = startedAt.toISOString().replace(/[-:]/g, '').slice(0, 15);
  return `${time}-${randomBytes(3).toString('hex')}`;
}

/** Drafts have a separate folder, so that a draft is never mistaken for a final. */
export function outputFolder(out: string, state: ExportState): string {
  return state === 'draft' ? join(out, 'draft') : out;
}
