/**
 * The ledger: a chain of links for each employer, and what they say about each person apart from it, so that it can be
 * taken away without breaking the chain. SQLite itself refuses to change or delete a link; of a person's content only
 * the salt and the content can go, and both must.
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
