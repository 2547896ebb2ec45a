// @module-tag slow
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { STORE_NAME } from '../../../src/store/openStore.js';
import {
  employeeId,
  entryId,
  startWatchedService,
  uuid,
  type WatchedService,
  watchedEmployer,
} from '../../support/employers/watchedEmployer.js';
import { type MailServer, startMailServer } from '../../support/servers/mailServer.js';
import { noPostgres, type PostgresServer, startPostgres } from '../../support/servers/postgresServer.js';

const PEOPLE = [0, 1, 2];
const ASKED = 1;
const DAYS = { people: PEOPLE.length, from: '2026-10-05', to: '2026-10-09' };
const NOW_MS = Date.parse('2026-10-20T12:00:00Z');

/** A word that occurs only in one employee's data, and identifies them. */
const mark = (kind: string, index: number) => `${kind}-of-${index}-x`;
const shiftId = (index: number, day: number) => uuid(String(40_000 + index), day);

/** Names and record ids are markers. One employee works another's shift, and has an invalid entry. */
function markedEmployer() {
  const employer = watchedEmployer(DAYS);
  const { 'time-entries': entries = [] } = employer.records;
  if ('onDate' in entries) throw new Error('these are lists of records');
  const changes: Record<string, object> = {
    [entryId(ASKED, 2)]: { shiftId: shiftId(2, 2) },
    [entryId(ASKED, 3)]: { workedMinutes: -30 },
  };
  const employees = PEOPLE.map((index) => ({
    id: employeeId(index),
    firstName: mark('first', index),
    lastName: mark('last', index),
    isActive: true,
  }));
  const changed = [...entries].map((entry) => ({ ...entry, ...changes[String(entry.id)] }));
  return { ...employer, records: { ...employer.records, employees, 'time-entries': changed } };
}

/** What the store and the files have about an employee. */
function marksOf(index: number): string[] {
  return [
    ...[mark('first', index), mark('last', index), mark('absence', index), mark('number', index)],
    ...[`${mark('mail', index)}@example.com`, mark('reason', index), employeeId(index)],
    ...[0, 1, 2, 3, 4].flatMap((day) => [entryId(index, day), shiftId(index, day)]),
  ];
}

function writeFiles(cwd: string): void {
  const lines = PEOPLE.map((index) =>
    [employeeId(index), mark('number', index), `${mark('mail', index)}@example.com`].join(';'),
  );
  writeFileSync(join(cwd, 'employees.csv'), ['employeeId;employeeNumber;email', ...lines, ''].join('\n'));
  const absences = PEOPLE.map(
    (index) => `${employeeId(index)},2026-10-12,2026-10-12,${mark('absence', index)},1`,
  );
  writeFileSync(join(cwd, 'absences.csv'), ['employee,from,to,code,days', ...absences, ''].join('\n'));
  const path = join(cwd, 'paytally.yaml');
  const text = readFileSync(path, 'utf8').replace('watched: {', 'watched: { employees: employees.csv,');
  writeFileSync(path, text.replace('templates: [pay-lines]', 'templates: [timesheets]'));
}

/** The whole content of the store's file, unpacked. */
function storedText(cwd: string): string {
  const db = new DatabaseSync(join(cwd, '.paytally', STORE_NAME));
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const cells = tables.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM ${name}`)
      .all()
      .flatMap((row) => Object.values(row ?? {})),
  );
  db.close();
  return cells.map(textOfCell).join('\n');
}

function textOfCell(cell: unknown): string {
  if (!(cell instanceof Uint8Array)) return String(cell);
  try {
    return gunzipSync(cell).toString('utf8');
  } catch {
    return Buffer.from(cell).toString('utf8');
  }
}

let mails: MailServer;
let postgres: PostgresServer | undefined;
beforeAll(async () => {
  mails = await startMailServer('takes');
  if (noPostgres === undefined) postgres = await startPostgres();
});
afterAll(async () => {
  await mails.close();
  postgres?.stop();
});

const STORES = noPostgres === undefined ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

describe.each(STORES)('all data of one employee, with a store in %s', (kind) => {
  let service: WatchedService;
  beforeAll(async () => {
    const store = kind === 'SQLite' ? '' : `store: ${postgres?.database()}`;
    const configuration = `${store}
absences: absences.csv
workingTime: { pack: eu, limits: { maxDayHours: 5 } }
monitor: { every: 15m, back: 31d, ahead: 28d }
mail: { from: "p@example.com", owner: office@example.com, smtp: { host: 127.0.0.1, port: ${mails.port}, tls: none } }
deliveries: { each: { to: mail, templates: [timesheets], recipients: { column: email }, attach: true } }`;
    service = await startWatchedService(DAYS, configuration, { employers: [markedEmployer()] });
    writeFiles(service.cwd);
    const period = '2026-10-05..2026-10-09';
    const reasons = PEOPLE.flatMap((index) => [
      '--accept',
      `INVALID_RECORD@${entryId(index, index === ASKED ? 3 : 0)}=${mark('reason', index)}`,
    ]);
    const accept = ['--accept', 'SHIFT_NO_ENTRY=known', '--accept', 'ENTRY_NO_SHIFT=known', ...reasons];
    const mapping = readFileSync(join(service.cwd, 'employees.csv'), 'utf8');
    writeFileSync(join(service.cwd, 'employees.csv'), mapping.replaceAll(/number-of-\d-x/g, ''));
    for (const argv of [
      ['export', period, '--quiet'],
      ['export', period, '--final', '--deliver', '--quiet', ...accept],
      ['monitor', '--once', '--quiet'],
    ]) {
      const { status, stderr } = await service.run(argv, { nowMs: NOW_MS });
      expect({ argv, status, stderr: status === 0 ? '' : stderr }).toEqual({ argv, status: 0, stderr: '' });
      writeFileSync(join(service.cwd, 'employees.csv'), mapping);
    }
  }, 120_000);
  afterAll(() => service.stop());

  test.runIf(kind === 'SQLite')('the store has the markers of all employees', () => {
    const stored = storedText(service.cwd);
    expect(PEOPLE.flatMap(marksOf).filter((each) => !stored.includes(each))).toEqual([]);
  });

  test('has all that is stored about them, and no data of others', async () => {
    const { status } = await service.run(['person', mark('number', ASKED)]);
    expect(status).toBe(0);
    const path = join(service.cwd, `watched_${employeeId(ASKED)}_person.json`);
    expect(statSync(path).mode & 0o77).toBe(0);
    const text = readFileSync(path, 'utf8');
    expect(marksOf(ASKED).filter((each) => !text.includes(each))).toEqual([]);
    const others = PEOPLE.filter((index) => index !== ASKED).flatMap(marksOf);
    // An employee's own entry on another's shift names that shift.
    expect(others.filter((each) => text.includes(each))).toEqual([shiftId(2, 2)]);
    const { runs, monitor, deliveries } = JSON.parse(text);
    expect(runs.map(({ state }: { state: string }) => state).sort()).toEqual(['draft', 'final']);
    for (const { records } of [...runs, monitor])
      expect(records.filter(({ list }: { list: string }) => list === 'employees')).toHaveLength(1);
    expect(monitor.records.length).toBe(11);
    expect(monitor.items.length).toBeGreaterThan(0);
    expect(deliveries).toHaveLength(1);
  });

  test('is found for a purge by a payroll ID added after the first draft, and no data remains', async () => {
    const argv = ['purge', '--person', mark('number', ASKED), '--reason', 'asked for'];
    expect(await service.run(argv, { nowMs: NOW_MS })).toMatchObject({ status: 0 });
    const { stdout } = await service.run(['person', employeeId(ASKED), '--json']);
    const [{ runs, monitor, deliveries, firstName }] = JSON.parse(stdout).people;
    expect({ runs, monitor, firstName }).toEqual({
      runs: [],
      monitor: { records: [], items: [] },
      firstName: null,
    });
    // The record that a mail was sent remains; its content was deleted.
    expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(['sent']);
  });
});
