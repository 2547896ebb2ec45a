import type { Config } from '../../config/config.js';
import type { KimaiSettings } from '../../config/schema/sourceSchema.js';
import type { Employee, NamedRecord } from '../../domain/records/records.js';
import { addDays } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { ReadWindow } from '../records/readWindows.js';
import { stagedRead } from '../rows/stagedRead.js';
import { ENTRY_SHAPE, type ReadRecord, referenceFields, stageRecords } from '../rows/stageRecords.js';
import type { AccessCheck, Source, SourceRead, SourceRequest } from '../source.js';
import { type ReadEffects, type Session, withSession } from '../transport/session.js';
import { KIMAI_PAGE_SIZE, KimaiClient, type KimaiList } from './kimaiClient.js';
import {
  type KimaiNotices,
  type KimaiUser,
  placesOfUsers,
  readNamed,
  readTimesheet,
  readUser,
} from './kimaiRecords.js';

interface KimaiOptions {
  readonly config: Config;
  readonly settings: KimaiSettings;
  readonly token: Secret | undefined;
  readonly effects: ReadEffects;
}

/** An installation of Kimai as the source of an employer: all users that the owner of the token may see. */
export function createKimaiSource({ config, settings, token, effects }: KimaiOptions): Source {
  const connected = <Result>(use: (client: KimaiClient, session: Session) => Promise<Result>) =>
    withSession(effects, (session) => {
      if (token === undefined)
        throw new PaytallyError('SECRET_MISSING', message('source.kimai.tokenMissing'));
      return use(new KimaiClient(session, settings, token), session);
    });
  const usersOf = () => connected(readUsers);
  return {
    read: (request) => connected((client, session) => readKimai({ client, session, config }, request)),
    readEstablishments: async () => ({ establishments: placesIn(config, await usersOf()), dataRequests: 1 }),
    readEmployees: async () => ({ employees: employeesOf(await usersOf()), invalid: [] }),
    readGrantedHolidays: async () => [],
    checkAccess: () => connected((client) => checkKimai(client, settings)),
  };
}

async function readUsers(client: KimaiClient): Promise<readonly KimaiUser[]> {
  return (await wholeList(client, 'employees', 'users')).map(readUser);
}

function employeesOf(users: readonly KimaiUser[]): readonly Employee[] {
  return users.map(({ employee }) => employee);
}

function placesIn({ employer, employerName }: Config, users: readonly KimaiUser[]) {
  return placesOfUsers(users, { employerName, zone: employer.zone });
}

/** Visible and hidden records: former employees and old projects have entries too. */
const ALL = '3';

async function wholeList(client: KimaiClient, list: KimaiList, path: string): Promise<readonly unknown[]> {
  // Projects outside their dates are hidden otherwise.
  const page = await client.list(list, path, { visible: ALL, full: 'true', ignoreDates: '1' });
  return page?.items ?? [];
}

/** Kimai documents these fields. */
const FIELDS = referenceFields((_, column) => message('source.kimai.evidence', { column }));

interface KimaiReading {
  readonly client: KimaiClient;
  readonly session: Session;
  readonly config: Config;
}

async function readKimai(reading: KimaiReading, request: SourceRequest): Promise<SourceRead> {
  const { client, session, config } = reading;
  const users = await readUsers(client);
  const named = async (list: 'teams' | 'tasks', path: string): Promise<readonly NamedRecord[]> =>
    (await wholeList(client, list, path)).map((item) => readNamed(item, list));
  const lists = {
    employees: employeesOf(users),
    establishments: placesIn(config, users),
    holidays: [],
    agencyWorkers: [],
    teams: await named('teams', 'projects'),
    tasks: await named('tasks', 'activities'),
  };
  const notices: KimaiNotices = { differing: 0 };
  const zones = new Map(users.map(({ employee, zone }) => [employee.id, zone]));
  const zoneOf = (userId: string) => zones.get(userId) ?? config.employer.zone;
  const effects = { ...session, requests: () => session.counts.dataRequests };
  const owners = new Set<string>();
  const entries = await stageRecords(ENTRY_SHAPE, request, effects, 'Kimai', (pass) =>
    timesheets(client, request.windows, (item) => {
      const read = readTimesheet(item, zoneOf, pass === 1 ? notices : { differing: 0 });
      owners.add(String(read.record.employeeId));
      return read;
    }),
  );
  const own = await onlyOwner(client, owners);
  return stagedRead(request, {
    ...lists,
    dated: [entries],
    onlyOwner: own,
    fields: FIELDS,
    hasPlanning: false,
    hasReviews: false,
    dataRequests: session.counts.dataRequests,
    notices: [
      ...(notices.differing === 0 ? [] : [message('source.kimai.differing', { count: notices.differing })]),
      ...(own === undefined || users.length < 2 ? [] : [message('source.kimai.onlyOwn', { name: own.name })]),
    ],
  });
}

/** Without the right to see others, Kimai returns the entries of the token's owner and says nothing. */
async function onlyOwner(client: KimaiClient, owners: ReadonlySet<string>): Promise<SourceRead['onlyOwner']> {
  if (owners.size > 1) return undefined;
  const { employee } = readUser(await client.object('users/me'));
  const isOthers = [...owners].some((owner) => owner !== employee.id);
  return isOthers ? undefined : { id: employee.id, name: employee.lastName };
}

/** How often a window is read again because Kimai's records changed between its pages. */
const MOST_RESTARTS = 3;

/** The entries that begin in these days, each window whole. */
async function* timesheets(
  client: KimaiClient,
  windows: readonly ReadWindow[],
  read: (item: unknown) => ReadRecord,
): AsyncGenerator<ReadRecord> {
  for (const window of windows) yield* await readWindow(client, window, read);
}

async function readWindow(
  client: KimaiClient,
  window: ReadWindow,
  read: (item: unknown) => ReadRecord,
): Promise<readonly ReadRecord[]> {
  for (let tries = 0; tries <= MOST_RESTARTS; tries += 1) {
    const records = await readPages(client, window, read);
    if (records !== undefined) return records;
  }
  throw new PaytallyError(
    'SERVICE_UNAVAILABLE',
    message('source.kimai.changing', { count: MOST_RESTARTS + 1 }),
    {
      remedy: message('source.kimai.changing.remedy'),
    },
  );
}

/** @returns undefined if the number of records changed between the pages: one may be missing */
async function readPages(
  client: KimaiClient,
  { from, to }: ReadWindow,
  read: (item: unknown) => ReadRecord,
): Promise<readonly ReadRecord[] | undefined> {
  const records = new Map<string, ReadRecord>();
  // Kimai compares with the clock of the token's owner, which can be a day away from that of other users.
  const query = {
    user: 'all',
    full: 'true',
    begin: `${addDays(from, -1)}T00:00:00`,
    end: `${addDays(to, 1)}T23:59:59`,
    orderBy: 'id',
    order: 'ASC',
    size: String(KIMAI_PAGE_SIZE),
  };
  let total: number | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await client.list('time-entries', 'timesheets', { ...query, page: String(page) });
    if (answer === undefined)
      return total === undefined || records.size === total ? [...records.values()] : undefined;
    if (page > 1 && answer.total !== total) return undefined;
    total = answer.total;
    for (const item of answer.items) {
      const each = read(item);
      records.set(String(each.record.id), each);
    }
    const isLast = answer.pages === undefined ? answer.items.length < KIMAI_PAGE_SIZE : page >= answer.pages;
    if (isLast) return total === undefined || records.size === total ? [...records.values()] : undefined;
  }
}

/** Signs in, lists the users, and asks for the entries of all of them. */
async function checkKimai(client: KimaiClient, { kimai }: KimaiSettings): Promise<readonly AccessCheck[]> {
  const { employee } = readUser(await client.object('users/me'));
  const users = await readUsers(client);
  await client.list('time-entries', 'timesheets', { user: 'all', size: '1', page: '1' });
  const values = { address: new URL(kimai).host, user: employee.lastName, count: users.length };
  return [{ check: 'source', status: 'ok', text: message('source.kimai.answers', values) }];
}
