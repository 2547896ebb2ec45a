import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { readDataFolder } from '../../src/sandbox/dataFolder.js';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { get, tokenFor } from './caller.js';

const README = new URL('../../samples/README.md', import.meta.url);

let folder: string;
let files: Map<string, string>;

/** The files that samples/README.md shows. */
async function readmeFiles(): Promise<Map<string, string>> {
  const text = await readFile(README, 'utf8');
  const blocks = text.matchAll(/^```json file=(\S+)\n(.*?)^```$/gms);
  return new Map(Array.from(blocks, ([, name = '', content = '']) => [name, content]));
}

async function write(): Promise<void> {
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paytally-'));
  files = await readmeFiles();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the folder of samples/README.md', () => {
  it('shows every file', () => {
    expect([...files.keys()].sort()).toEqual([
      'bakery/agencies.json',
      'bakery/agency-workers.json',
      'bakery/employees.json',
      'bakery/establishments.json',
      'bakery/public-holidays.json',
      'bakery/shifts.json',
      'bakery/tasks.json',
      'bakery/teams.json',
      'bakery/time-entries.json',
      'service.json',
    ]);
  });
  it('loads and is served', async () => {
    await write();
    const data = await readDataFolder(folder);
    const sandbox = await startSandbox(data);
    const employer = data.employers[0]?.employerId ?? '';
    const token = await tokenFor(
      sandbox.baseUrl,
      'example-client',
      'example-secret',
      'time-entries:read planning:read establishments:read',
    );
    const days = '?from=2026-10-01&to=2026-10-31';
    const entries = await get(sandbox.baseUrl, employer, `/time-entries${days}`, token);
    const edited = await get(sandbox.baseUrl, employer, `/time-entries${days}`, token);
    const shifts = await get(sandbox.baseUrl, employer, `/shifts${days}`, token);
    const holidays = await get(sandbox.baseUrl, employer, '/public-holidays?year=2026', token);
    await sandbox.stop();
    expect(entries.json.items).toMatchObject([{ workedMinutes: 514 }, { status: 'Working', agencyId: null }]);
    expect(edited.json.items[0]?.workedMinutes).toBe(435);
    expect(shifts.json.items).toMatchObject([{ taskId: null, teamId: expect.any(String) }]);
    expect(JSON.parse(holidays.text)).toHaveLength(2);
  });
  it('applies every default that it documents', async () => {
    files.set(
      'bakery/shifts.json',
      files.get('bakery/shifts.json')?.replace(/"plannedMinutes": 510,/, '') ?? '',
    );
    await write();
    const sandbox = await startSandbox(await readDataFolder(folder));
    const token = await tokenFor(sandbox.baseUrl, 'example-client', 'example-secret', 'planning:read');
    const [employerId = ''] = sandbox.employers.keys();
    const path = '/shifts?from=2026-10-01&to=2026-10-31';
    const { items } = (await get(sandbox.baseUrl, employerId, path, token)).json;
    await sandbox.stop();
    expect(items[0]?.plannedMinutes).toBe(510);
  });
});

describe('other forms', () => {
  it('NDJSON, with blank lines and a byte order mark', async () => {
    const teams = ['a', 'b'].map((name, index) =>
      JSON.stringify({ id: `0e6f1c5e-0000-4000-8000-00000000050${index + 1}`, name }),
    );
    files.delete('bakery/teams.json');
    files.set('bakery/teams.ndjson', `\uFEFF${teams.join('\n\n')}\n`);
    await write();
    const records = (await readDataFolder(folder)).employers[0]?.records.teams ?? [];
    expect([...records]).toMatchObject([{ name: 'a' }, { name: 'b' }]);
  });
  it('missing files are empty lists', async () => {
    files = new Map([
      ['service.json', files.get('service.json') ?? ''],
      ['bakery/teams.json', '[]'],
    ]);
    await write();
    expect((await readDataFolder(folder)).employers[0]?.records).toEqual({ teams: [] });
  });
});

describe('SANDBOX_DATA_INVALID names the position', () => {
  type Change = (files: Map<string, string>) => void;
  const replace =
    (file: string, from: string | RegExp, to: string): Change =>
    (all) => {
      const changed = all.get(file)?.replace(from, to);
      expect(changed).not.toBe(all.get(file));
      all.set(file, changed ?? '');
    };
  const entries = 'bakery/time-entries.json';
  it.each<[string, Change, string, string]>([
    ['no service.json', (all) => all.delete('service.json'), 'service.json', 'no such file'],
    ['invalid JSON', (all) => all.set('service.json', '{'), 'service.json', 'JSON'],
    ['not an array', (all) => all.set('bakery/teams.json', '{}'), 'bakery/teams.json', 'array of records'],
    [
      'not a folder',
      replace('service.json', '"folder": "bakery"', '"folder": "cafe"'),
      'cafe',
      'no such file or directory',
    ],
    [
      'a folder in another location',
      replace('service.json', '"folder": "bakery"', '"folder": "../bakery"'),
      'service.json.employers[0].folder',
      'name of a folder next to',
    ],
    [
      'unknown key',
      replace('service.json', '"apiAccess"', '"apiacess"'),
      'service.json.employers[0]',
      'apiacess',
    ],
    [
      'unknown scope',
      replace('service.json', '"employees:read"', '"employees:write"'),
      'service.json.employers[0].integrations[0].scopes[1]',
      'employees:write',
    ],
    [
      'unknown shape',
      replace('service.json', '"bare"', '"boxed"'),
      'service.json.shapes.holidayEnvelope',
      'boxed',
    ],
    [
      'unknown fault',
      replace('service.json', '"kind": "latency"', '"kind": "quake"'),
      'service.json.faults.rules[0].kind',
      'quake',
    ],
    [
      'an edit without an action',
      replace('service.json', '"patch"', '"after2"'),
      'service.json.employers[0].edits[0]',
      'after2',
    ],
    [
      'an edit that adds an invalid record',
      replace('service.json', '"patch"', '"put"'),
      'service.json.employers[0].edits[0].put.workDate',
      'expected string',
    ],
    [
      'an edit that leaves an invalid record',
      replace('service.json', '"patch": {', '"patch": { "colour": "red",'),
      'service.json.employers[0].edits[0].',
      'colour',
    ],
    [
      'unknown file',
      (all) => all.set('bakery/time_entries.json', '[]'),
      'bakery/time_entries.json',
      'not one of',
    ],
    [
      'a duplicate file',
      (all) => all.set('bakery/teams.ndjson', ''),
      'bakery/teams.ndjson',
      'teams.json already',
    ],
    [
      'not a UUID',
      replace('bakery/tasks.json', '0e6f1c5e', 'x'),
      'bakery/tasks.json[0].id',
      'got "x-0000-4000-8000-000000000601"',
    ],
    [
      'unknown zone',
      replace('bakery/establishments.json', 'Europe/Brussels', 'Europe/Brussel'),
      'bakery/establishments.json[0].zone',
      'got "Europe/Brussel"',
    ],
    [
      'an invalid date',
      replace(entries, '2026-10-24"', '2026-02-30"'),
      `${entries}[0].workDate`,
      'got "2026-02-30"',
    ],
    [
      'a time without an offset',
      replace(entries, '2026-10-24T21:58:00+02:00', '2026-10-24T21:58:00'),
      `${entries}[0].startsAt`,
      'with offset',
    ],
    [
      'UTC with an offset',
      replace(entries, '08:00:00Z', '08:00:00+00:00'),
      `${entries}[0].reviewedAtUtc`,
      'UTC time',
    ],
    ['unknown status', replace(entries, '"Working"', '"Paused"'), `${entries}[1].status`, 'got "Paused"'],
    [
      'completed without minutes',
      replace(entries, '"workedMinutes": 514,', ''),
      `${entries}[0].workedMinutes`,
      'Completed',
    ],
    ['minutes as text', replace(entries, '514', '"514"'), `${entries}[0].workedMinutes`, 'got "514"'],
    ['a duplicate id', replace(entries, '000802', '000801'), `${entries}[1].id`, 'twice'],
    [
      'a reference to a missing employee',
      replace(entries, '000201', '000209'),
      `${entries}[0].employeeId`,
      'no record of employees',
    ],
    [
      'a reference to a missing establishment',
      replace('bakery/shifts.json', '000101', '000109'),
      'bakery/shifts.json[0].establishmentId',
      'no record of establishments',
    ],
    [
      'a bad line of NDJSON',
      (all) => {
        all.delete('bakery/teams.json');
        all.set('bakery/teams.ndjson', '\n{"id": 1}\n');
      },
      'bakery/teams.ndjson:2.id',
      'got 1',
    ],
  ])('%s', async (_name, change, place, message) => {
    change(files);
    await write();
    const error = await readDataFolder(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PaytallyError);
    expect(error).toMatchObject({ code: 'SANDBOX_DATA_INVALID', record: place });
    expect((error as PaytallyError).message).toContain(message);
  });
  it('many problems at once are listed, the rest are counted', async () => {
    files.set('bakery/teams.json', JSON.stringify(Array.from({ length: 20 }, () => ({ id: 1, name: 'x' }))));
    await write();
    await expect(readDataFolder(folder)).rejects.toThrow(/teams\.json\[7\]\.id: .*\n {2}and 12 more$/s);
  });
});
