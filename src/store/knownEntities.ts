import { z } from 'zod';
import type { Employee, Establishment } from '../domain/records/records.js';
import { message } from '../i18n/message.js';
import type { JsonObject } from './canonicalJson.js';
import type { Connection } from './connection.js';
import { parsedObject } from './runs.js';
import type { KnownEmployee, KnownEstablishment } from './store.js';

export const KNOWN_ENTITY_TABLES = `
   CREATE TABLE fieldEvidence (
     employerId TEXT PRIMARY KEY,
     savedAt    INTEGER NOT NULL,
     evidence   TEXT NOT NULL
   ) STRICT;
   CREATE TABLE seenEmployee (
     employerId TEXT NOT NULL,
     id         TEXT NOT NULL,
     firstName  TEXT NOT NULL,
     lastName   TEXT NOT NULL,
     lastSeen   INTEGER NOT NULL,
     PRIMARY KEY (employerId, id)
   ) STRICT;
   CREATE TABLE seenEstablishment (
     employerId TEXT NOT NULL,
     id         TEXT NOT NULL,
     label      TEXT,
     zone       TEXT,
     lastSeen   INTEGER NOT NULL,
     PRIMARY KEY (employerId, id)
   ) STRICT;`;

/** Remembers people under their latest name, so that an archived employee keeps one. */
export function upsertEmployees(
  connection: Connection,
  employerId: string,
  employees: Iterable<Pick<Employee, 'id' | 'firstName' | 'lastName'>>,
  now: Date,
): void {
  const sql = 'INSERT OR REPLACE INTO seenEmployee VALUES (?, ?, ?, ?, ?)';
  connection.transaction(() => {
    for (const { id, firstName, lastName } of employees) {
      connection.run(sql, employerId, id, firstName, lastName, now.getTime());
    }
  });
}

const employeeRow = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  lastSeen: z.number(),
});

export function selectEmployees(connection: Connection, employerId: string): readonly KnownEmployee[] {
  const sql = 'SELECT id, firstName, lastName, lastSeen FROM seenEmployee WHERE employerId = ? ORDER BY id';
  return connection
    .rows(employeeRow, sql, employerId)
    .map((row) => ({ ...row, lastSeen: new Date(row.lastSeen) }));
}

/** Remembers places, so that one that the service no longer lists is noticed. */
export function upsertEstablishments(
  connection: Connection,
  employerId: string,
  establishments: Iterable<Establishment>,
  now: Date,
): void {
  const sql = 'INSERT OR REPLACE INTO seenEstablishment VALUES (?, ?, ?, ?, ?)';
  connection.transaction(() => {
    for (const { id, label, zone } of establishments) {
      connection.run(sql, employerId, id, label ?? null, zone ?? null, now.getTime());
    }
  });
}

const establishmentRow = z.object({
  id: z.string(),
  label: z.string().nullable(),
  zone: z.string().nullable(),
  lastSeen: z.number(),
});

export function selectEstablishments(
  connection: Connection,
  employerId: string,
): readonly KnownEstablishment[] {
  const sql = 'SELECT id, label, zone, lastSeen FROM seenEstablishment WHERE employerId = ? ORDER BY id';
  return connection.rows(establishmentRow, sql, employerId).map((row) => ({
    id: row.id,
    label: row.label ?? undefined,
    zone: row.zone ?? undefined,
    lastSeen: new Date(row.lastSeen),
  }));
}

/** The last paths of an employer's undocumented fields, and the reasons for them. */
export function storeFieldEvidence(
  connection: Connection,
  employerId: string,
  evidence: JsonObject,
  now: Date,
): void {
  const sql = 'INSERT OR REPLACE INTO fieldEvidence VALUES (?, ?, ?)';
  connection.transaction(() => connection.run(sql, employerId, now.getTime(), JSON.stringify(evidence)));
}

export function loadFieldEvidence(connection: Connection, employerId: string): JsonObject | undefined {
  const row = z.object({ evidence: z.string() });
  const [found] = connection.rows(row, 'SELECT evidence FROM fieldEvidence WHERE employerId = ?', employerId);
  return found && parsedObject(connection.path, message('store.part.fields', { employerId }), found.evidence);
}
