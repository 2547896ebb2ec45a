import { z } from 'zod';
import { type ListedChainFile, listedChainFiles, renewChainFiles } from './chainFiles.js';
import type { Connection } from './connection.js';
import type { KeptPaths } from './keptPaths.js';
import { appendLink, selectLinks } from './ledgerChain.js';
import type { LedgerLink, LinkHeader, NewLink, StoredPerson } from './ledgerLink.js';
import { eachPersonOf, selectPeople, selectPerson } from './ledgerPeople.js';
import { forgetPeople, type PurgedRun, purgeRun } from './ledgerPurge.js';
import { draftSealOf, expectedSeal, sealDraft, sealOf } from './seals.js';

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
  /** Digest of what is stored of a run beside its link; undefined where nothing is. */
  seal(runId: string): string | undefined;
  /** The digest that a draft was recorded with. */
  draftSeal(runId: string): string | undefined;
  /** Files that hold the newest digest of an employer outside the store, absolute. */
  chainFiles(): readonly ListedChainFile[];
  /**
   * Lets go of what persons have in runs and in their reads, and adds a link that says so; all or nothing.
   * @returns the link's digest
   */
  purge(header: LinkHeader, link: NewLink, purged: PurgeOrder): string;
}

const runRow = z.object({ runId: z.string(), state: z.string() });

/**
 * The runs of which a purge changes what is stored: those that it names, and others of the same reads. One that was
 * changed already by somebody else is not sealed anew: `verify` goes on saying so.
 */
function touchedRuns(connection: Connection, purged: readonly PurgedRun[]) {
  const sql = `SELECT runId, state FROM run WHERE runId = ?1
    OR readId = (SELECT readId FROM run WHERE runId = ?1 AND readId IS NOT NULL)`;
  const states = new Map(
    purged.flatMap(({ runId }) =>
      connection.rows(runRow, sql, runId).map((row) => [row.runId, row.state] as const),
    ),
  );
  const links = selectLinks(connection);
  const touched = [...states].map(([runId, state]) => ({ runId, isDraft: state === 'draft' }));
  const isSound = (runId: string, expected: string | undefined): boolean =>
    expected === sealOf(connection, runId);
  const linked = touched.filter(
    ({ runId, isDraft }) => !isDraft && isSound(runId, expectedSeal(links, runId)),
  );
  const drafts = touched.filter(
    ({ runId, isDraft }) => isDraft && isSound(runId, draftSealOf(connection, runId)),
  );
  return { linked: linked.map(({ runId }) => runId), drafts: drafts.map(({ runId }) => runId) };
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
    seal: (runId) => sealOf(connection(), runId),
    draftSeal: (runId) => draftSealOf(connection(), runId),
    chainFiles: () =>
      listedChainFiles(connection()).map(({ path, employerId }) => ({
        path: paths.placed(path),
        employerId,
      })),
    purge: (header, link, purged) => {
      const store = writable();
      const digest = store.transaction(() => {
        const touched = touchedRuns(store, purged.runs);
        for (const run of purged.runs) purgeRun(store, run);
        for (const runId of touched.drafts) sealDraft(store, runId);
        forgetPeople(store, header.employerId, purged.forgotten);
        return appendLink(store, header, link, touched.linked);
      });
      renewChainFiles(store, paths);
      return digest;
    },
  };
}
