// @module-tag slow
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { DataRow, DataSet, Scalar } from '../../../src/documents/dataSet.js';
import { COLLECTED_SETS } from '../../../src/documents/model/collectedRows.js';
import { outputBytes } from '../../../src/documents/outputFile.js';
import { nameInDatabase, renderDatabase } from '../../../src/documents/reports/database.js';
import { SqliteFile } from '../../../src/documents/reports/sqliteFile.js';
import { sampleOf } from '../../templates/sampleFile.js';

/* The files are read by Python's sqlite3, the rows are compared with those of the data sets. */

const folder = mkdtempSync(join(tmpdir(), 'paytally-database-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema ORDER BY rowid")]
read = {}
for name in names:
    rows = db.execute(f'SELECT * FROM "{name}"')
    columns = [column[0] for column in rows.description]
    read[name] = {"columns": columns, "rows": [list(row) for row in rows]}
print(json.dumps({"check": db.execute("PRAGMA integrity_check").fetchone()[0], "parts": read}))
`;

interface Part {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Scalar[])[];
}

function readDatabase(bytes: Uint8Array): {
  readonly check: string;
  readonly parts: Readonly<Record<string, Part>>;
} {
  const path = join(folder, 'read.sqlite');
  writeFileSync(path, bytes);
  const output = execFileSync('python3', ['-c', SCRIPT, path], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return JSON.parse(output);
}

const bytesOf = (file: SqliteFile) => Buffer.concat([...file.bytes()]);
const stored = (value: Scalar | undefined): Scalar =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

describe('a file of SQLite', () => {
  const texts = [
    '',
    'a',
    'Ünï ✓ 漢字',
    'it\'s "quoted"; DROP TABLE x',
    'x'.repeat(4000),
    'y'.repeat(4061),
    'z'.repeat(9000),
    'w'.repeat(70_000),
    'line\nline\t',
  ];
  const numbers = [
    0,
    1,
    -1,
    127,
    -127,
    128,
    -128,
    32_767,
    -32_768,
    8_388_607,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 40,
    -(2 ** 47),
    2 ** 53 - 1,
    -(2 ** 53 - 1),
    0.1,
    -2.5,
    1e300,
  ];

  test.each([[0], [1], [3], [200], [700], [30_000]])(
    '%i rows of a table are read as they were written',
    (count) => {
      const rows = Array.from({ length: count }, (_, at) => [
        at,
        texts[at % (count > 1000 ? 4 : texts.length)] ?? null,
        numbers[at % numbers.length] ?? null,
        at % 3 === 0 ? null : at % 3 === 1,
      ]);
      const file = new SqliteFile();
      expect(
        file.add({ type: 'table', name: 't', sql: 'CREATE TABLE t (a INTEGER, b TEXT, c, d INTEGER)', rows }),
      ).toBe(count);
      file.add({ type: 'view', name: 'v', sql: 'CREATE VIEW v AS SELECT COUNT(*) AS n, SUM(a) AS s FROM t' });
      const { check, parts } = readDatabase(bytesOf(file));
      expect(check).toBe('ok');
      expect(parts.t?.rows).toEqual(rows.map((row) => row.map(stored)));
      expect(parts.v?.rows[0]?.[0]).toBe(count);
    },
  );

  test('many tables with long definitions', () => {
    const file = new SqliteFile();
    for (let at = 0; at < 60; at += 1) {
      const columns = Array.from({ length: 40 }, (_, column) => `column_number_${column} TEXT`).join(', ');
      file.add({ type: 'table', name: `t${at}`, sql: `CREATE TABLE t${at} (${columns})`, rows: [] });
    }
    const { check, parts } = readDatabase(bytesOf(file));
    expect([check, Object.keys(parts).length]).toEqual(['ok', 60]);
  });
});

describe('the template database', () => {
  const rendered = async (
    change: (sets: ReadonlyMap<string, DataSet>) => ReadonlyMap<string, DataSet> = (sets) => sets,
  ) => {
    const { model } = await sampleOf('employee-days');
    const dataSets = change(model.dataSets);
    const [file] = renderDatabase({ ...model, dataSets });
    if (file === undefined) throw new Error('no file');
    return { dataSets, file, bytes: await outputBytes(file) };
  };

  test('has the rows of every data set, and the same bytes each time', { tags: 'slow' }, async () => {
    const { dataSets, file, bytes } = await rendered();
    const { check, parts } = readDatabase(bytes);
    expect(check).toBe('ok');
    let rows = 0;
    for (const [name, set] of dataSets) {
      const part = parts[nameInDatabase(name)];
      const fields = set.fields.map((field) => field.name);
      expect(part?.columns).toEqual(fields.map(nameInDatabase));
      expect(part?.rows).toEqual(
        [...set.rows].map((row: DataRow) => fields.map((field) => stored(row[field]))),
      );
      rows += part?.rows.length ?? 0;
    }
    expect(rows).toBeGreaterThan(100);
    expect(file.rows).toBe(rows);
    expect((await rendered()).bytes).toEqual(bytes);
    for (const name of COLLECTED_SETS) expect(parts).toHaveProperty(nameInDatabase(name));
  });

  test('its views add up, and README describes every column', async () => {
    const { dataSets, bytes } = await rendered();
    const { parts } = readDatabase(bytes);
    const days = [...(dataSets.get('employee-days')?.rows ?? [])];
    const worked = days.reduce((sum, row) => sum + Number(row.workedMinutes), 0);
    for (const view of ['hours_by_employee', 'hours_by_date']) {
      const { columns = [], rows = [] } = parts[view] ?? {};
      const at = columns.indexOf('workedMinutes');
      expect(rows.reduce((sum, row) => sum + Number(row[at]), 0)).toBe(worked);
    }
    expect(parts.pay_by_code?.rows.length).toBeGreaterThan(0);
    const described = new Set(parts.README?.rows.map(([table, column]) => `${table}.${column}`));
    for (const [name, set] of dataSets)
      for (const field of set.fields)
        expect(described).toContain(`${nameInDatabase(name)}.${nameInDatabase(field.name)}`);
  });

  test('columns of the mapping file that SQLite does not tell apart have different names', async () => {
    const { bytes } = await rendered((sets) => {
      const [days] = [sets.get('employee-days')];
      if (days === undefined) throw new Error('no days');
      const own = ['employee.Team', 'employee.team', 'employee.a"b'].map(
        (name) => ({ name, type: 'text', description: name }) as const,
      );
      return new Map([...sets, ['employee-days', { ...days, fields: [...days.fields, ...own] }]]);
    });
    const { check, parts } = readDatabase(bytes);
    expect(check).toBe('ok');
    expect(parts.employee_days?.columns.slice(-3)).toEqual([
      'employee_Team',
      'employee_team_2',
      'employee_a"b',
    ]);
  });
});
