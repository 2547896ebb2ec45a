import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { shortly, startDeliveredService } from '../../support/employers/deliveredService.js';
import {
  ACCEPT,
  AFTER,
  SAMPLE_DATA,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { type Misbehaviour, startMailServer } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const PERIOD = '2026-10-05..2026-10-07';
/** The same days, as people read them. */
const DAYS = '2026-10-05 – 2026-10-07';

test('corrections reach the recipients of the finals, also on a retry', { tags: 'slow' }, async () => {
  let mood: Misbehaviour = 'takes';
  const server = await startMailServer(() => mood);
  opened.push(server.close);
  const employers = await sampleOfDays('2026-10-05', '2026-10-07');
  const mail = `mail: { from: a@example.com, owner: o@example.com, smtp: { host: 127.0.0.1, port: ${server.port}, tls: none } }`;
  const deliveries =
    'deliveries: { archive: { to: folder, path: archive }, office: { to: mail, recipients: clerk@example.com, attach: true } }';
  const service = await startSampleService({ employers }, `templates: [pay-lines]\n${mail}\n${deliveries}`);
  opened.push(service.stop);
  mkdirSync(join(service.cwd, 'archive'));
  const nowMs = AFTER;
  const final = await service.run(['export', PERIOD, '--final', ...ACCEPT, '--deliver', '--json'], { nowMs });
  expect(final.status).toBe(0);
  const [employer] = employers;
  const entries = employer?.records['time-entries'] as unknown as {
    id: string;
    status: string;
    employeeId: string | null;
    workDate: string;
    workedMinutes: number | null;
  }[];
  const target = entries.find(
    ({ status, employeeId, workedMinutes, workDate }) =>
      status === 'Completed' &&
      employeeId !== null &&
      (workedMinutes ?? 0) > 100 &&
      workDate === '2026-10-06',
  );
  const changed = entries.filter(({ id }) => id !== target?.id);
  const env = await service.changed((records) => ({ ...records, 'time-entries': changed }));
  mood = 'greylists';
  const run = await service.run(['corrections', PERIOD, '--final', ...ACCEPT, '--deliver', '--json'], {
    nowMs,
    env,
  });
  expect(run.status).toBe(7);
  const [correction] = JSON.parse(run.stdout).runs;
  expect(
    correction.deliveries.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`),
  ).toEqual(['archive sent', 'office failed']);
  expect(readdirSync(join(service.cwd, 'archive')).sort()).toEqual([
    `bakery_${PERIOD}_pay-lines.csv`,
    `bakery_${PERIOD}_pay-lines_corrections-1.csv`,
  ]);
  mood = 'takes';
  const later = await service.run(['schedule', 'run', '--due', '--json'], { nowMs: nowMs + 600_000, env });
  expect(later.status).toBe(0);
  const clerk = server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com');
  expect(clerk).toHaveLength(2);
  expect(clerk.map(({ content }) => parseMail(content).subject)).toEqual([
    `bakery: hours ${DAYS}`,
    `bakery: corrections ${DAYS}`,
  ]);
  const { runs } = JSON.parse((await service.run(['history', '--json'], { nowMs, env })).stdout);
  const digests = runs.map(({ digest }: { digest: string }) => digest).reverse();
  // The mail wraps long lines.
  const texts = clerk.map(({ content }) => content.toString('utf8').replace(/=\r?\n/g, ''));
  expect(texts.map((text) => digests.findIndex((digest: string) => text.includes(digest)))).toEqual([0, 1]);
});

/** A final of two days, and its corrections after another rule: what they mailed, and the whole correction file. */
async function correctedFor(recipients: string, files: Readonly<Record<string, string>> = {}) {
  const server = await startMailServer();
  opened.push(server.close);
  const managers = `managers: { to: mail, recipients: ${recipients}, attach: true }`;
  const service = await startDeliveredService(
    server.port,
    `{ ${managers}, archive: { to: folder, path: archive } }`,
  );
  opened.push(service.stop);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(service.cwd, file), content);
  const run = (command: string) =>
    service.run([command, '2026-10-29..2026-10-30', '--final', ...ACCEPT, '--deliver', '--json'], {
      nowMs: AFTER,
    });
  expect((await run('export')).status).toBe(0);
  appendFileSync(join(service.cwd, 'paytally.yaml'), 'minimumPaid: { day: 1440, code: TOP }\n');
  server.mails.length = 0;
  const corrected = await run('corrections');
  const name = 'bakery_2026-10-29..2026-10-30_pay-lines_corrections-1.csv';
  const whole = rowsIn(readFileSync(join(service.cwd, 'archive', name), 'utf8'));
  const mailed = server.mails.map(({ recipients: [to = ''], content }) => {
    const [attached] = parseMail(content).attachments;
    expect(attached?.name).toBe(name);
    return { to, rows: rowsIn(Buffer.from(attached?.base64 ?? '', 'base64').toString('utf8')) };
  });
  for (const { rows } of mailed) expect(rows.length).toBeGreaterThan(0);
  return { service, corrected, whole, mailed };
}

test('each recipient gets the correction rows of its people, and no others', { tags: 'slow' }, async () => {
  const { service, corrected, whole, mailed } = await correctedFor('{ column: managerEmail }');
  expect([...shortly(corrected)].sort()).toEqual([
    `archive ${join(service.cwd, 'archive')} sent`,
    'managers anna@example.com sent',
    'managers ben@example.com sent',
  ]);
  const managerOf = addressesIn(readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8'));
  expect(mailed).toHaveLength(2);
  for (const { to, rows } of mailed)
    expect(rows).toEqual(whole.filter((row) => managerOf.get(row.split(',')[0] ?? '') === to));
  expect(mailed.flatMap(({ rows }) => rows).sort()).toEqual([...whole].sort());
});

test('each establishment gets its correction rows, and no others', { tags: 'slow' }, async () => {
  const places = sampleList('establishments');
  const lines = places.map(({ id }, index) => `${id},place${index}@example.com`);
  const { whole, mailed } = await correctedFor('{ establishments: places.csv }', {
    'places.csv': `establishment,recipient\n${lines.join('\n')}\n`,
  });
  expect(mailed.length).toBeGreaterThan(1);
  for (const { to, rows } of mailed) {
    const place = places[Number(/place(\d+)@/.exec(to)?.[1])]?.name ?? '?';
    expect(rows).toEqual(whole.filter((row) => row.includes(place)));
  }
  expect(mailed.flatMap(({ rows }) => rows).sort()).toEqual([...whole].sort());
});

test('each team gets the correction rows of the people who worked for it alone; the others are told', {
  tags: 'slow',
}, async () => {
  const teams = sampleList('teams');
  const lines = teams.map(({ id }, index) => `${id},team${index}@example.com`);
  const { corrected, whole, mailed } = await correctedFor('{ teams: teams.csv }', {
    'teams.csv': `team,recipient\n${lines.join('\n')}\n`,
  });
  const teamsOn = await teamsOnDays();
  const addressOf = (row: string): string | undefined => {
    const [employeeId = '', , , , date = ''] = row.split(',');
    const own = [...(teamsOn.get(`${employeeId} ${date}`) ?? [])];
    const index = teams.findIndex(({ id }) => id === own[0]);
    return own.length === 1 ? `team${index}@example.com` : undefined;
  };
  expect(mailed.length).toBeGreaterThan(1);
  for (const { to, rows } of mailed) expect(rows).toEqual(whole.filter((row) => addressOf(row) === to));
  const open = whole.filter((row) => addressOf(row) === undefined).length;
  if (open > 0) expect(corrected.stderr).toContain(`does not send ${open} line`);
});

const sampleList = (name: string): { readonly id: string; readonly name: string }[] =>
  JSON.parse(readFileSync(join(SAMPLE_DATA, 'bakery', `${name}.json`), 'utf8'));

/** The teams of entries and shifts by employee and day. */
async function teamsOnDays(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  interface Worked {
    readonly id: string;
    readonly employeeId: string | null;
    readonly teamId: string | null;
    readonly date?: string;
    readonly workDate?: string;
    readonly shiftId?: string | null;
  }
  const [employer] = await sampleOfDays('2026-10-29', '2026-10-30');
  const records = employer?.records as unknown as Readonly<Record<string, readonly Worked[]>>;
  const { shifts = [], 'time-entries': entries = [] } = records;
  const teams = new Map<string, Set<string>>();
  for (const { employeeId, teamId, date, workDate, shiftId } of [...shifts, ...entries]) {
    const key = `${employeeId} ${date ?? workDate}`;
    const team = teamId ?? shifts.find(({ id }) => id === shiftId)?.teamId ?? null;
    const known = teams.get(key) ?? new Set();
    if (team !== null) teams.set(key, known.add(team));
  }
  return teams;
}

const rowsIn = (text: string): string[] => text.trimEnd().split('\n').slice(1);

function addressesIn(mapping: string): ReadonlyMap<string, string> {
  const rows = mapping.trimEnd().split(/\r?\n/).slice(1);
  return new Map(
    rows.map((row) => [row.split(/[;,]/)[0] ?? '', /"([^"]*)"\s*$/.exec(row)?.[1] ?? ''] as const),
  );
}
