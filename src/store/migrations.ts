import { CHAIN_FILE_TABLE } from './chainFiles.js';
import { DRAFT_INPUT_TABLE } from './draftInputs.js';
import { JOURNAL_TABLE } from './journal.js';
import { LEDGER_TABLES } from './ledgerTables.js';
import { DRAFT_SEAL_TABLE } from './seals.js';
import { STAGED_TABLES } from './stagedFiles.js';

/** 'pays' in ASCII: marks the file as paytally's, so that no other SQLite file is ever taken for it. */
export const APPLICATION_ID = 0x70617973;

/** Reads, packed by person; the same in the temporary file of a store that was opened for reading. */
export const READ_TABLES = `
   CREATE TABLE read (
     readId      TEXT PRIMARY KEY,
     employerId  TEXT NOT NULL,
     dateFrom    TEXT NOT NULL,
     dateTo      TEXT NOT NULL,
     startedAt   INTEGER NOT NULL,
     completedAt INTEGER,
     owner       TEXT NOT NULL,
     facts       BLOB
   ) STRICT;
   CREATE INDEX readByWindow ON read (employerId, dateFrom, dateTo, completedAt);
   CREATE TABLE readPart (
     readId  TEXT NOT NULL REFERENCES read (readId) ON DELETE CASCADE,
     person  TEXT NOT NULL,
     part    INTEGER NOT NULL,
     records INTEGER NOT NULL,
     bytes   INTEGER NOT NULL,
     sha256  TEXT NOT NULL,
     gzip    BLOB NOT NULL,
     PRIMARY KEY (readId, person, part)
   ) STRICT;`;

const RUN_TABLE = `
   CREATE TABLE run (
     runId       TEXT PRIMARY KEY,
     employerKey TEXT NOT NULL,
     employerId  TEXT NOT NULL,
     periodFrom  TEXT NOT NULL,
     periodTo    TEXT NOT NULL,
     periodLabel TEXT NOT NULL,
     state       TEXT NOT NULL,
     startedAt   INTEGER NOT NULL,
     completedAt INTEGER NOT NULL,
     manifest    TEXT NOT NULL,
     readId      TEXT
   ) STRICT;
   CREATE INDEX runByPeriod ON run (employerId, periodFrom, periodTo, startedAt);`;

const KNOWN_ENTITY_TABLES = `
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

const DELIVERY_TABLES = `
   CREATE TABLE delivery (
     id          INTEGER PRIMARY KEY,
     runId       TEXT NOT NULL,
     employerKey TEXT NOT NULL,
     name        TEXT NOT NULL,
     recipient   TEXT NOT NULL,
     messageId   TEXT NOT NULL UNIQUE,
     state       TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'failed', 'unknown')),
     attempts    INTEGER NOT NULL,
     problem     TEXT,
     createdAt   INTEGER NOT NULL,
     changedAt   INTEGER NOT NULL,
     nextTryAt   INTEGER,
     details     TEXT NOT NULL
   ) STRICT;
   CREATE INDEX deliveryByRun ON delivery (runId);
   CREATE INDEX deliveryByState ON delivery (state);
   CREATE TABLE deliveryFile (
     deliveryId INTEGER NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
     name       TEXT NOT NULL,
     template   TEXT NOT NULL,
     sha256     TEXT NOT NULL,
     path       TEXT,
     gzip       BLOB
   ) STRICT;
   CREATE INDEX deliveryFileOf ON deliveryFile (deliveryId);`;

const SCHEDULE_TABLES = `
   CREATE TABLE scheduleDone (
     employerKey TEXT NOT NULL,
     name        TEXT NOT NULL,
     due         INTEGER NOT NULL,
     state       TEXT NOT NULL,
     runId       TEXT,
     problem     TEXT,
     changedAt   INTEGER NOT NULL,
     nextTryAt   INTEGER,
     PRIMARY KEY (employerKey, name, due)
   ) STRICT;
   CREATE TABLE exportOutcome (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     state      TEXT NOT NULL,
     exceptions TEXT NOT NULL,
     at         INTEGER NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo)
   ) STRICT;
   CREATE TABLE grantedHolidays (
     employerId TEXT NOT NULL,
     year       INTEGER NOT NULL,
     dates      TEXT NOT NULL,
     readAt     INTEGER NOT NULL,
     PRIMARY KEY (employerId, year)
   ) STRICT;
   CREATE TABLE notice (
     cause TEXT PRIMARY KEY,
     since INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE changedDays (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     lines      INTEGER NOT NULL,
     position   INTEGER NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo)
   ) STRICT;`;

/** The `user_version` of a store after the first step. Lower ones are of stores from before the first release. */
export const FIRST_SCHEMA_VERSION = 12;

/**
 * The schema, step by step: each further step raises the store's `user_version` by one. A step that was released is
 * never edited; the next change is the next step.
 */
export const MIGRATIONS: readonly string[] = [
  [
    RUN_TABLE,
    DRAFT_INPUT_TABLE,
    DRAFT_SEAL_TABLE,
    READ_TABLES,
    KNOWN_ENTITY_TABLES,
    LEDGER_TABLES,
    CHAIN_FILE_TABLE,
    JOURNAL_TABLE,
    DELIVERY_TABLES,
    STAGED_TABLES,
    SCHEDULE_TABLES,
  ].join('\n'),
];

export const SCHEMA_VERSION = FIRST_SCHEMA_VERSION + MIGRATIONS.length - 1;
