import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Period } from '../domain/period/period.js';
import { toLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { canonicalJson, type JsonObject } from './canonicalJson.js';
import { recordChainFile } from './chainFiles.js';
import { type Connection, columns } from './connection.js';
import { insertPeople, type PersonContent } from './personContents.js';
import { computeSeal } from './seals.js';
import { damagedStore } from './storeFailure.js';

type LinkKind = 'final' | 'correction' | 'purge';

/** A run's new link in its employer's chain. */
export interface NewLink {
  readonly kind: LinkKind;
  /** Contains nothing about single persons, because it can never be deleted. */
  readonly facts: JsonObject;
  readonly people: readonly PersonContent[];
  /** Stored paths of the files outside the store that contain the newest digest, from this link on. */
  readonly chainFiles?: readonly string[];
  /** If the store is older than these files: the digests that it does not know, and the reason to continue. */
  readonly lost?: { readonly digests: readonly string[]; readonly reason: string };
  /** Checks the chain at the time of recording, under the lock; an error undoes the run. */
  readonly check?: (links: readonly LedgerLink[]) => void;
}

export interface LinkHeader {
  readonly runId: string;
  readonly employerKey: string;
  readonly employerId: string;
  readonly period: Period;
  readonly startedAt: Date;
}

/** A link of an employer's chain. */
export interface LedgerLink extends LinkHeader {
  /** From 0. */
  readonly position: number;
  readonly kind: LinkKind;
  /** Digest of the previous link; null for an employer's first. */
  readonly previousDigest: string | null;
  /** SHA-256 of `body`, lower-case hexadecimal. */
  readonly digest: string;
  /** The text that the digest covers: all fields and the previous digest. */
  readonly body: string;
  /** Salted digests of each person's content, sorted, so that their order reveals nothing. */
  readonly people: readonly string[];
  readonly facts: JsonObject;
  /** Stored paths. */
  readonly chainFiles: readonly string[];
  /** Digests of a lost store that this one does not have. */
  readonly lost: readonly string[];
  /** Digests of the stored content of runs from this link on, by run ID. */
  readonly seals: Readonly<Record<string, string>>;
}

/**
 * The ledger: a chain of links for each employer, and separately the content of each person, so that it can be deleted
 * without breaking the chain. SQLite itself refuses to change or delete a link; of a person's content only salt and
 * content can be deleted, and only together.
 */
export const LEDGER_TABLES = `
   CREATE TABLE ledgerLink (
     employerId     TEXT NOT NULL,
     position       INTEGER NOT NULL,
     runId          TEXT NOT NULL UNIQUE,
     previousDigest TEXT,
     digest         TEXT NOT NULL UNIQUE,
     body           TEXT NOT NULL,
     PRIMARY KEY (employerId, position)
   ) STRICT;
   CREATE TRIGGER ledgerLinkIsKept BEFORE DELETE ON ledgerLink
     BEGIN SELECT RAISE(ABORT, 'the ledger keeps its links'); END;
   CREATE TRIGGER ledgerLinkIsFixed BEFORE UPDATE ON ledgerLink
     BEGIN SELECT RAISE(ABORT, 'the ledger keeps its links as they are'); END;
   CREATE TRIGGER ledgerLinkFollows BEFORE INSERT ON ledgerLink
     WHEN NEW.position <> (SELECT count(*) FROM ledgerLink WHERE employerId = NEW.employerId)
       OR NEW.previousDigest IS NOT (
         SELECT digest FROM ledgerLink WHERE employerId = NEW.employerId AND position = NEW.position - 1)
     BEGIN SELECT RAISE(ABORT, 'a link follows the last one of its employer'); END;
   CREATE TABLE ledgerPerson (
     runId  TEXT NOT NULL,
     person TEXT NOT NULL,
     digest TEXT NOT NULL,
     salt   TEXT,
     gzip   BLOB,
     PRIMARY KEY (runId, person)
   ) STRICT;
   CREATE INDEX ledgerPersonByPerson ON ledgerPerson (person);
   CREATE TRIGGER ledgerPersonIsKept BEFORE DELETE ON ledgerPerson
     BEGIN SELECT RAISE(ABORT, 'the ledger keeps its digests'); END;
   CREATE TRIGGER ledgerPersonIsFixed BEFORE UPDATE ON ledgerPerson
     WHEN NEW.salt IS NOT NULL OR NEW.gzip IS NOT NULL OR NEW.runId <> OLD.runId OR NEW.person <> OLD.person
       OR NEW.digest <> OLD.digest
     BEGIN SELECT RAISE(ABORT, 'the ledger only lets go of what a person has'); END;`;

const linkRow = z.object({
  employerId: z.string(),
  position: z.number(),
  runId: z.string(),
  previousDigest: z.string().nullable(),
  digest: z.string(),
  body: z.string(),
});
type LinkRow = z.infer<typeof linkRow>;

const body = z.object({
  kind: z.enum(['final', 'correction', 'purge']),
  employer: z.string(),
  from: z.string(),
  to: z.string(),
  label: z.string(),
  startedAt: z.string(),
  people: z.array(z.string()),
  chainFiles: z.array(z.string()),
  lost: z.object({ digests: z.array(z.string()) }).optional(),
  seals: z.record(z.string(), z.string()),
  facts: z.record(z.string(), z.unknown()),
});

/**
 * Appends a link to its employer's chain. Must be called inside the transaction that records the run.
 * @param sealed runs whose stored content outside the chain the link covers
 */
export function appendLink(
  connection: Connection,
  header: LinkHeader,
  link: NewLink,
  sealed: readonly string[],
): string {
  refuseMovedStore(connection);
  link.check?.(selectLinks(connection, header.employerId));
  const [last] = links(connection, 'WHERE employerId = ? ORDER BY position DESC LIMIT 1', header.employerId);
  const position = last === undefined ? 0 : last.position + 1;
  const previousDigest = last?.digest ?? null;
  const people = insertPeople(connection, header.runId, link.people);
  const receipts = receiptsSince(connection, header.employerId, last);
  const seals = Object.fromEntries(sealed.flatMap((runId) => sealEntry(connection, runId)));
  const text = canonicalJson({
    kind: link.kind,
    runId: header.runId,
    employerId: header.employerId,
    employer: header.employerKey,
    from: header.period.from,
    to: header.period.to,
    label: header.period.label,
    startedAt: header.startedAt.toISOString(),
    position,
    previousDigest,
    people,
    chainFiles: link.chainFiles ?? [],
    ...(link.lost === undefined ? {} : { lost: link.lost }),
    seals,
    ...(receipts.length === 0 ? {} : { receipts }),
    facts: link.facts,
  });
  const digest = digestOf(text);
  for (const path of link.chainFiles ?? []) recordChainFile(connection, header.employerId, path);
  const { runId, employerId } = header;
  connection.insert('ledgerLink', { employerId, position, runId, previousDigest, digest, body: text });
  return digest;
}

const receiptRow = z.object({
  runId: z.string(),
  delivery: z.string(),
  receipt: columns.json.pipe(z.object({ id: z.string(), time: z.string(), state: z.string() })),
});

/**
 * Payroll receipts for an employer's files since its last link, without their messages, which can name people. A
 * receipt that arrived during the creation of the last link can be in both.
 */
function receiptsSince(
  connection: Connection,
  employerId: string,
  last: LedgerLink | undefined,
): readonly JsonObject[] {
  const sql = `SELECT delivery.runId, delivery.name AS delivery, receipt FROM delivery
    JOIN run ON run.runId = delivery.runId
    WHERE run.employerId = ? AND receipt IS NOT NULL AND changedAt >= ? ORDER BY delivery.id`;
  return connection
    .rows(receiptRow, sql, employerId, last?.startedAt.getTime() ?? 0)
    .map(({ receipt, ...about }) => ({ ...about, ...receipt }));
}

function sealEntry(connection: Connection, runId: string): readonly (readonly [string, string])[] {
  const seal = computeSeal(connection, runId);
  return seal === undefined ? [] : [[runId, seal]];
}

function links(connection: Connection, where: string, ...values: readonly string[]): readonly LedgerLink[] {
  const sql = `SELECT ledgerLink.* FROM ledgerLink ${where}`;
  return connection.rows(linkRow, sql, ...values).map((row) => linkOf(connection.path, row));
}

/** Links, each employer's in the order of its chain. */
export function selectLinks(connection: Connection, employerId?: string): readonly LedgerLink[] {
  return employerId === undefined
    ? links(connection, 'ORDER BY employerId, position')
    : links(connection, 'WHERE employerId = ? ORDER BY position', employerId);
}

/** The first and the last day. */
export interface LinkDays {
  readonly from: string;
  readonly to: string;
}

/** Finals and corrections of an employer that have a day in common with a period, in the order of its chain. */
export function selectLinksOfDays(
  connection: Connection,
  employerId: string,
  { from, to }: LinkDays,
): readonly LedgerLink[] {
  const where = `JOIN run ON run.runId = ledgerLink.runId
    WHERE run.employerId = ? AND periodFrom <= ? AND periodTo >= ? ORDER BY position`;
  return links(connection, where, employerId, to, from);
}

/** A purge is a link without a run. Two indexes are compared, and only purges are read. */
export function selectPurges(connection: Connection): readonly LedgerLink[] {
  return links(connection, 'WHERE runId IN (SELECT runId FROM ledgerLink EXCEPT SELECT runId FROM run)');
}

const purgedRuns = z.object({ runs: z.array(z.string()).default([]) });

/** Runs from which a purge deleted people: nothing of them is sent. */
export function selectPurgedRuns(connection: Connection): ReadonlySet<string> {
  return new Set(selectPurges(connection).flatMap(({ facts }) => purgedRuns.parse(facts).runs));
}

export function selectLink(connection: Connection, runId: string): LedgerLink | undefined {
  return links(connection, 'WHERE runId = ?', runId)[0];
}

/** Canonical JSON sorts the keys, and quotes within a text are escaped. */
const NAMES_LOST = `instr(body, '"lost":{"digests"') > 0`;

/** An index of the few links that record a lost store's digests. */
export const LEDGER_INDEX = `CREATE INDEX ledgerLinkOfLost ON ledgerLink (employerId) WHERE ${NAMES_LOST};`;

const employerRow = z.object({ employerId: z.string() });

/** Ids of employers with a chain. */
export function selectEmployersWithChain(connection: Connection): readonly string[] {
  const sql = 'SELECT employerId FROM ledgerLink WHERE position = 0 ORDER BY employerId';
  return connection.rows(employerRow, sql).map(({ employerId }) => employerId);
}

/** In a working copy only: employers outside of the copy that have finals. */
export const OTHER_FINALS = 'otherFinals';

export function selectOtherFinals(connection: Connection): readonly string[] {
  if (connection.value('SELECT count(*) FROM sqlite_schema WHERE name = ?', OTHER_FINALS) === 0) return [];
  const sql = `SELECT employerId FROM ${OTHER_FINALS} ORDER BY employerId`;
  return connection.rows(employerRow, sql).map(({ employerId }) => employerId);
}

/** Whether a digest is that of a link, or one that a link records as lost. */
export function knowsDigest(connection: Connection, digest: string): boolean {
  const found = (condition: string) =>
    connection.rows(employerRow, `SELECT employerId FROM ledgerLink WHERE ${condition} LIMIT 1`, digest)
      .length > 0;
  return found('digest = ?') || found(`${NAMES_LOST} AND instr(body, ?) > 0`);
}

/** The expected digest of a body; a different one means a change outside of SQLite. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function linkOf(path: string, row: LinkRow): LedgerLink {
  const { employer: employerKey, from, to, label, startedAt, lost, ...rest } = parsedBody(path, row);
  return {
    ...row,
    ...rest,
    employerKey,
    period: { from: toLocalDate(from), to: toLocalDate(to), label },
    startedAt: new Date(startedAt),
    lost: lost?.digests ?? [],
  };
}

function parsedBody(path: string, { body: text, runId }: LinkRow): z.infer<typeof body> {
  try {
    return body.parse(JSON.parse(text));
  } catch {
    throw damagedStore(path, message('store.part.link', { runId }), 'shape');
  }
}

/** The beginning of the notice in a moved store; the new location follows. */
export const MOVED = 'store-moved ';

const causeRow = z.object({ cause: z.string() });

/** A moved store accepts no further finals. @throws PaytallyError STORE_MOVED */
function refuseMovedStore(connection: Connection): void {
  const sql = `SELECT cause FROM notice WHERE cause LIKE '${MOVED}%'`;
  const [moved] = connection.rows(causeRow, sql);
  if (moved === undefined) return;
  const target = moved.cause.slice(MOVED.length);
  throw new PaytallyError('STORE_MOVED', message('store.moved', { target }), { record: connection.path });
}
