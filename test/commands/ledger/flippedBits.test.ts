import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DatabaseSync, type DatabaseSyncInstance } from '#sqlite';
import { type Random, randomFor } from '../../../samples/generator/random.js';
import { verifyStore } from '../../../src/app/ledger/verify.js';
import type { LoadedConfig } from '../../../src/config/config.js';
import { loadConfig } from '../../../src/config/load.js';
import { PaytallyError } from '../../../src/errors.js';
import { openStore } from '../../../src/store/openStore.js';
import { type LedgerBench, startLedgerBench } from '../../support/employers/ledgerBench.js';
import { ACCEPT } from '../../support/employers/sampleService.js';

const FLIPS = process.env.PAYTALLY_LONG === '1' ? 300 : 60;

/** Columns by table; rows of runs outside any chain belong to the one draft. */
const TABLES: readonly (readonly [table: string, where: string])[] = [
  ['run', 'TRUE'],
  ['read', 'readId IN (SELECT readId FROM run)'],
  ['readPart', 'readId IN (SELECT readId FROM run)'],
  ['ledgerLink', 'TRUE'],
  ['ledgerPerson', 'TRUE'],
  ['chainFile', 'TRUE'],
  ['draftInput', 'TRUE'],
];

type Value = string | number | Uint8Array;

/** A value that can be changed and changed back. */
interface Place {
  readonly name: string;
  readonly read: () => Value;
  readonly write: (value: Value) => void;
}

function placesInStore(db: DatabaseSyncInstance): Place[] {
  return TABLES.flatMap(([table, where]) => {
    const rows = db.prepare(`SELECT rowid AS id, * FROM ${table} WHERE ${where}`).all() as Record<
      string,
      unknown
    >[];
    return rows.flatMap(({ id, ...row }) =>
      Object.entries(row)
        .filter(([, value]) => value !== null)
        .map(([column, value]) => ({
          name: `${table}.${column} of row ${id}`,
          read: () => value as Value,
          write: (changed: Value) => {
            const given = typeof changed === 'string' ? Buffer.from(changed, 'latin1') : changed;
            const sql = typeof changed === 'string' ? 'CAST(? AS TEXT)' : '?';
            db.prepare(`UPDATE ${table} SET ${column} = ${sql} WHERE rowid = ?`).run(given, id as number);
          },
        })),
    );
  });
}

function byColumn(places: readonly Place[]): readonly Place[][] {
  const columns = new Map<string, Place[]>();
  for (const place of places) {
    const column = place.name.split(' ')[0] ?? '';
    columns.set(column, [...(columns.get(column) ?? []), place]);
  }
  return [...columns.values()];
}

function fileAt(path: string): Place {
  return {
    name: path,
    read: () => new Uint8Array(readFileSync(path)),
    write: (value) => {
      chmodSync(path, 0o600);
      writeFileSync(path, value as Uint8Array);
    },
  };
}

/** Flips one bit. Texts are treated as bytes: those that are no longer UTF-8 are changed all the same. */
function flipped(value: Value, random: Random): Value {
  const bit = 1 << random.between(0, 7);
  if (typeof value === 'number') return value ^ bit;
  const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
  const at = random.between(0, Math.max(0, bytes.length - 1));
  bytes[at] = (bytes[at] ?? 0) ^ bit;
  return typeof value === 'string' ? bytes.toString('latin1') : new Uint8Array(bytes);
}

/** The same text packed in another way, or a digest followed by another space, is the same value. */
function isSameValue(name: string, before: Value, after: Value): boolean {
  // An empty text has no bits.
  if (before === after) return true;
  if (!(before instanceof Uint8Array) || !(after instanceof Uint8Array)) return false;
  if (name.endsWith('.chain'))
    return Buffer.from(before).toString().trim() === Buffer.from(after).toString().trim();
  if (!name.includes('gzip')) return false;
  try {
    return gunzipSync(before).equals(gunzipSync(after));
  } catch {
    return false;
  }
}

async function isFound(path: string, loaded: LoadedConfig, draft: string): Promise<boolean> {
  const { signal } = new AbortController();
  try {
    const store = openStore(path, { mode: 'read', now: () => new Date(0), base: loaded.folder });
    try {
      const chain = await verifyStore(store, loaded, {}, signal);
      const ofDraft = await verifyStore(store, loaded, { runId: draft }, signal);
      return [chain, ofDraft].some(
        ({ verified, failure }) => failure !== undefined || verified.some(({ ok }) => !ok),
      );
    } finally {
      store.close();
    }
  } catch (failure) {
    // The draft now has another id, or the file is no longer one of ours.
    if (failure instanceof PaytallyError) return true;
    throw failure;
  }
}

test(`${FLIPS} flipped bits in store, files, chain files and witness, one at a time: each is found`, {
  tags: 'slow',
  timeout: 600_000,
}, async () => {
  const bench = await startLedgerBench(['2026-10-05', '2026-10-07'], 'templates: [pay-lines, employee-days]');
  try {
    const { draft, files } = await someRuns(bench);
    const path = join(bench.service.cwd, '.paytally', 'store.sqlite');
    const loaded = await loadConfig({ cwd: bench.service.cwd, env: bench.service.env });
    expect(await isFound(path, loaded, draft)).toBe(false);
    const db = new DatabaseSync(path);
    for (const name of ['ledgerLinkIsFixed', 'ledgerPersonIsFixed']) db.exec(`DROP TRIGGER ${name}`);
    const kinds = [...byColumn(placesInStore(db)), files.map(fileAt)];
    const random = randomFor('flips');
    const missed: string[] = [];
    let [found, same] = [0, 0];
    while (found + missed.length < FLIPS) {
      const places = kinds[random.between(0, kinds.length - 1)] ?? [];
      const place = places[random.between(0, places.length - 1)];
      if (place === undefined) continue;
      const before = place.read();
      const after = flipped(before, random);
      if (isSameValue(place.name, before, after)) {
        same += 1;
        continue;
      }
      try {
        place.write(after);
      } catch {
        // Two rows would have the same key.
        continue;
      }
      if (await isFound(path, loaded, draft)) found += 1;
      else missed.push(place.name);
      place.write(typeof before === 'string' ? Buffer.from(before).toString('latin1') : before);
    }
    db.close();
    console.log(`${found} of ${FLIPS} changed bits were found; ${same} others changed no value`);
    expect(missed).toEqual([]);
    expect(await isFound(path, loaded, draft)).toBe(false);
  } finally {
    await bench.stop();
  }
});

/** Two finals, a correction of the first, a purge of one employee from the second, and a draft. */
async function someRuns(bench: LedgerBench): Promise<{ draft: string; files: string[] }> {
  const { json, service } = bench;
  const made = async (...argv: string[]) => {
    const answer = await json(argv);
    expect(answer.status).toBe(0);
    return answer.runs;
  };
  await made('export', '2026-10-05..2026-10-05', '--final', ...ACCEPT);
  await made('export', '2026-10-06..2026-10-06', '--final', ...ACCEPT);
  const env = await bench.changed(({ 'time-entries': entries = [], ...others }) => ({
    ...others,
    'time-entries': entries.filter(
      ({ workDate, employeeId }, index) =>
        workDate !== '2026-10-05' || employeeId === null || index % 7 !== 0,
    ),
  }));
  const corrected = await json(['corrections', '2026-10-05..2026-10-05', '--final', ...ACCEPT], { env });
  expect(corrected.status).toBe(0);
  await made('purge', '--person', '00121', '--reason', 'asked for it');
  const [{ runId: draft, files }] = await made('export', '2026-10-07..2026-10-07');
  const { runs } = await json(['history']);
  const paths = runs.flatMap((run: { files: { path: string }[] }) => run.files.map(({ path }) => path));
  const witness = join(service.cwd, '.paytally.witness');
  const [chain] = readdirSync(witness);
  expect(files.length).toBeGreaterThan(0);
  return { draft, files: [...paths, bench.at('bakery.chain'), join(witness, chain ?? '')] };
}
