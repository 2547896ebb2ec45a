import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { FIRST_SCHEMA_VERSION, migrationsAfter, SCHEMA_VERSION } from '../schema.js';
import { Server, type ServerQueries } from './server.js';
import { NO_OWNER, quoted, type SharedTable, sharedTables } from './sharedTables.js';

/** Version of the tables below; those of the embedded store have `SCHEMA_VERSION`. */
const SERVER_VERSION = 2;
/** Only one process changes the schema at a time. */
const MIGRATION_LOCK = 0x70617973;

/**
 * Tables that only a shared store has: employers with the fence of their newest check-out, processes with their
 * heartbeats, the rate limits' slots, and which roles may see the employers of a client.
 */
const SERVER_TABLES = `
  CREATE TABLE IF NOT EXISTS version (
    server integer NOT NULL, store integer NOT NULL, "movedTo" text
  );
  CREATE TABLE IF NOT EXISTS operator (
    role   text NOT NULL,
    client text NOT NULL,
    PRIMARY KEY (role, client)
  );
  CREATE TABLE IF NOT EXISTS employer (
    "employerId"  text PRIMARY KEY,
    ordinal       integer GENERATED ALWAYS AS IDENTITY UNIQUE,
    "employerKey" text NOT NULL,
    client        text,
    fence         bigint NOT NULL DEFAULT 0,
    holder        text,
    "lastCheckIn" text
  );
  ALTER TABLE employer ADD COLUMN IF NOT EXISTS "lastCheckOut" text;
  CREATE TABLE IF NOT EXISTS instance (
    id       text PRIMARY KEY,
    "seenAt" timestamptz NOT NULL,
    address  text NOT NULL,
    workers  text[] NOT NULL DEFAULT '{}'
  );
  CREATE TABLE IF NOT EXISTS slot (
    bucket   text NOT NULL,
    place    integer NOT NULL,
    "freeAt" timestamptz NOT NULL DEFAULT '-infinity',
    holder   text,
    PRIMARY KEY (bucket, place)
  ) WITH (fillfactor = 50);
  CREATE INDEX IF NOT EXISTS "slotByTime" ON slot (bucket, "freeAt");
  CREATE TABLE IF NOT EXISTS pause (
    bucket text PRIMARY KEY, "untilAt" timestamptz NOT NULL
  );
  CREATE OR REPLACE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';
  CREATE OR REPLACE FUNCTION clients() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = paytally, pg_temp
    AS $$ SELECT coalesce(array_agg(client), '{}') FROM operator WHERE role = session_user $$;
  CREATE OR REPLACE FUNCTION allow(operator_role text, operator_client text) RETURNS void LANGUAGE plpgsql
    SET search_path = paytally, pg_temp AS $$
  BEGIN
    INSERT INTO operator VALUES (operator_role, operator_client) ON CONFLICT DO NOTHING;
    EXECUTE format('GRANT USAGE ON SCHEMA paytally TO %I', operator_role);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA paytally TO %I', operator_role);
    EXECUTE format('REVOKE ALL ON operator FROM %I', operator_role);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON version FROM %I', operator_role);
  END $$;`;

/** The ledger refuses the same changes as in SQLite, for every role. */
const LEDGER_TRIGGERS = `
  CREATE OR REPLACE FUNCTION "ledgerLinkFollows"() RETURNS trigger LANGUAGE plpgsql
    SET search_path = paytally, pg_temp AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN RAISE EXCEPTION 'the ledger keeps its links as they are'; END IF;
    IF NEW.position <> (SELECT count(*) FROM "ledgerLink" WHERE "ofEmployer" = NEW."ofEmployer")
      OR NEW."previousDigest" IS DISTINCT FROM (SELECT digest FROM "ledgerLink"
        WHERE "ofEmployer" = NEW."ofEmployer" AND position = NEW.position - 1)
    THEN RAISE EXCEPTION 'a link follows the last one of its employer'; END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER "ledgerLinkFollows" BEFORE INSERT OR UPDATE OR DELETE ON "ledgerLink"
    FOR EACH ROW EXECUTE FUNCTION "ledgerLinkFollows"();
  CREATE OR REPLACE FUNCTION "ledgerPersonIsFixed"() RETURNS trigger LANGUAGE plpgsql
    SET search_path = paytally, pg_temp AS $$
  BEGIN
    IF TG_OP = 'DELETE' OR NEW.salt IS NOT NULL OR NEW.gzip IS NOT NULL OR NEW."runId" <> OLD."runId"
      OR NEW.person <> OLD.person OR NEW.digest <> OLD.digest
    THEN RAISE EXCEPTION 'the ledger only lets go of what a person has'; END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER "ledgerPersonIsFixed" BEFORE UPDATE OR DELETE ON "ledgerPerson"
    FOR EACH ROW EXECUTE FUNCTION "ledgerPersonIsFixed"();`;

/** Tables of earlier versions of the embedded store. */
const REMOVED_TABLES = ['exportOutcome', 'owedWork'];

/**
 * Creates the tables or brings them up to date, and lets the role that does so see all employers.
 * @throws PaytallyError STORE_NEWER
 */
export async function prepareServer(server: Server): Promise<void> {
  if (await isCurrent(server, server.name)) return;
  await server.transaction(async (queries) => {
    await queries.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (await isCurrent(queries, server.name)) return;
    await queries.query('CREATE SCHEMA IF NOT EXISTS paytally');
    await queries.query(SERVER_TABLES);
    for (const table of sharedTables()) await queries.query(tableText(table));
    await queries.query(`DROP TABLE IF EXISTS ${REMOVED_TABLES.map(quoted).join(', ')}`);
    await queries.query(LEDGER_TRIGGERS);
    await queries.query(securityText(['employer', ...sharedTables().map(({ name }) => name)]));
    await queries.query(`INSERT INTO operator VALUES (session_user, '*') ON CONFLICT DO NOTHING`);
    await queries.query(`INSERT INTO version SELECT $1, $2, NULL WHERE NOT EXISTS (SELECT 1 FROM version)`, [
      SERVER_VERSION,
      SCHEMA_VERSION,
    ]);
    await queries.query('UPDATE version SET server = $1, store = $2', [SERVER_VERSION, SCHEMA_VERSION]);
  }, 'repeatable');
}

/**
 * Whether a database has a store, and the schema versions that the next command brings it to, one after the other.
 * Changes nothing. @throws PaytallyError STORE_NEWER, STORE_UNUSABLE
 */
export async function pendingServerMigrations(
  url: string,
): Promise<{ readonly isThere: boolean; readonly migrations: readonly number[] }> {
  const server = await Server.open(url);
  try {
    const found = await versionsOf(server, server.name);
    return {
      isThere: found !== undefined,
      migrations: found === undefined ? [] : migrationsAfter(found.store),
    };
  } finally {
    await server.close();
  }
}

async function isCurrent(queries: ServerQueries, name: string): Promise<boolean> {
  const found = await versionsOf(queries, name);
  return found?.server === SERVER_VERSION && found.store === SCHEMA_VERSION;
}

/** undefined if the tables do not exist yet. @throws PaytallyError STORE_NEWER, STORE_UNUSABLE */
async function versionsOf(
  queries: ServerQueries,
  name: string,
): Promise<{ readonly server: number; readonly store: number } | undefined> {
  const [there] = await queries.query<{ there: boolean }>(
    `SELECT to_regclass('paytally.version') IS NOT NULL AS there`,
  );
  if (there?.there !== true) return undefined;
  const [found] = await queries.query<{ server: number; store: number }>('SELECT server, store FROM version');
  if (found === undefined) return undefined;
  const { server, store } = found;
  if (server > SERVER_VERSION || store > SCHEMA_VERSION)
    throw new PaytallyError('STORE_NEWER', message('server.tooNew', { version: `${server}.${store}` }), {
      record: name,
    });
  if (store < FIRST_SCHEMA_VERSION)
    throw new PaytallyError('STORE_UNUSABLE', message('server.tooOld', { version: store }), { record: name });
  return found;
}

/** A table with the owner of each row first, and the order in which the owner's rows were added. */
function tableText({ name, columns, key }: SharedTable): string {
  const table = quoted(name);
  const described = columns.map(
    (column) => `${quoted(column.name)} ${column.type}${column.isRequired ? ' NOT NULL' : ''}`,
  );
  const added = columns.map((column) => `ADD COLUMN IF NOT EXISTS ${quoted(column.name)} ${column.type}`);
  return `CREATE TABLE IF NOT EXISTS ${table} ("ofEmployer" text NOT NULL, "seq" bigint NOT NULL, ${described.join(', ')},
      PRIMARY KEY ("ofEmployer", ${key.map(quoted).join(', ')}));
    ALTER TABLE ${table} ${added.join(', ')};
    CREATE INDEX IF NOT EXISTS ${quoted(`${name}InOrder`)} ON ${table} ("ofEmployer", "seq");`;
}

/** A role sees only the employers of its clients; this includes the owner of the tables. */
function securityText(names: readonly string[]): string {
  const sees = `client = ANY (paytally.clients()) OR '*' = ANY (paytally.clients())`;
  const ownedBy = `CASE "ofEmployer" WHEN '${NO_OWNER}' THEN '*' = ANY (paytally.clients())
    ELSE EXISTS (SELECT 1 FROM paytally.employer AS of WHERE of."employerId" = "ofEmployer") END`;
  return names
    .map((name) => {
      const rule = name === 'employer' ? sees : ownedBy;
      return `ALTER TABLE ${quoted(name)} ENABLE ROW LEVEL SECURITY;
        ALTER TABLE ${quoted(name)} FORCE ROW LEVEL SECURITY;
        DROP POLICY IF EXISTS "ofClient" ON ${quoted(name)};
        CREATE POLICY "ofClient" ON ${quoted(name)} USING (${rule}) WITH CHECK (${rule});`;
    })
    .join('\n');
}
