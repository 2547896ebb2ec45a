import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PaytallyError } from '../../errors.js';
import type { LedgerLink } from '../../store/ledgerLink.js';
import type { TemporaryFiles } from '../../store/runJournal.js';
import type { Store } from '../../store/store.js';
import { hasCode } from '../notWritten.js';
import { replaceFile } from '../write/replaceFile.js';
import type { HistoryRun } from './history.js';

/** Where the newest digest of an employer stands beside the files, outside the store. */
export function chainPath(out: string, employerKey: string): string {
  return join(out, `${employerKey}.chain`);
}

/** Writes the newest digest; an employer without links gets no file. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function writeChainFile(
  out: string,
  employerKey: string,
  links: readonly LedgerLink[],
  temporaries: TemporaryFiles,
): Promise<void> {
  const last = links.at(-1);
  if (last === undefined || digestIn(chainPath(out, employerKey)) === last.digest) return;
  await replaceFile(chainPath(out, employerKey), Buffer.from(`${last.digest}\n`), temporaries);
}

/**
 * What is wrong where the file names a digest that the store does not know: the store is a copy from before that run,
 * and what it takes for new may have been paid.
 */
export function olderStore(
  out: string,
  employerKey: string,
  links: readonly LedgerLink[],
): PaytallyError | undefined {
  const path = chainPath(out, employerKey);
  const digest = digestIn(path);
  if (digest === undefined || links.some((link) => link.digest === digest)) return undefined;
  return new PaytallyError(
    'STORE_OLDER',
    `The store does not know the newest run of ${employerKey}, whose digest stands in ${path}: it was copied back from before, or is another one.`,
    { record: path },
  );
}

/** The same of the folders that some runs of one employer were written to. */
export function olderStoreOfRuns(
  store: Store,
  runs: readonly Pick<HistoryRun, 'employer' | 'state' | 'files'>[],
): PaytallyError | undefined {
  const links = store.ledger.links();
  const asked = new Set<string>();
  for (const { employer, state, files } of runs) {
    for (const { path } of files) {
      // Drafts lie in a folder within that of the finals.
      const out = state === 'draft' ? dirname(dirname(path)) : dirname(path);
      if (asked.has(chainPath(out, employer))) continue;
      asked.add(chainPath(out, employer));
      const older = olderStore(out, employer, links);
      if (older !== undefined) return older;
    }
  }
  return undefined;
}

/** The folder may be no folder: writing says so. */
const NO_FILE: readonly string[] = ['ENOENT', 'ENOTDIR'];

function digestIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (failure) {
    if (hasCode(failure) && NO_FILE.includes(failure.code)) return undefined;
    throw failure;
  }
}
