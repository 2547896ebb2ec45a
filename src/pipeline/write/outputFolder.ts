import { join } from 'node:path';
import type { RunState } from '../outcome.js';

/** Drafts have a folder of their own, so that none ever stands in the place of a final. */
export function outputFolder(out: string, state: RunState): string {
  return state === 'draft' ? join(out, 'draft') : out;
}
