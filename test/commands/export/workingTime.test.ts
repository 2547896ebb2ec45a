// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';
import {
  employeeId,
  entryId,
  PLACE,
  startWatchedService,
  uuid,
  WATCHED,
  weekdaysOf,
  workedEntry,
} from '../../support/employers/watchedEmployer.js';
import { PROJECT } from '../../support/programs/runPaytally.js';
import { editEntry, editPlace } from '../../support/service/edits.js';

const LIMITS =
  'workingTime: { pack: eu, limits: { maxDaysInRow: 5, maxDayHours: 8, averageWeeks: 2, maxAverageWeekHours: 36 } }';

let service: SampleService;
let plain: SampleService;
beforeAll(async () => {
  service = await startSampleService({}, LIMITS);
  plain = await startSampleService();
});
afterAll(async () => {
  await service.stop();
  await plain.stop();
});

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly employeeId: string | null;
  readonly date: string | null;
  readonly record?: string;
}

async function checked(of: SampleService, period: string) {
  const { stdout } = await of.run(['check', period, '--json', '--quiet']);
  const { runs } = JSON.parse(stdout) as {
    runs: { control: unknown; exceptions: Record<string, number>; findings: Finding[]; requests: number }[];
  };
  const [run] = runs;
  if (run === undefined) throw new Error(stdout);
  return run;
}

const keysOf = (findings: readonly Finding[]) =>
  findings
    .filter(({ code }) => code.startsWith('WT_'))
    .map(({ code, employeeId, date }) => `${code} ${employeeId} ${date}`)
    .sort();

describe('working time limits', () => {
  test('change neither control totals nor other findings, and replace SHORT_REST', {
    tags: 'slow',
  }, async () => {
    const [limited, without] = [await checked(service, '2026-10'), await checked(plain, '2026-10')];
    expect(limited.control).toEqual(without.control);
    expect(without.exceptions.SHORT_REST).toBe(1);
    expect(limited.exceptions.SHORT_REST).toBeUndefined();
    const others = (findings: readonly Finding[]) =>
      findings.filter(({ code }) => !code.startsWith('WT_') && code !== 'SHORT_REST');
    expect(others(limited.findings)).toEqual(others(without.findings));
    expect(keysOf(limited.findings).length).toBeGreaterThan(50);
    expect(new Set(keysOf(limited.findings)).size).toBe(keysOf(limited.findings).length);
    for (const { severity, code } of limited.findings)
      if (code.startsWith('WT_')) expect(severity).toBe('warn');
  });

  test('adjacent periods together give the breaches of the whole', { tags: 'slow' }, async () => {
    const isOfAverage = (key: string) => key.startsWith('WT_WEEK_AVERAGE');
    const parts = ['2026-10-05..2026-10-12', '2026-10-13..2026-10-20', '2026-10-21..2026-10-31'];
    const found = [];
    for (const part of parts) found.push(...keysOf((await checked(service, part)).findings));
    const whole = keysOf((await checked(service, '2026-10-05..2026-10-31')).findings);
    const withoutAverages = (keys: readonly string[]) => keys.filter((key) => !isOfAverage(key)).sort();
    expect(withoutAverages(found)).toEqual(withoutAverages(whole));
  });

  test('if one entry alone is the breach, it is the record of the finding', async () => {
    const { findings } = await checked(service, '2026-10-30..2026-10-30');
    const breaches = findings.filter(({ code }) => code === 'WT_DAILY_REST');
    expect(breaches.length).toBe(1);
    expect(breaches[0]?.record).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('names a cell that is not a limit', async () => {
    const path = join(service.cwd, 'employees-bakery.csv');
    const before = readFileSync(path, 'utf8');
    const [heading = '', first = '', ...rest] = before.split('\n');
    const mark = heading.includes(';') ? ';' : ',';
    writeFileSync(
      path,
      [`${heading.trimEnd()}${mark}workingTime.maxDayHours`, `${first.trimEnd()}${mark}often`, ...rest].join(
        '\n',
      ),
    );
    const { status, stderr } = await service.run(['check', '2026-10-30..2026-10-30']);
    writeFileSync(path, before);
    expect(status).not.toBe(0);
    expect(stderr).toContain('workingTime.maxDayHours');
    expect(stderr).toContain('"often"');
  });
});

/** What exceljs, which is not the writer, reads from a sheet: the texts of its rows. */
async function rowsOfSheet(path: string, index: number): Promise<string[][]> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(path);
  const rows: string[][] = [];
  book.worksheets[index]?.eachRow((row) => {
    rows.push(Array.from((row.values as unknown[]).slice(1), (value) => String(value ?? '')));
  });
  return rows;
}

describe('the report working-time', () => {
  test('has the weeks by name, and each breach that check finds with its record, also on its page', {
    tags: 'slow',
  }, async () => {
    const period = '2026-10-19..2026-10-31';
    const exported = await service.run(['export', period, '--template', 'working-time', '--json', '--quiet']);
    expect(exported.status, exported.stderr).toBe(0);
    const files: { path: string }[] = JSON.parse(exported.stdout).runs[0].files;
    const pathOf = (extension: string) => files.find(({ path }) => path.endsWith(extension))?.path ?? '';
    const { findings } = await checked(service, period);
    const limited = findings.filter(({ code }) => code.startsWith('WT_') || code === 'SHORT_REST');
    expect(limited.length).toBeGreaterThan(20);

    const isAboutOneRow = (cells: readonly string[]) => cells.some((cell) => /GMT|^\d{4}-\d\d/.test(cell));
    const weeks = (await rowsOfSheet(pathOf('.xlsx'), 0)).filter(isAboutOneRow);
    const names = weeks.map((cells) => cells[1] ?? '').filter((name) => /^[A-Z][a-z]+$/.test(name));
    expect(new Set(names).size).toBeGreaterThan(5);
    expect(names).toEqual([...names].sort());
    const breaches = (await rowsOfSheet(pathOf('.xlsx'), 1)).filter(isAboutOneRow);
    const records = breaches.map((cells) => cells.at(-1) ?? '').filter(Boolean);
    const named = limited.flatMap(({ record }) => record ?? []);
    expect(breaches.length).toBe(limited.length);
    expect(records.filter((record) => /^[0-9a-f-]{36}$/.test(record)).sort()).toEqual(named.sort());

    const page = readFileSync(pathOf('.html'), 'utf8');
    const [, weekTable = '', breachTable = ''] = page.split('<h2>');
    const countRows = (text: string) => text.split('<tr>').length - 2;
    expect([countRows(weekTable), countRows(breachTable)]).toEqual([weeks.length, breaches.length]);
    expect(weekTable).toContain('Working day too long: ');
    expect(weekTable).not.toMatch(/Working day too long[^<]*Working day too long/);
    for (const record of named) expect(breachTable).toContain(record);
    expect(page).not.toMatch(/<script|src=|href=/);
  });
});

describe('inspection and person', () => {
  test('an archive whose files match the digests that it lists', async () => {
    const { status, stdout } = await service.run([
      ...['inspection', '2026-10-28..2026-10-31', '--employee', '00104', '--json', '--quiet'],
    ]);
    expect(status).toBe(0);
    const { archives } = JSON.parse(stdout) as { archives: { path: string; people: number }[] };
    expect(archives.map(({ people }) => people)).toEqual([1]);
    const zip = new ZipReader(new Uint8ArrayReader(readFileSync(archives[0]?.path ?? '')));
    const files = new Map<string, Uint8Array>();
    for (const entry of await zip.getEntries())
      if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
    const text = (name: string) => new TextDecoder().decode(files.get(name));
    const digests = text('digests.txt').trim().split('\n');
    expect(digests.length).toBe(files.size - 1);
    for (const line of digests) {
      const [digest, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex'),
      ).toBe(digest);
    }
    expect(text('register.csv').split('\n')[1]).toContain(',00104,');
    expect(text('register.pdf').slice(0, 5)).toBe('%PDF-');
    expect(text('limits.csv')).toContain('minDailyRestHours,11,2003/88/EC Art. 3');
    expect(text('limits.csv')).toContain('maxDayHours,8,set in the configuration');
    expect(text('limits.csv')).toContain('longEntryHours,16,paytally’s default');
    // With a pack, WT_DAILY_REST replaces the rest between entries. Places with the general limits have no rows.
    expect(text('limits.csv')).not.toMatch(/minRestHours|Antwerpen/);
  });

  test.skipIf(spawnSync('pdftotext', ['-v']).error !== undefined)(
    'the register’s total of an employee is that of the completed entries, and unread weeks are named',
    async () => {
      const { stdout } = await service.run([
        ...['inspection', '2026-10', '--employee', '00104', '--json', '--quiet', '--out', 'total'],
      ]);
      const [{ path = '' } = {}] = JSON.parse(stdout).archives as { path: string }[];
      const unpacked = (name: string) => spawnSync('unzip', ['-p', path, name]).stdout as Buffer;
      const rows = unpacked('register.csv').toString().trim().split('\n').slice(1);
      const minutes = rows.map((row) => row.split(',')).filter((cells) => cells.at(-2) === 'Completed');
      const sum = minutes.reduce((total, cells) => total + Number(cells[8]), 0);
      expect(minutes.length).toBeGreaterThan(5);
      const options = { input: unpacked('register.pdf'), encoding: 'utf8' } as const;
      const text = spawnSync('pdftotext', ['-layout', '-', '-'], options).stdout;
      const total = `${Math.floor(sum / 60)}:${String(sum % 60).padStart(2, '0')}`;
      expect(text).toMatch(new RegExp(`^ *Total +${total}$`, 'm'));
      expect(text.replace(/\s+/g, ' ')).toContain('The average week is unknown for');
      expect(text).toContain('No final run covers these days yet.');
    },
  );

  test.skipIf(spawnSync('ssh-keygen', ['-?']).error !== undefined)(
    'a signature by an authorised key that ssh-keygen accepts',
    async () => {
      const key = join(service.cwd, 'inspector');
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
      const { stdout } = await service.run([
        ...['inspection', '2026-10-30..2026-10-31', '--sign', key, '--json', '--quiet'],
      ]);
      const [archive] = JSON.parse(stdout).archives as { path: string; signature: string }[];
      expect(archive?.signature).toBe(`${archive?.path}.sig`);
      const signers = join(service.cwd, 'signers');
      writeFileSync(signers, `clerk ${readFileSync(`${key}.pub`, 'utf8')}`);
      const namespace = /ssh-keygen -Y verify .*-n (\S+)/.exec(
        readFileSync(join(PROJECT, 'docs/ledger.md'), 'utf8'),
      )?.[1];
      const verify = (bytes: Uint8Array) =>
        spawnSync(
          'ssh-keygen',
          [
            ...['-Y', 'verify', '-f', signers, '-I', 'clerk', '-n', String(namespace)],
            ...['-s', String(archive?.signature)],
          ],
          { input: bytes },
        ).status;
      const bytes = readFileSync(archive?.path ?? '');
      expect(verify(bytes)).toBe(0);
      expect(verify(bytes.subarray(1))).not.toBe(0);
    },
  );

  test('says how many employees and breaches the archive covers', async () => {
    const { status, stdout } = await service.run(['inspection', '2026-10-28..2026-10-31', '--quiet']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/_inspection\.zip: \d+ employees, \d+ breach(es)?$/m);
  });

  /** A record of the service; the list of employees has the person's own line. */
  interface PersonLine {
    readonly list: string;
    readonly record: { readonly id: string; readonly employeeId?: string };
  }
  const ownerOf = ({ list, record }: PersonLine) => (list === 'employees' ? record.id : record.employeeId);

  test('all data of one employee, and none of others', async () => {
    await service.run(['export', '2026-10-28..2026-10-31', '--template', 'employee-days', '--quiet']);
    const { stdout } = await service.run(['person', '00104', '--json', '--quiet']);
    const { people } = JSON.parse(stdout) as {
      people: {
        employeeId: string;
        monitor: object;
        runs: { records: PersonLine[] }[];
      }[];
    };
    const [person] = people;
    const owners = person?.runs.flatMap(({ records }) => records.map(ownerOf));
    expect(new Set(owners)).toEqual(new Set([person?.employeeId]));
    expect(person?.monitor).toEqual({ records: [], items: [] });
    await service.run(['monitor', '--once', '--json']);
    const after = JSON.parse((await service.run(['person', '00104', '--json', '--quiet'])).stdout).people[0];
    const watched: PersonLine[] = after.monitor.records;
    expect(new Set(watched.map(ownerOf))).toEqual(new Set([after.employeeId]));
    expect(watched.length).toBeGreaterThan(0);
    const listed =
      readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8').match(/[0-9a-f-]{36}/g) ?? [];
    const others = listed.filter((id) => id !== person?.employeeId);
    for (const id of others) expect(stdout + JSON.stringify(after)).not.toContain(id);
  });

  test('an unknown employee', async () => {
    const { status, stderr } = await service.run(['person', 'nemo']);
    expect(status).toBe(2);
    expect(stderr).toContain('EMPLOYEE_UNKNOWN');
  });
});

describe('the average week over the reads of several runs', () => {
  const DAYS = { from: '2026-08-31', to: '2026-10-31' };
  const OTHER_PLACE = uuid('1', 1);
  const ABSENT = weekdaysOf({ from: '2026-09-14', to: '2026-09-20' }).map(([, date]) => date as string);
  const absences = `employee;from;to;code;days\n${employeeId(1)};2026-09-14;2026-09-20;SICK;1\n`;
  const SUNDAYS = ['2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25'];
  const minutesOn = (index: number, day: number) => 330 + ((index * 37 + day * 53) % 181);

  /** Four weeks, less the absent days; a week that ends in the other place has its limit of 34 hours, not 35. */
  function expected(): string[] {
    const found = SUNDAYS.flatMap((sunday, week) =>
      [0, 1, 2].flatMap((index) => {
        const [first, last] = [week * 7 + 7, week * 7 + 34];
        const days = weekdaysOf(DAYS).filter(
          ([day, date]) => day >= first && day <= last && !(index === 1 && ABSENT.includes(date)),
        );
        const sum = days.reduce((total, [day]) => total + minutesOn(index, day), 0);
        const away = index === 1 && first <= 14 ? 7 : 0;
        const limit = index === 2 ? 34 : 35;
        return sum / (4 - away / 7) > limit * 60 ? [`${employeeId(index)} ${sunday}`] : [];
      }),
    );
    return found.sort();
  }

  test('is that of all days; a final knows only finals', { tags: 'slow', timeout: 300_000 }, async () => {
    const settings = `absences: absences.csv
workingTime:
  limits: { averageWeeks: 4, maxAverageWeekHours: 35 }
  establishments: { ${OTHER_PLACE}: { limits: { maxAverageWeekHours: 34 } } }`;
    const watched = await startWatchedService({ people: 3, ...DAYS }, settings);
    const nowMs = Date.parse('2026-11-04T08:00:00Z');
    const run = async (...argv: string[]) => {
      const { stdout, stderr } = await watched.run([...argv, '--json', '--quiet'], { nowMs });
      expect(stderr).toBe('');
      return JSON.parse(stdout).runs[0];
    };
    const averagesIn = ({ findings }: { findings: Finding[] }) =>
      findings
        .filter(({ code }) => code === 'WT_WEEK_AVERAGE')
        .map(({ employeeId: id, date }) => `${id} ${date}`)
        .sort();
    try {
      writeFileSync(join(watched.cwd, 'absences.csv'), absences);
      const place = { id: OTHER_PLACE, name: 'Other shop', zone: 'Africa/Abidjan' };
      watched.edit(editPlace.put(place));
      for (const [day, date] of weekdaysOf(DAYS))
        for (const index of [0, 1, 2]) {
          const entry = workedEntry(index, day, date, minutesOn(index, day));
          const establishmentId = index === 2 && day % 7 === 4 ? OTHER_PLACE : PLACE;
          watched.sandbox.edit(
            WATCHED,
            index === 1 && ABSENT.includes(date)
              ? editEntry.delete(entryId(index, day))
              : editEntry.put({ ...entry, establishmentId }),
          );
        }
      const unread = await run('check', '2026-10');
      // The run itself reads from the Monday on, so it knows the weeks of the last Sunday.
      expect(averagesIn(unread)).toEqual(expected().filter((each) => each.endsWith('2026-10-25')));
      const gaps = { sundays: SUNDAYS.slice(0, 3), from: '2026-09-07' };
      expect(unread.workingTimeGaps.averages).toEqual(gaps);
      await run('export', '2026-09');
      const known = await run('check', '2026-10');
      expect(averagesIn(known)).toEqual(expected());
      expect([expected().length > 2, expected().length < 11]).toEqual([true, true]);
      expect(known.workingTimeGaps).toBeUndefined();
      const accept = ['--accept', 'SHIFT_NO_ENTRY=known', '--accept', 'ENTRY_NO_SHIFT=known'];
      const { exceptions } = await run('export', '2026-10', '--final', ...accept);
      expect(exceptions.WT_WEEK_AVERAGE).toBe(averagesIn(unread).length);
    } finally {
      await watched.stop();
    }
  });
});
