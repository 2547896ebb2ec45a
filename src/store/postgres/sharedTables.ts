import { z } from 'zod';
import { type Connection, withConnection } from '../connection.js';
import { migrate } from '../schema.js';

/** Final names of a run's files, until the files exist. In PostgreSQL and its working copies only. */
export const PLACEMENT_TABLE = `
  CREATE TABLE placement (
    path       TEXT PRIMARY KEY,
    employerId TEXT NOT NULL,
    runId      TEXT NOT NULL,
    name       TEXT NOT NULL,
    sha256     TEXT NOT NULL,
    mode       INTEGER NOT NULL,
    isPlaced   INTEGER NOT NULL
  ) STRICT;`;

/** The owner of rows that belong to no single employer. */
export const NO_OWNER = '';

const byEmployerId = 'work.employerId';
const byRun = '(SELECT employerId FROM run WHERE run.runId = work.runId)';
const byRead = '(SELECT employerId FROM read WHERE read.readId = work.readId)';
const byKey = (key: string) => `(SELECT employerId FROM owner WHERE owner.employerKey = ${key})`;

/** How PostgreSQL stores the rows of a table; the rest is read from the schema of the embedded store. */
interface Sharing {
  /** SQL for the employer's id of a row of `work`. */
  readonly owner: string;
  /** The key of a row within an employer, if the table has no primary key. */
  readonly key?: readonly string[];
  /** Row numbers from SQLite; in PostgreSQL they are unique for all employers. */
  readonly numbers?: readonly string[];
  /** A large column, which a working copy contains only for the newest runs or reads. */
  readonly content?: { readonly column: string; readonly of: 'runId' | 'readId' };
}

/** Tables that need more than the column `employerId`, in an order in which rows can be inserted. All others follow. */
const SHARING: Readonly<Record<string, Sharing>> = {
  run: { owner: byEmployerId },
  read: { owner: byEmployerId },
  readPart: {
    owner: byRead,
    content: { column: 'gzip', of: 'readId' },
  },
  draftInput: { owner: byRun, content: { column: 'gzip', of: 'runId' } },
  draftSeal: { owner: byRun },
  ledgerLink: { owner: byEmployerId },
  ledgerPerson: {
    owner: '(SELECT employerId FROM ledgerLink WHERE ledgerLink.runId = work.runId)',
    content: { column: 'gzip', of: 'runId' },
  },
  delivery: { owner: `coalesce(${byRun}, ${byKey('work.employerKey')})`, numbers: ['id'] },
  deliveryFile: {
    owner: `(SELECT coalesce((SELECT employerId FROM run WHERE run.runId = delivery.runId), ${byKey('delivery.employerKey')})
      FROM delivery WHERE delivery.id = work.deliveryId)`,
    key: ['deliveryId', 'name'],
    numbers: ['deliveryId'],
  },
  stagedFile: { owner: byKey('work.employerKey') },
  scheduleDone: { owner: byKey('work.employerKey') },
  silentServer: { owner: `'${NO_OWNER}'` },
  notice: { owner: `'${NO_OWNER}'` },
};

/** Only of this computer: the file moves of its processes. */
const LOCAL_TABLES: readonly string[] = ['journal'];

export type ColumnType = 'text' | 'bigint' | 'bytea' | 'double precision';

export interface SharedTable extends Sharing {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly isRequired: boolean;
  }[];
  readonly key: readonly string[];
}

const TYPES: Readonly<Record<string, ColumnType>> = {
  TEXT: 'text',
  INTEGER: 'bigint',
  BLOB: 'bytea',
  REAL: 'double precision',
};

const tableRow = z.object({ name: z.string() });
const columnRow = z.object({ name: z.string(), type: z.string(), notnull: z.number(), pk: z.number() });

/** The tables that a connection has, and how each is shared. @throws Error for a table whose rows have no employer */
function describeTables(connection: Connection): readonly SharedTable[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  const names = new Set(connection.rows(tableRow, sql).map(({ name }) => name));
  const others = [...names].filter((name) => !Object.hasOwn(SHARING, name) && !LOCAL_TABLES.includes(name));
  return [...Object.keys(SHARING), ...others].map((name) => {
    const columns = connection.rows(
      columnRow,
      `SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`,
    );
    const sharing = SHARING[name] ?? { owner: byEmployerId };
    if (sharing.owner === byEmployerId && !columns.some((column) => column.name === 'employerId'))
      throw new Error(`the rows of ${name} have no employer: see sharedTables.ts`);
    const primary = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    return {
      ...sharing,
      name,
      columns: columns.map(({ name: column, type, notnull, pk }) => ({
        name: column,
        type: TYPES[type] ?? 'text',
        isRequired: notnull === 1 || pk > 0,
      })),
      key: sharing.key ?? primary.map(({ name: column }) => column),
    };
  });
}

let described: readonly SharedTable[] | undefined;

/** All shared tables, from the schema of the embedded store. */
export function sharedTables(): readonly SharedTable[] {
  described ??= withConnection('(schema)', { location: ':memory:' }, (connection) => {
    migrate(connection);
    connection.exec(PLACEMENT_TABLE);
    return describeTables(connection);
  });
  return described;
}

/** An identifier; names of columns have capital letters. */
export function quoted(name: string): string {
  return `"${name}"`;
}
