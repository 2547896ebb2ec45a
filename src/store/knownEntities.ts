import { z } from 'zod';
import type { Employee, Establishment } from '../domain/records/records.js';
import { message } from '../i18n/message.js';
import type { JsonObject } from './canonicalJson.js';
import { type Connection, columns } from './connection.js';
import { parsedObject } from './runs.js';
import type { StorePart } from './storePart.js';

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

const employeeRow = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  lastSeen: columns.instant,
});

const establishmentRow = z.object({
  id: z.string(),
  label: columns.optional(z.string()),
  zone: columns.optional(z.string()),
  lastSeen: columns.instant,
});

const evidenceRow = z.object({ evidence: z.string() });

type Named = Pick<Employee, 'id' | 'firstName' | 'lastName'>;
export type KnownEntities = ReturnType<typeof openKnownEntities>;

/** People, places and undocumented fields as the service last returned them. */
export function openKnownEntities({ connection, writable, now }: StorePart) {
  const replace = (table: string, row: Parameters<Connection['insert']>[1]): void =>
    writable().insert(table, row, 'INSERT OR REPLACE');
  return {
    /** Under their latest name, so that an archived employee keeps one. */
    rememberEmployees: (employerId: string, employees: Iterable<Named>): void =>
      writable().transaction(() => {
        for (const { id, firstName, lastName } of employees)
          replace('seenEmployee', { employerId, id, firstName, lastName, lastSeen: now() });
      }),
    employees: (employerId: string) =>
      connection.rows(employeeRow, 'SELECT * FROM seenEmployee WHERE employerId = ? ORDER BY id', employerId),
    /** So that one that the service no longer lists is noticed. */
    rememberEstablishments: (employerId: string, establishments: Iterable<Establishment>): void =>
      writable().transaction(() => {
        for (const { id, label, zone } of establishments)
          replace('seenEstablishment', { employerId, id, label, zone, lastSeen: now() });
      }),
    establishments: (employerId: string) => {
      const sql = 'SELECT * FROM seenEstablishment WHERE employerId = ? ORDER BY id';
      return connection.rows(establishmentRow, sql, employerId);
    },
    /** The last paths of an employer's undocumented fields, and the reasons for them. */
    saveFieldEvidence: (employerId: string, evidence: JsonObject): void =>
      replace('fieldEvidence', { employerId, savedAt: now(), evidence: JSON.stringify(evidence) }),
    fieldEvidence: (employerId: string): JsonObject | undefined => {
      const sql = 'SELECT evidence FROM fieldEvidence WHERE employerId = ?';
      const [found] = connection.rows(evidenceRow, sql, employerId);
      const part = message('store.part.fields', { employerId });
      return found && parsedObject(connection.path, part, found.evidence);
    },
  };
}
