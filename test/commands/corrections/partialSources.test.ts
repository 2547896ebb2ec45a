// @module-tag slow
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';
import {
  KIMAI_TOKEN,
  type KimaiData,
  type KimaiDouble,
  startKimai,
} from '../../support/servers/kimaiDouble.js';

/* Files that hold only a part of the work, and tokens that show only a part of the people: nothing is taken back unasked. */

const folders: string[] = [];
let kimai: KimaiDouble | undefined;
afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  await kimai?.stop();
  kimai = undefined;
});

const OCTOBER = Date.UTC(2026, 10, 5, 9);
const DECEMBER = Date.UTC(2026, 11, 5, 9);

function project(source: string, more = ''): string {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-partial-'));
  folders.push(cwd);
  mkdirSync(join(cwd, 'hours'));
  const employer = 'employers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n';
  writeFileSync(join(cwd, 'paytally.yaml'), `source: ${source}\ntemplates: [pay-lines]\n${more}${employer}`);
  return cwd;
}

/** @param saved when the file was saved; by default after all periods of these tests */
function save(cwd: string, lines: readonly string[], saved = new Date(Date.UTC(2027, 0, 5))): void {
  const path = join(cwd, 'hours', 'entries.csv');
  writeFileSync(path, `employee,start,end,reviewed\n${lines.map((each) => `${each}\n`).join('')}`);
  utimesSync(path, saved, saved);
}

const worked = (employee: string, ...dates: readonly string[]) =>
  dates.map((date) => `${employee},${date}T08:00,${date}T16:00,yes`);

async function run(cwd: string, nowMs: number, ...argv: readonly string[]) {
  const { status, stdout, stderr } = await runPaytally([...argv, '--json'], { cwd, nowMs });
  const json = JSON.parse(stdout || '{}');
  return {
    status,
    stderr,
    codes: json.runs?.[0]?.exceptions ?? {},
    error: json.runs?.[0]?.error ?? json.error,
  };
}

const WHOLE = [
  ...worked('Ann', '2026-10-05', '2026-10-06', '2026-10-30', '2026-10-31'),
  ...worked('Bob', '2026-10-07', '2026-10-08', '2026-10-30'),
];

describe('a folder that holds a part of the days', () => {
  test.each([
    ['the last days', WHOLE.filter((line) => line.includes('2026-10-3'))],
    ['the first days', WHOLE.filter((line) => line.includes('2026-10-0'))],
  ])('only %s: corrections ask', async (_, part) => {
    const cwd = project('{ csv: hours }');
    save(cwd, WHOLE);
    expect((await run(cwd, OCTOBER, 'export', '2026-10', '--final')).status).toBe(0);
    save(cwd, part);
    const refused = await run(cwd, OCTOBER, 'corrections', '2026-10', '--final');
    expect([refused.status, refused.error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(refused.error.message).toContain('SOURCE_INCOMPLETE');
    const accept = ['--accept', 'SOURCE_INCOMPLETE=deleted on purpose'];
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final', ...accept)).status).toBe(0);
    // What was accepted is known.
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final')).status).toBe(0);
  });

  test('a single deleted entry at the edge is an edit like any other', async () => {
    const cwd = project('{ csv: hours }');
    save(cwd, WHOLE);
    await run(cwd, OCTOBER, 'export', '2026-10', '--final');
    save(
      cwd,
      WHOLE.filter((line) => !line.includes('2026-10-31')),
    );
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final')).status).toBe(0);
  });

  const ALL_DAYS = Array.from({ length: 31 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
  const MONTH = ['Ann', 'Bob', 'Cleo'].flatMap((who) => worked(who, ...ALL_DAYS));
  const inWeek = (line: string) => /2026-10-1[2-8]T08/.test(line);
  test.each([
    ['a week without entries', true, (line: string) => !inWeek(line)],
    ['a day without entries', true, (line: string) => !line.includes('2026-10-14')],
    ['a week of one person', false, (line: string) => !(inWeek(line) && line.startsWith('Ann'))],
  ])('%s inside its days', async (_, asks, isKept) => {
    const cwd = project('{ csv: hours }');
    save(cwd, MONTH);
    expect((await run(cwd, OCTOBER, 'export', '2026-10', '--final')).status).toBe(0);
    save(cwd, MONTH.filter(isKept));
    const { status, error } = await run(cwd, OCTOBER, 'corrections', '2026-10', '--final');
    expect([status, error?.code]).toEqual(asks ? [5, 'EXPORT_BLOCKED'] : [0, undefined]);
    if (asks) expect(error.message).toMatch(/SOURCE_INCOMPLETE.*2026-10-1/s);
    const accept = ['--accept', 'SOURCE_INCOMPLETE=the shop was closed'];
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final', ...accept)).status).toBe(0);
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final')).status).toBe(0);
  });

  test('days on which only one person had worked are edits like any other', async () => {
    const cwd = project('{ csv: hours }');
    save(cwd, WHOLE);
    expect((await run(cwd, OCTOBER, 'export', '2026-10', '--final')).status).toBe(0);
    save(
      cwd,
      WHOLE.filter((line) => !/2026-10-0[67]/.test(line)),
    );
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final')).status).toBe(0);
  });

  const NIGHT = 'Ann,2026-10-31T22:00,2026-11-01T06:00,yes';
  const NOVEMBER = ['Ann', 'Bob'].flatMap((who) => worked(who, '2026-11-02', '2026-11-30'));
  test.each([
    ['the work of the margin counts', 'attribution: split\n', { SOURCE_INCOMPLETE: 1 }],
    ['the margin decides nothing', '', {}],
  ])('a file of each month alone: %s', async (_, more, codes) => {
    const cwd = project('{ csv: hours }', more);
    save(cwd, [...WHOLE, NIGHT]);
    const accept = ['--accept', 'OVERLAP=x'];
    expect((await run(cwd, OCTOBER, 'export', '2026-10', '--final', ...accept)).status).toBe(0);
    save(cwd, NOVEMBER);
    expect((await run(cwd, DECEMBER, 'check', '2026-11')).codes).toEqual(codes);
    save(cwd, [NIGHT, ...NOVEMBER]);
    expect((await run(cwd, DECEMBER, 'check', '2026-11')).codes).toEqual({});
  });

  test('a file that was saved before the period ended', async () => {
    const cwd = project('{ csv: hours }');
    save(cwd, WHOLE.slice(0, 2), new Date(Date.UTC(2026, 9, 20, 15)));
    expect((await run(cwd, OCTOBER, 'check', '2026-10')).codes).toEqual({ SOURCE_INCOMPLETE: 1 });
    const refused = await run(cwd, OCTOBER, 'export', '2026-10', '--final');
    expect([refused.status, refused.error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    save(cwd, WHOLE, new Date(Date.UTC(1985, 9, 26)));
    expect((await run(cwd, OCTOBER, 'check', '2026-10')).codes).toEqual({});
  });
});

describe('the work of several people is gone at once', () => {
  const KEPT = worked('Cleo', '2026-10-01', '2026-10-31');
  const [ann, bob] = [worked('Ann', '2026-10-05'), worked('Bob', '2026-10-06')];
  test('all of two people: asked, with their names', async () => {
    const cwd = project('{ csv: hours }');
    save(cwd, [...KEPT, ...ann, ...bob]);
    await run(cwd, OCTOBER, 'export', '2026-10', '--final');
    save(cwd, KEPT);
    const { status, error } = await run(cwd, OCTOBER, 'corrections', '2026-10', '--final');
    expect([status, error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(error.message).toMatch(/ENTRIES_GONE.*Ann.*Bob/s);
    const accept = ['--accept', 'ENTRIES_GONE=never worked'];
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final', ...accept)).status).toBe(0);
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final')).status).toBe(0);
  });

  test('all of one person, or a part of two people: not asked', async () => {
    const cwd = project('{ csv: hours }');
    save(cwd, [...KEPT, ...ann, ...bob, ...worked('Bob', '2026-10-07')]);
    await run(cwd, OCTOBER, 'export', '2026-10', '--final');
    save(cwd, [...KEPT, ...bob]);
    expect((await run(cwd, OCTOBER, 'corrections', '2026-10', '--final')).status).toBe(0);
  });

  test('all days of an establishment', async () => {
    const cwd = project('{ csv: hours }');
    const at = (place: string, lines: readonly string[]) => lines.map((line) => `${line},${place}`);
    const heading = 'employee,start,end,reviewed,establishment';
    const [shop, ovens] = [at('shop', KEPT), at('ovens', worked('Cleo', '2026-10-06', '2026-10-07'))];
    writeFileSync(
      join(cwd, 'hours', 'establishments.csv'),
      'id,zone\nshop,Europe/Brussels\novens,Europe/Brussels\n',
    );
    const write = (lines: readonly string[]) => {
      const text = [heading, ...lines, ''].join('\n');
      writeFileSync(join(cwd, 'hours', 'entries.csv'), text);
    };
    write([...shop, ...ovens]);
    await run(cwd, OCTOBER, 'export', '2026-10', '--final');
    write(shop);
    const { status, error } = await run(cwd, OCTOBER, 'corrections', '2026-10', '--final');
    expect([status, error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(error.message).toMatch(/ENTRIES_GONE.*ovens/s);
  });

  test('the leave of two people', async () => {
    const cwd = project('{ csv: hours }');
    const leave = (...lines: readonly string[]) => {
      writeFileSync(
        join(cwd, 'hours', 'absences.csv'),
        ['employee,from,to,code,minutes', ...lines, ''].join('\n'),
      );
    };
    save(cwd, [...KEPT, ...ann, ...bob]);
    leave('Ann,2026-10-12,2026-10-12,SICK,480', 'Bob,2026-10-12,2026-10-13,SICK,480');
    expect((await run(cwd, OCTOBER, 'export', '2026-10', '--final')).status).toBe(0);
    leave('Ann,2026-11-12,2026-11-12,SICK,480');
    const { status, error } = await run(cwd, OCTOBER, 'corrections', '2026-10', '--final');
    expect([status, error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(error.message).toMatch(/ENTRIES_GONE.*Ann.*Bob/s);
  });
});

describe('shifts or holidays that the final had are gone', () => {
  const NOVEMBER = '2026-11';
  const RULES =
    'templates: [pay-lines]\npay: { from: shift }\npayRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: contract }] }\n';
  const write = (cwd: string, name: string, ...lines: readonly string[]) =>
    writeFileSync(join(cwd, 'hours', name), `${lines.join('\n')}\n`);

  async function closed(): Promise<string> {
    const cwd = project('{ csv: hours }');
    writeFileSync(
      join(cwd, 'paytally.yaml'),
      `source: { csv: hours }\n${RULES}employers: { bakery: { zone: Europe/Brussels, employees: mapping.csv } }\n`,
    );
    const contract = '480,12345,2026-01-01,';
    writeFileSync(
      join(cwd, 'mapping.csv'),
      `employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,contractFrom,contractTo\nAnn,1,${contract}\nBob,2,${contract}\n`,
    );
    save(
      cwd,
      ['Ann', 'Bob'].flatMap((who) => worked(who, '2026-11-02', '2026-11-30')),
    );
    const shifts = ['Ann', 'Bob'].flatMap((who) =>
      ['2026-11-02', '2026-11-30'].map((date) => `${who}-${date},${who},${date}T08:30,${date}T16:00`),
    );
    write(cwd, 'shifts.csv', 'id,employee,start,end', ...shifts);
    write(cwd, 'holidays.csv', 'date,name', '2026-11-11,Armistice', '2027-01-01,New Year');
    const made = await run(cwd, DECEMBER, 'export', NOVEMBER, '--final');
    expect([made.status, made.codes]).toEqual([0, expect.anything()]);
    return cwd;
  }

  test.each([
    ['holidays.csv is gone', (cwd: string) => rmSync(join(cwd, 'hours', 'holidays.csv'))],
    [
      'holidays.csv of another year',
      (cwd: string) => write(cwd, 'holidays.csv', 'date,name', '2027-01-01,New Year'),
    ],
    ['shifts.csv is gone', (cwd: string) => rmSync(join(cwd, 'hours', 'shifts.csv'))],
    [
      'shifts.csv of another month',
      (cwd: string) =>
        write(cwd, 'shifts.csv', 'id,employee,start,end', 'x,Ann,2027-03-01T08:30,2027-03-01T16:00'),
    ],
  ])('%s: corrections ask', async (name, lose) => {
    const cwd = await closed();
    lose(cwd);
    const refused = await run(cwd, DECEMBER, 'corrections', NOVEMBER, '--final');
    expect([refused.status, refused.error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(refused.error.message).toContain('SOURCE_INCOMPLETE');
    expect(refused.error.message).toContain(name.startsWith('holidays') ? 'public holidays' : 'shifts');
    const accept = ['SOURCE_INCOMPLETE=x', 'LIST_UNAVAILABLE=x'].flatMap((each) => ['--accept', each]);
    expect((await run(cwd, DECEMBER, 'corrections', NOVEMBER, '--final', ...accept)).status).toBe(0);
    const after = await run(cwd, DECEMBER, 'corrections', NOVEMBER, '--final');
    expect([after.status, after.stderr]).toEqual([0, '']);
  });

  test('one of several holidays that is deleted is an edit like any other', async () => {
    const cwd = await closed();
    write(cwd, 'holidays.csv', 'date,name', '2026-12-25,Christmas');
    expect((await run(cwd, DECEMBER, 'corrections', NOVEMBER, '--final')).status).toBe(0);
  });
});

describe('a token of Kimai that shows only its owner', () => {
  const sheet = (id: number, user: number) => {
    const [begin, end] = ['2026-10-05T08:00:00+0200', '2026-10-05T16:00:00+0200'];
    return { id, begin, end, duration: 28_800, user, project: 7, activity: 9 };
  };
  const data = (...sheets: KimaiData['timesheets']): KimaiData => ({
    users: [1, 2].map((id) => ({
      id,
      username: `u${id}`,
      alias: id === 1 ? 'Ada' : 'Bob',
      enabled: true,
      timezone: 'Europe/Brussels',
    })),
    projects: [{ id: 7, name: 'Shop' }],
    activities: [{ id: 9, name: 'Till' }],
    timesheets: sheets,
  });
  const settings = (url: string, more = '') => `{ kimai: "${url}", token: { file: token } }\n${more}`;

  async function projectOf(sheets: KimaiData['timesheets'], seesAll: boolean): Promise<string> {
    kimai = await startKimai(data(...sheets), { seesAll });
    const cwd = project(settings(kimai.url));
    writeFileSync(join(cwd, 'token'), KIMAI_TOKEN, { mode: 0o600 });
    return cwd;
  }

  test('earlier finals know others', async () => {
    const cwd = await projectOf([sheet(11, 1), sheet(12, 2)], true);
    expect((await run(cwd, OCTOBER, 'export', '2026-10', '--final')).status).toBe(0);
    await kimai?.stop();
    kimai = await startKimai(data(sheet(11, 1), sheet(12, 2)), { seesAll: false });
    writeFileSync(
      join(cwd, 'paytally.yaml'),
      `source: ${settings(kimai.url)}templates: [pay-lines]\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n`,
    );
    const { status, error } = await run(cwd, OCTOBER, 'corrections', '2026-10', '--final');
    expect([status, error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(error.message).toMatch(/SOURCE_INCOMPLETE.*Ada/s);
  });

  test('the mapping knows others', async () => {
    const cwd = await projectOf([sheet(11, 1), sheet(12, 2)], false);
    expect((await run(cwd, OCTOBER, 'check', '2026-10')).codes).toEqual({});
    writeFileSync(join(cwd, 'mapping.csv'), 'employeeId,employeeNumber\n1,100\n2,200\n');
    writeFileSync(
      join(cwd, 'paytally.yaml'),
      `source: ${settings(kimai?.url ?? '')}templates: [pay-lines]\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: mapping.csv } }\n`,
    );
    expect((await run(cwd, OCTOBER, 'check', '2026-10')).codes).toEqual({ SOURCE_INCOMPLETE: 1 });
  });
});
