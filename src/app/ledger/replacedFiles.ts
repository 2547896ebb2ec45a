import { z } from 'zod';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { overlaps, supersededRuns } from './finals.js';
import { digestOfFile } from './verify.js';

/** A file of a replaced final that is still on disk. */
export interface ReplacedFile {
  /** The replaced final. */
  readonly runId: string;
  readonly template: string;
  /** Absolute. */
  readonly path: string;
}

const fileFacts = z.object({
  files: z.array(z.object({ path: z.string(), template: z.string(), sha256: z.string() })).default([]),
});

/**
 * The files that replaced finals of some days have left where they were written, unchanged: no other
 * final or correction has written them again, and payroll must not import them.
 */
export async function replacedFilesLeft(
  store: Pick<Store, 'ledger' | 'paths'>,
  employerId: string,
  days: Days,
): Promise<readonly ReplacedFile[]> {
  const links = store.ledger.links(employerId);
  const superseded = supersededRuns(links);
  const replaced = links.filter(({ runId, period }) => superseded.has(runId) && overlaps(period, days));
  if (replaced.length === 0) return [];
  const filesOf = (link: LedgerLink) =>
    fileFacts.parse(link.facts).files.map((file) => ({ ...file, path: store.paths.placed(file.path) }));
  const valid = new Set(
    links
      .filter(({ runId }) => !superseded.has(runId))
      .flatMap((link) => filesOf(link).map(({ path }) => path)),
  );
  const left = new Map<string, ReplacedFile>();
  for (const link of replaced)
    for (const { path, template, sha256 } of filesOf(link))
      if (!valid.has(path) && (await digestOfFile(path)) === sha256)
        left.set(path, { runId: link.runId, template, path });
  return [...left.values()];
}
