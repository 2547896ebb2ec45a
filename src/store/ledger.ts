import { z } from 'zod';
import { type ListedChainFile, listChainFiles, updateChainFiles } from './chainFiles.js';
import { type Connection, columns } from './connection.js';
import {
  appendLink,
  knowsDigest,
  type LinkDays,
  type LinkHeader,
  type NewLink,
  selectEmployersWithChain,
  selectLink,
  selectLinks,
  selectLinksOfDays,
  selectOtherFinals,
  selectPurgedRuns,
  selectPurges,
} from './ledgerChain.js';
import { type ForgottenItems, forgetMirror } from './mirror.js';
import {
  iteratePeople,
  purgeDraftInputs,
  purgePeople,
  selectPeople,
  selectPerson,
} from './personContents.js';
import { purgeRead } from './purgedReads.js';
import { computeSeal, findDraftSeal, findLinkedSeal, sealDraft } from './seals.js';
import type { StorePart } from './storePart.js';
import { forgetAcceptances } from './windowAcceptances.js';

const runRow = z.object({ runId: z.string(), employerId: z.string(), state: z.string() });

/**
 * The runs whose stored content a purge changes: those that it names, and others of the same reads. A run whose content
 * did not match its seal before is not sealed again, so `verify` still reports it.
 */
function findTouchedRuns(connection: Connection, purged: readonly PurgedRun[]) {
  const sql = `SELECT runId, employerId, state FROM run WHERE runId = ?1
    OR readId = (SELECT readId FROM run WHERE runId = ?1 AND readId IS NOT NULL)`;
  const states = new Map(
    purged.flatMap(({ runId }) =>
      connection.rows(runRow, sql, runId).map((row) => [row.runId, row] as const),
    ),
  );
  const employers = new Set([...states.values()].map(({ employerId }) => employerId));
  const links = [...employers].flatMap((employerId) => selectLinks(connection, employerId));
  const sound = [...states].filter(([runId, { state }]) => {
    const expected = state === 'draft' ? findDraftSeal(connection, runId) : findLinkedSeal(links, runId);
    return expected === computeSeal(connection, runId);
  });
  const ids = (isDraft: boolean): readonly string[] =>
    sound.flatMap(([runId, { state }]) => ((state === 'draft') === isDraft ? [runId] : []));
  return { linked: ids(false), drafts: ids(true) };
}

interface PurgeOrder {
  readonly runs: readonly PurgedRun[];
  /** People whose names are deleted. */
  readonly forgotten: readonly string[];
  /** The monitor's items to delete. */
  readonly monitored?: ForgottenItems;
}

export type Ledger = ReturnType<typeof openLedger>;

/**
 * One chain per employer over finals, corrections and purges. Links are appended, never changed.
 * @param isShared whether links count only once a server has them: files outside are then written after its check-in
 */
export function openLedger({ connection, writable, paths }: StorePart, isShared: boolean) {
  return {
    /** Each employer's in the order of its chain. */
    links: (employerId?: string) => selectLinks(connection, employerId),
    /** Finals and corrections of an employer with one of these days, in the order of its chain. */
    linksOfDays: (employerId: string, days: LinkDays) => selectLinksOfDays(connection, employerId, days),
    link: (runId: string) => selectLink(connection, runId),
    purges: () => selectPurges(connection),
    /** Runs from which people were purged, whoever they are. */
    purgedRuns: () => selectPurgedRuns(connection),
    /** Ids of employers with a chain, sorted. */
    employers: () => selectEmployersWithChain(connection),
    /** Ids of employers with finals whose rows a working copy leaves out, sorted. */
    otherFinals: () => selectOtherFinals(connection),
    /** Whether a digest is that of a link, or one that a link names as lost. */
    knows: (digest: string) => knowsDigest(connection, digest),
    /** The content of every person in a run. */
    people: (runId: string) => selectPeople(connection, runId),
    /** The same, one at a time, so that only one is in memory. */
    eachPerson: (runId: string) => iteratePeople(connection, runId),
    /** The content of one person in a run; undefined if there is none. */
    person: (runId: string, person: string) => selectPerson(connection, runId, person),
    /** Digest of a run's stored content outside its link; undefined if there is none. */
    seal: (runId: string) => computeSeal(connection, runId),
    /** The digest recorded with a draft. */
    draftSeal: (runId: string) => findDraftSeal(connection, runId),
    /** Absolute paths of files outside the store with the newest digest of an employer. */
    chainFiles: (): readonly ListedChainFile[] =>
      listChainFiles(connection).map((file) => ({ ...file, path: paths.placed(file.path) })),
    /**
     * Removes the content of people from runs and their reads, and adds a link that records it; all or nothing.
     * @returns the link's digest
     */
    purge: (header: LinkHeader, link: NewLink, purged: PurgeOrder): string => {
      const store = writable();
      const digest = store.transaction(() => {
        const touched = findTouchedRuns(store, purged.runs);
        for (const run of purged.runs) purgeRun(store, run);
        for (const runId of touched.drafts) sealDraft(store, runId);
        forgetPeople(store, header.employerId, purged.forgotten);
        forgetMirror(store, header.employerId, purged.monitored ?? {});
        return appendLink(store, header, link, touched.linked);
      });
      if (!isShared) updateChainFiles(store, paths);
      return digest;
    },
  };
}

/** A run, and the people whose records are removed from it; null for all. */
export interface PurgedRun {
  readonly runId: string;
  readonly people: readonly string[] | null;
}

const purgedRow = z
  .object({
    readId: z.string().nullable(),
    manifest: z.string(),
    employerId: z.string(),
    periodFrom: columns.day,
    periodTo: columns.day,
  })
  .transform(({ periodFrom: from, periodTo: to, ...run }) => ({ ...run, from, to }));

/** Deletes persons from a run: ledger, stored read, findings, and pending deliveries. Inside a transaction. */
function purgeRun(connection: Connection, { runId, people }: PurgedRun): void {
  purgePeople(connection, runId, people);
  purgeDraftInputs(connection, runId, people);
  emptyOutbox(connection, runId, people === null);
  const [run] = connection.rows(purgedRow, 'SELECT * FROM run WHERE runId = ?', runId);
  if (run === undefined) return;
  // A reason may name a person.
  forgetAcceptances(connection, run);
  connection.run('UPDATE run SET manifest = ? WHERE runId = ?', withoutFindings(run.manifest, people), runId);
  if (run.readId === null) return;
  if (people !== null) {
    purgeRead(connection, run.readId, people);
    return;
  }
  connection.run('UPDATE run SET readId = NULL WHERE runId = ?', runId);
  connection.run(
    'DELETE FROM read WHERE readId = ? AND readId NOT IN (SELECT readId FROM run WHERE readId IS NOT NULL)',
    run.readId,
  );
}

/**
 * Unsent deliveries are cancelled. For sent ones only the fact is kept, so that nothing is paid twice; an address can
 * be personal data.
 */
function emptyOutbox(connection: Connection, runId: string, isEverybody: boolean): void {
  connection.run(`DELETE FROM delivery WHERE runId = ? AND state IN ('pending', 'failed')`, runId);
  connection.run(
    'DELETE FROM deliveryFile WHERE deliveryId IN (SELECT id FROM delivery WHERE runId = ?)',
    runId,
  );
  const address = isEverybody ? `, recipient = 'purged'` : '';
  connection.run(
    `UPDATE delivery SET details = '{}', problem = NULL, nextTryAt = NULL${address} WHERE runId = ?`,
    runId,
  );
}

/** Deletes the known names of people. */
function forgetPeople(connection: Connection, employerId: string, people: readonly string[]): void {
  const sql = 'DELETE FROM seenEmployee WHERE employerId = ? AND id = ?';
  for (const person of people) connection.run(sql, employerId, person);
}

function withoutFindings(manifest: string, people: readonly string[] | null): string {
  const facts: Record<string, unknown> = JSON.parse(manifest);
  const { findings } = facts;
  const kept = Array.isArray(findings)
    ? findings.filter(({ employeeId }) => people !== null && !people.includes(employeeId))
    : [];
  return JSON.stringify({ ...facts, findings: kept, purged: true });
}
