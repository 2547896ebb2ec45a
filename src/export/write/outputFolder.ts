import { join } from 'node:path';
import type { ExportState } from '../outcome.js';

/** Drafts have a folder of their own, so that none ever stands in the place of a final. */
export function outputFolder(out: string, state: ExportState): string {
  return state === 'draft' ? join(out, 'draft') : out;
}
