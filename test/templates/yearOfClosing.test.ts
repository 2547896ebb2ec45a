import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { listTemplates } from '../../src/documents/template/showTemplate.js';
import { IS_GATE } from '../gate.js';
import { CLIENT_ID, CLIENT_SECRET, startDatevDouble } from '../support/servers/datevDouble.js';
import { EMPLOYER, LOKET_CLIENT, LOKET_SECRET, startLoketDouble } from '../support/servers/loketDouble.js';
import { startMailServer } from '../support/servers/mailServer.js';
import { hasSshServer, startSshServer } from '../support/servers/sshServer.js';
import { startXeroDouble, TENANT, XERO_CLIENT } from '../support/servers/xeroDouble.js';
import { places } from './sampleFile.js';
import {
  configureYear,
  KEYS,
  type Key,
  readUnits,
  rightUnits,
  servedYear,
  workOf,
  type YearOffice,
  type YearOfWork,
  type YearRun,
} from './targets/closingYear.js';
import { EMPLOYERS, type Employer } from './targets/offices.js';

/*
 * A year in a payroll office: two employers close every month, then the halves of a month, correct a month, and deliver
 * all files in every way, with every payroll format. Each file is read by a reader that is independent of our code.
 */

const YEAR = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`);
const MONTHS = IS_GATE ? YEAR.slice(10) : YEAR;
const [CORRECTED = ''] = MONTHS;
const NEXT_YEAR = '2026-01';
const HALVES = ['2026-01-01..2026-01-15', '2026-01-16..2026-01-31'];
/** Vendors' names that never change, and one that names only the month. */
const FIXED_NAMES = ['CLOCKIN.001', 'PRABCEPI.csv', 'bakery_TIMETRAN.csv'];

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** In the gate, a format with a fixed name, and one that an API takes. */
const IN_GATE: readonly string[] = ['datev-lug', 'xero'];

/** All offices take over four minutes: the whole suite takes a third of them each day, and `npm run test:long` all. */
const PARTS = 3;
const SEED = Number(process.env.YEAR_SEED ?? Math.floor(Date.now() / 86_400_000));
const IS_LONG = process.env.PAYTALLY_LONG !== undefined;

const offices = EMPLOYERS.flatMap((employer, index): Employer[] => {
  if (!IS_GATE) return IS_LONG || index % PARTS === SEED % PARTS ? [employer] : [];
  const formats = Object.entries(employer.formats).filter(([name]) => IN_GATE.includes(name));
  return formats.length === 0 ? [] : [{ ...employer, formats: Object.fromEntries(formats) }];
});

test('every payroll format has an office', async () => {
  const payroll = (await listTemplates(places)).filter(({ audience }) => audience === 'payroll');
  const used = [...new Set(EMPLOYERS.flatMap(({ formats }) => Object.keys(formats)))];
  expect(used.sort()).toEqual(payroll.map(({ name }) => name).sort());
});

describe.each(offices)(`the office $key (YEAR_SEED=${SEED})`, (employer) => {
  test('closes a year', { timeout: 1_800_000 }, async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-year-'));
    opened.push(() => rmSync(cwd, { recursive: true, force: true }));
    const received = await openReceivers(cwd, employer);
    const office: YearOffice = { cwd, employer, env: received.env };
    configureYear(office, received.deliveriesOf, received.configuration);
    const work: YearOfWork = {
      bakery: workOf('bakery', [...MONTHS, NEXT_YEAR]),
      cafe: workOf('cafe', [...MONTHS, NEXT_YEAR]),
    };
    const finals: Final[] = [];
    const close = async (run: Run, period: string, ...more: string[]) => {
      const runs = await run('export', period, '--final', '--deliver', ...more);
      expect(runs.map(({ employer: key }) => key)).toEqual([...KEYS]);
      for (const each of runs) {
        finals.push({ period, run: each });
        expectDelivered(each, received.names(each.employer));
        expectRight(employer, each, { work, period });
        expectReceived(cwd, each);
        received.fetch(each.employer);
      }
    };
    await servedYear(office, work, async (run) => {
      for (const month of MONTHS) await close(run, month);
      const taken = await templatesOfHalves(employer);
      for (const half of HALVES)
        if (taken.length > 0) await close(run, half, ...taken);
        else await expect(run('export', half, '--final')).rejects.toThrow('RENDER_REFUSED');
    });
    expectFilesApart(finals.map(({ run }) => run));
    await servedYear(office, corrected(work), async (run) => {
      const open = await run('corrections', CORRECTED);
      for (const key of KEYS) await correct(run, open, key);
      for (const { sheet, lines } of await run('corrections', CORRECTED))
        expect([lines, sheet ?? []]).toEqual([[], []]);
      expect((await run('verify')).every((each) => (each as unknown as { ok: boolean }).ok)).toBe(true);
      for (const { run: final } of sampled(finals)) await expectSameAgain(run, cwd, final);
    });
    expect(temporaryFilesIn(cwd)).toEqual([]);
    received.check(finals.map(({ run }) => run));
  });
});

type Run = Parameters<Parameters<typeof servedYear>[2]>[0];

interface Final {
  readonly period: string;
  readonly run: YearRun;
}

/** Every delivery of the run has been sent, and there is one of each that is expected. */
function expectDelivered({ deliveries = [] }: YearRun, names: readonly string[]): void {
  expect(deliveries.filter(({ state }) => state !== 'sent')).toEqual([]);
  expect([...new Set(deliveries.map(({ name }) => name))].sort()).toEqual([...names].sort());
}

function expectRight(
  employer: Employer,
  run: YearRun,
  { work, period }: { readonly work: YearOfWork; readonly period: string },
): void {
  const [from = '', to = `${from}-31`] = period.split('..');
  const days = {
    key: run.employer,
    work: work[run.employer],
    from: from.length === 7 ? `${from}-01` : from,
    to,
  };
  for (const template of new Set(run.files.map((file) => file.template))) {
    const format = employer.formats[template];
    if (format === undefined) throw new Error(`no format ${template}`);
    const at = { template, period, employer: run.employer };
    expect({ ...at, units: readUnits(format, run, template) }).toEqual({
      ...at,
      units: rightUnits(employer, format, days),
    });
  }
}

/** The receiver has each file under the vendor's name, with the bytes of the newest run. */
function expectReceived(cwd: string, { employer, files }: YearRun): void {
  for (const { path, sha256 } of files)
    expect(digestOf(join(cwd, `inbox-${employer}`, basename(path)))).toBe(sha256);
}

/** No final has the file of another; companions are shared, and unchanged. */
function expectFilesApart(runs: readonly YearRun[]): void {
  const owners = new Map<string, string>();
  for (const { runId, files } of runs)
    for (const { path, sha256, isCompanion } of files) {
      expect({ path, digest: digestOf(path) }).toEqual({ path, digest: sha256 });
      expect({ path, owner: isCompanion ? runId : (owners.get(path) ?? runId) }).toEqual({
        path,
        owner: runId,
      });
      owners.set(path, runId);
    }
  const names = runs.flatMap(({ files }) => files.map(({ path }) => basename(path)));
  for (const name of FIXED_NAMES.filter((each) => names.includes(each)))
    expect(names.filter((each) => each === name).length).toBeGreaterThan(MONTHS.length - 1);
}

async function correct(run: Run, open: readonly YearRun[], key: Key): Promise<void> {
  const mine = open.find(({ employer }) => employer === key);
  expect(mine?.lines?.length).toBeGreaterThan(0);
  const byHand = [...new Set((mine?.sheet ?? []).map(({ template }) => `${template}=entered by hand`))];
  const settled = byHand.flatMap((each) => ['--settle', each]);
  const [made] = await run('corrections', CORRECTED, '--employer', key, '--final', '--deliver', ...settled);
  for (const { path, sha256 } of made?.files ?? []) expect(digestOf(path)).toBe(sha256);
  expect((made?.deliveries ?? []).filter(({ state }) => state !== 'sent')).toEqual([]);
}

/** An hour more for one employee of each employer in the corrected month. */
function corrected(work: YearOfWork): YearOfWork {
  const later = (some: YearOfWork[Key]) =>
    some.map((each, at) => (at === 0 ? { ...each, minutes: each.minutes + 60 } : each));
  return { bakery: later(work.bakery), cafe: later(work.cafe) };
}

/** Templates that take a part of a month; others refuse it by its own rule. */
async function templatesOfHalves({ formats }: Employer): Promise<string[]> {
  const taken: string[] = [];
  for (const name of Object.keys(formats)) {
    const template = await loadTemplate(name, places);
    if (template.kind !== 'text') continue;
    const { target, checks } = template.spec;
    if (target?.wholePeriods === undefined && checks.length === 0) taken.push('--template', name);
  }
  return taken;
}

const sampled = (finals: readonly Final[]) => finals.filter((_, at) => at % 7 === 2);

async function expectSameAgain(run: Run, cwd: string, { runId, files }: YearRun): Promise<void> {
  const out = join(cwd, 'again', runId);
  await run('rerun', runId, '--out', out);
  for (const { path } of files)
    expect(readFileSync(join(out, basename(path)), 'latin1')).toBe(readFileSync(path, 'latin1'));
  expect(readdirSync(out).sort()).toEqual(files.map(({ path }) => basename(path)).sort());
}

function temporaryFilesIn(cwd: string): string[] {
  const all = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
  return all.filter((path) => /\.part\b/.test(path));
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

interface Receivers {
  readonly env: Record<string, string>;
  readonly deliveriesOf: (key: Key) => Record<string, unknown>;
  readonly configuration: Record<string, unknown>;
  readonly names: (key: Key) => readonly string[];
  /** The payroll program takes the files away: the next month's can have the same names. */
  readonly fetch: (key: Key) => void;
  /** What the receivers have at the end. */
  readonly check: (runs: readonly YearRun[]) => void;
}

/** A folder, a server, a mailbox, and the APIs of the payroll systems whose formats the employer uses. */
async function openReceivers(cwd: string, { formats }: Employer): Promise<Receivers> {
  const uses = (name: string) => Object.hasOwn(formats, name);
  const mail = await startMailServer();
  opened.push(mail.close);
  const ssh = hasSshServer() ? await startSshServer() : undefined;
  if (ssh !== undefined) opened.push(ssh.stop);
  const sftpOf = (key: Key) => {
    if (ssh === undefined) return {};
    const { port, user, key: file, knownHosts, path } = ssh.target;
    mkdirSync(join(path, key), { recursive: true });
    const account = { host: '127.0.0.1', port, user, key: file, knownHosts };
    return { server: { to: 'sftp', ...account, path: join(path, key) } };
  };
  const apis: Record<string, unknown> = {};
  const checks: Receivers['check'][] = [];
  if (uses('datev-lug')) {
    const datev = await startDatevDouble();
    opened.push(datev.close);
    leaveTokens(cwd, 'datev', { ...datev, clientId: CLIENT_ID });
    const account = { clientId: CLIENT_ID, clientSecret: { env: 'DATEV_SECRET' }, redirectPort: 0 };
    apis.datev = {
      to: 'datev',
      client: '1234567-12345',
      ...account,
      ...addressesOf(datev.url),
      templates: ['datev-lug', ...(uses('datev-lodas') ? ['datev-lodas'] : [])],
    };
    checks.push((runs) => {
      expect(datev.files.some(({ fileName }) => fileName.endsWith('.ini'))).toBe(false);
      const sent = runs.flatMap(({ files }) => files.filter(({ template }) => template === 'datev-lug'));
      const months = sent.filter(({ isCompanion }) => !isCompanion).map(({ path }) => basename(path));
      const arrived = datev.files
        .map(({ fileName }) => fileName)
        .filter((name) => name.includes('datev-lug'));
      expect(arrived.sort()).toEqual(months.sort());
    });
  }
  if (uses('loket-api')) {
    const loket = await startLoketDouble();
    opened.push(loket.close);
    leaveTokens(cwd, 'loket', { ...loket, clientId: LOKET_CLIENT });
    const account = { clientId: LOKET_CLIENT, clientSecret: { env: 'LOKET_SECRET' }, redirectPort: 0 };
    apis.loket = {
      to: 'loket',
      employerId: EMPLOYER,
      ...account,
      ...addressesOf(loket.url),
      templates: ['loket-api'],
    };
    checks.push(() => expect(loket.records.length).toBeGreaterThan(0));
  }
  if (uses('xero')) {
    const xero = await startXeroDouble();
    opened.push(xero.close);
    leaveTokens(cwd, 'xero', { ...xero, clientId: XERO_CLIENT });
    apis.xero = {
      to: 'xero',
      tenant: TENANT,
      clientId: XERO_CLIENT,
      redirectPort: 0,
      templates: ['xero'],
      ...addressesOf(xero.url),
    };
    checks.push(() => expect(xero.sheets.length).toBeGreaterThan(0));
  }
  const deliveriesOf = (key: Key) => ({
    inbox: { to: 'folder', path: `inbox-${key}` },
    ...sftpOf(key),
    post: { to: 'mail', recipients: [`${key}@example.com`], attach: true },
    ...apis,
  });
  return {
    env: { DATEV_SECRET: CLIENT_SECRET, LOKET_SECRET },
    deliveriesOf,
    configuration: {
      mail: {
        from: 'payroll@example.com',
        owner: 'office@example.com',
        smtp: { host: '127.0.0.1', port: mail.port, tls: 'none' },
      },
    },
    names: (key) => Object.keys(deliveriesOf(key)),
    fetch: (key) => {
      const server = ssh === undefined ? [] : [join(ssh.target.path, key)];
      for (const folder of [join(cwd, `inbox-${key}`), ...server])
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
    },
    check: (runs) => {
      expect(mail.mails.length).toBeGreaterThanOrEqual(runs.length);
      for (const check of checks) check(runs);
    },
  };
}

const addressesOf = (url: string) => ({
  address: url,
  authorizeUrl: `${url}/authorize`,
  tokenUrl: `${url}/token`,
});

/** Tokens that the simulated server accepts, for both employers. */
function leaveTokens(
  cwd: string,
  name: string,
  {
    url,
    tokens,
    clientId,
  }: {
    readonly url: string;
    readonly clientId: string;
    readonly tokens: () => { access: string; refresh: string };
  },
): void {
  mkdirSync(join(cwd, 'secrets'), { recursive: true });
  const { access, refresh } = tokens();
  const expiresAt = new Date(Date.UTC(2030, 0, 1)).toISOString();
  const stored = {
    accessToken: access,
    refreshToken: refresh,
    expiresAt,
    clientId,
    tokenUrl: `${url}/token`,
  };
  writeFileSync(join(cwd, 'secrets', `${name}.tokens.json`), JSON.stringify(stored), { mode: 0o600 });
}
