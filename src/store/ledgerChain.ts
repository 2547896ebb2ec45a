import { createHash } from 'node:crypto';
import { z } from 'zod';
import { toLocalDate } from '../domain/time/localDate.js';
import { canonicalJson } from './canonicalJson.js';
import { expectChainFile } from './chainFiles.js';
import type { Connection } from './connection.js';
import type { JsonObject } from './jsonObject.js';
import type { LedgerLink, LinkHeader, NewLink } from './ledgerLink.js';
import { insertPeople } from './ledgerPeople.js';
import { sealOf } from './seals.js';
import { damagedStore } from './storeFailure.js';

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
 * Appends a link to its employer's chain. To be called inside the transaction that records the run.
 * @param sealed runs of which the link covers what is stored beside the chain
 */
export function appendLink(
  connection: Connection,
  header: LinkHeader,
  link: NewLink,
  sealed: readonly string[],
): string {
  link.check?.(selectLinks(connection, header.employerId));
  const [last] = lastRow(connection, header.employerId);
  const position = last === undefined ? 0 : last.position + 1;
  const previousDigest = last?.digest ?? null;
  const people = insertPeople(connection, header.runId, link.people);
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
    facts: link.facts,
  });
  const digest = digestOf(text);
  for (const path of link.chainFiles ?? []) expectChainFile(connection, header.employerId, path);
  const sql = 'INSERT INTO ledgerLink VALUES (?, ?, ?, ?, ?, ?)';
  connection.run(sql, header.employerId, position, header.runId, previousDigest, digest, text);
  return digest;
}

function sealEntry(connection: Connection, runId: string): readonly (readonly [string, string])[] {
  const seal = sealOf(connection, runId);
  return seal === undefined ? [] : [[runId, seal]];
}

/** All links, each employer's in the order of its chain. */
export function selectLinks(connection: Connection, employerId?: string): readonly LedgerLink[] {
  const where = employerId === undefined ? '' : 'WHERE employerId = ?';
  const values = employerId === undefined ? [] : [employerId];
  const sql = `SELECT * FROM ledgerLink ${where} ORDER BY employerId, position`;
  return connection.rows(linkRow, sql, ...values).map((row) => linkOf(connection.path, row));
}

/** The digest that a body must have; anything else was changed behind SQLite's back. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function lastRow(connection: Connection, employerId: string): readonly LinkRow[] {
  const sql = 'SELECT * FROM ledgerLink WHERE employerId = ? ORDER BY position DESC LIMIT 1';
  return connection.rows(linkRow, sql, employerId);
}

function linkOf(path: string, row: LinkRow): LedgerLink {
  const parsed = body.safeParse(parsedJson(path, row));
  if (!parsed.success) throw damagedStore(path, `the ledger's link of run ${row.runId} has an unknown shape`);
  const { kind, employer, from, to, label, startedAt, people, facts, chainFiles, lost, seals } = parsed.data;
  return {
    runId: row.runId,
    employerId: row.employerId,
    employerKey: employer,
    position: row.position,
    kind,
    period: { from: toLocalDate(from), to: toLocalDate(to), label },
    startedAt: new Date(startedAt),
    previousDigest: row.previousDigest,
    digest: row.digest,
    body: row.body,
    people,
    facts,
    chainFiles,
    lost: lost?.digests ?? [],
    seals,
  };
}

function parsedJson(path: string, { body: text, runId }: LinkRow): JsonObject {
  try {
    return JSON.parse(text);
  } catch {
    throw damagedStore(path, `the ledger's link of run ${runId} is no JSON`);
  }
}
