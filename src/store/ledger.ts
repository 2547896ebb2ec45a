import { renewChainFiles } from './chainFiles.js';
import type { Connection } from './connection.js';
import type { KeptPaths } from './keptPaths.js';
import { appendLink, selectLinks } from './ledgerChain.js';
import type { LedgerLink, LinkHeader, NewLink, StoredPerson } from './ledgerLink.js';
import { eachPersonOf, selectPeople, selectPerson } from './ledgerPeople.js';
import { forgetPeople, type PurgedRun, purgeRun } from './ledgerPurge.js';

/** One chain per employer over finals, corrections and purges. Links are appended, never changed. */
export interface Ledger {
  /** Each employer's in the order of its chain. */
  links(employerId?: string): readonly LedgerLink[];
  /** What every person has in a run. */
  people(runId: string): readonly StoredPerson[];
  /** The same, one after the other: never more than one of them is held. */
  eachPerson(runId: string): Iterable<StoredPerson>;
  /** What one person has in a run; undefined where it knows nothing of them. */
  person(runId: string, person: string): StoredPerson | undefined;
  /**
   * Lets go of what persons have in runs and in their reads, and adds a link that says so; all or nothing.
   * @returns the link's digest
   */
  purge(header: LinkHeader, link: NewLink, purged: PurgeOrder): string;
}

export interface PurgeOrder {
  readonly runs: readonly PurgedRun[];
  /** People whose names are forgotten. */
  readonly forgotten: readonly string[];
}

export function openLedger(
  connection: () => Connection,
  writable: () => Connection,
  paths: KeptPaths,
): Ledger {
  return {
    links: (employerId) => selectLinks(connection(), employerId),
    people: (runId) => selectPeople(connection(), runId),
    eachPerson: (runId) => eachPersonOf(connection(), runId),
    person: (runId, person) => selectPerson(connection(), runId, person),
    purge: (header, link, purged) => {
      const store = writable();
      const digest = store.transaction(() => {
        for (const run of purged.runs) purgeRun(store, run);
        forgetPeople(store, header.employerId, purged.forgotten);
        return appendLink(store, header, link);
      });
      renewChainFiles(store, paths);
      return digest;
    },
  };
}
