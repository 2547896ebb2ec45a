import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DatabaseSync, type DatabaseSyncInstance } from '#sqlite';
import { canonicalJson } from '../../src/store/canonicalJson.js';
import { openStore } from '../../src/store/openStore.js';
import { useServer } from '../../src/store/postgres/serverUse.js';
import { quoted } from '../../src/store/postgres/sharedTables.js';

export interface ManyFinals {
  readonly employers: number;
  /** The number for each employer, one a month up to the last. */
  readonly finals: number;
  /** The number for each final. */
  readonly people: number;
  readonly now: Date;
}

const NOTHING = gzipSync('{}');
/** As large as the facts stored with the records of 30 people. */
const FACTS = randomBytes(3000);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function finalOf(employer: number, month: number): string {
  return `20200101T000000-${String(employer).padStart(5, '0')}-${String(month).padStart(3, '0')}`;
}

function employerIdOf(employer: number): string {
  return `daddf4c2-64d3-4522-bf9a-${String(employer).padStart(12, '0')}`;
}

/**
 * A configuration with this number of employers. @param store the setting for the store; the default file if undefined
 */
function writeConfiguration(folder: string, employers: number, store?: string): void {
  const lines = numbersTo(employers).map(
    (index) =>
      `  e${index}: { employerId: ${employerIdOf(index)}, clientId: c${index}, clientSecret: { env: BENCH_SECRET }, zone: Europe/Brussels }\n`,
  );
  mkdirSync(join(folder, 'inbox'), { recursive: true });
  writeFileSync(
    join(folder, 'paytally.yaml'),
    `baseUrl: http://127.0.0.1:9\n${store === undefined ? '' : `store: ${store}\n`}templates: [employee-days]
deliveries: { archive: { to: folder, path: inbox } }
schedule: { monthly: { cron: "0 6 3 * *", period: last-month, final: true } }\nemployers:\n${lines.join('')}`,
  );
}

/**
 * A configuration and a store with finals as large as real ones except for personal records: links, manifests, reads,
 * deliveries and schedule marks. Created with SQL, because the runs would take days.
 */
export function writeManyFinals(folder: string, order: ManyFinals): void {
  const { employers, now } = order;
  writeConfiguration(folder, employers);
  const path = join(folder, '.paytally', 'store.sqlite');
  openStore(path, { mode: 'write', now: () => now }).close();
  const db = new DatabaseSync(path);
  db.exec('PRAGMA synchronous = OFF; BEGIN');
  const insert = inserts(db);
  for (const employer of numbersTo(employers)) writeEmployer(insert, employer, order);
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

const ROWS_AT_ONCE = 1000;

/** The same in a PostgreSQL database. */
export async function writeManySharedFinals(folder: string, order: ManyFinals, url: string): Promise<void> {
  writeConfiguration(folder, order.employers, url);
  await useServer(url, async ({ server }) => {
    const waiting = new Map<string, object[]>();
    const flush = async (least: number) => {
      for (const [table, rows] of waiting) {
        if (rows.length < least) continue;
        const name = quoted(table);
        await server.query(
          `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, $1)`,
          [JSON.stringify(rows)],
        );
        waiting.delete(table);
      }
    };
    let seq = 0;
    for (const employer of numbersTo(order.employers)) {
      const ofEmployer = employerIdOf(employer);
      const add = (table: string, row: object) => waiting.set(table, [...(waiting.get(table) ?? []), row]);
      add('employer', {
        employerId: ofEmployer,
        ordinal: employer + 1,
        employerKey: `e${employer}`,
        fence: 1,
      });
      const insert: Insert = (table, row) => {
        seq += 1;
        const cells = Object.entries(row).map(([column, cell]) => [
          column,
          cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : cell,
        ]);
        add(table, { ofEmployer, seq, ...Object.fromEntries(cells) });
      };
      writeEmployer(insert, employer, order);
      await flush(ROWS_AT_ONCE);
    }
    await flush(1);
    await server.query('ANALYZE');
  });
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

type Insert = (table: string, row: Readonly<Record<string, string | number | null | Uint8Array>>) => void;

function inserts(db: DatabaseSyncInstance): Insert {
  const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>();
  return (table, row) => {
    const columns = Object.keys(row);
    const marks = columns.map(() => '?').join(', ');
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`;
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    statement.run(...Object.values(row));
  };
}

function writeEmployer(insert: Insert, employer: number, { finals, people, now }: ManyFinals): void {
  const [employerId, employerKey] = [employerIdOf(employer), `e${employer}`];
  let previousDigest: string | null = null;
  for (let position = 0; position < finals; position += 1) {
    const runId = finalOf(employer, position);
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - finals + position, 1));
    const [from, label] = [first.toISOString().slice(0, 10), first.toISOString().slice(0, 7)];
    const nextMonth = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
    const to = new Date(nextMonth - 86_400_000).toISOString().slice(0, 10);
    const startedAt = nextMonth + 2 * 86_400_000 + 5 * 3_600_000 + employer;
    const files = [
      {
        path: `out/${employerKey}_${label}_employee-days.csv`,
        template: 'employee-days',
        rows: 660,
        bytes: 66_000,
        sha256: sha256(runId),
      },
    ];
    const manifest = JSON.stringify({ runId, files, note: 'x'.repeat(3000) });
    const readId = sha256(`${runId} read`).slice(0, 16);
    insert('read', {
      readId,
      employerId,
      dateFrom: from,
      dateTo: to,
      startedAt,
      completedAt: startedAt + 4000,
      owner: readId,
      facts: FACTS,
    });
    insert('run', {
      runId,
      employerKey,
      employerId,
      periodFrom: from,
      periodTo: to,
      periodLabel: label,
      state: 'final',
      startedAt,
      completedAt: startedAt + 5000,
      manifest,
      readId,
    });
    const digests = Array.from({ length: people }, (_, person) => sha256(`${runId} ${person}`)).sort();
    const body = canonicalJson({
      kind: 'final',
      runId,
      employerId,
      employer: employerKey,
      from,
      to,
      label,
      position,
      previousDigest,
      startedAt: new Date(startedAt).toISOString(),
      people: digests,
      chainFiles: [],
      seals: { [runId]: sha256(manifest) },
      facts: { templates: ['employee-days'], files, supersedes: [], accepted: {}, note: 'x'.repeat(700) },
    });
    const digest = sha256(body);
    insert('ledgerLink', { employerId, position, runId, previousDigest, digest, body });
    // For only one person, because records of people make a store large and no list reads them.
    insert('ledgerPerson', {
      runId,
      person: 'person',
      digest: digests[0] ?? '',
      salt: 'salt',
      gzip: NOTHING,
    });
    insert('delivery', {
      id: (employer + 1) * 2 ** 32 + position + 1,
      runId,
      employerKey,
      name: 'archive',
      recipient: './inbox',
      messageId: `<${runId}@paytally>`,
      state: 'sent',
      attempts: 1,
      createdAt: startedAt,
      changedAt: startedAt,
      details: '{}',
    });
    const due = Math.floor(startedAt / 1000);
    insert('scheduleDone', { employerKey, name: 'monthly', due, state: 'done', runId, changedAt: startedAt });
    previousDigest = digest;
  }
}
