import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A timesheet as Kimai's OpenAPI document has it, with `full`. */
export interface KimaiTimesheet {
  readonly id: number;
  readonly begin: string;
  readonly end: string | null;
  readonly duration: number | null;
  readonly break?: number;
  readonly user: number;
  readonly project: number;
  readonly activity: number;
}

export interface KimaiUserData {
  readonly id: number;
  readonly username: string;
  readonly alias: string | null;
  readonly enabled: boolean;
  readonly timezone?: string;
}

/** The data of the installation, which tests change between requests. */
export interface KimaiData {
  users: readonly KimaiUserData[];
  projects: readonly { readonly id: number; readonly name: string }[];
  activities: readonly { readonly id: number; readonly name: string }[];
  timesheets: readonly KimaiTimesheet[];
}

/** What the double does instead of answering. */
export type KimaiFault = 'cut' | { readonly status: number; readonly retryAfter?: string } | undefined;

export interface KimaiDouble {
  readonly url: string;
  readonly data: KimaiData;
  readonly requests: readonly URL[];
  /** Called before each answer, also to change the data. */
  fault: (url: URL, number: number) => KimaiFault;
  readonly stop: () => Promise<void>;
}

export const KIMAI_TOKEN = 'kimai-token-123';
const DEFAULT_SIZE = 50;
const MOST_SIZE = 500;

/** The endpoints of Kimai that paytally uses, as its controllers answer them. The first user owns the token. */
export async function startKimai(data: KimaiData, options: { seesAll?: boolean } = {}): Promise<KimaiDouble> {
  const requests: URL[] = [];
  const double = { fault: (() => undefined) as KimaiDouble['fault'] };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://kimai');
    requests.push(url);
    const fault = double.fault(url, requests.length);
    if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('[{"id":1,');
      setTimeout(() => response.destroy(), 5);
      return;
    }
    if (fault !== undefined) {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      send(response, fault.status, { code: fault.status, message: 'Fault' }, headers);
      return;
    }
    answer(request, response, url, data, options.seesAll ?? true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, {
    url: `http://127.0.0.1:${port}`,
    data,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function answer(
  { headers }: IncomingMessage,
  response: ServerResponse,
  url: URL,
  data: KimaiData,
  seesAll: boolean,
): void {
  const isBearer = headers.authorization === `Bearer ${KIMAI_TOKEN}`;
  const isOld = headers['x-auth-user'] === 'admin' && headers['x-auth-token'] === KIMAI_TOKEN;
  if (!isBearer && !isOld) {
    send(response, 401, { code: 401, message: 'Invalid credentials.' });
    return;
  }
  const [owner] = data.users;
  switch (url.pathname) {
    case '/api/users/me':
      send(response, 200, owner);
      break;
    case '/api/users':
      send(
        response,
        200,
        shown(data.users, url, ({ enabled }) => enabled),
      );
      break;
    case '/api/projects':
      send(response, 200, data.projects);
      break;
    case '/api/activities':
      send(response, 200, data.activities);
      break;
    case '/api/timesheets':
      sendTimesheets(response, url, data, seesAll ? undefined : owner?.id);
      break;
    default:
      send(response, 404, { code: 404, message: 'Not Found' });
      break;
  }
}

function shown<Item>(items: readonly Item[], url: URL, isVisible: (item: Item) => boolean): readonly Item[] {
  return url.searchParams.get('visible') === '3' ? items : items.filter(isVisible);
}

/** `begin` and `end` are compared with the begin of the entries, on the clock of the token's owner. */
function sendTimesheets(response: ServerResponse, url: URL, data: KimaiData, only: number | undefined): void {
  const { searchParams } = url;
  const from = searchParams.get('begin') ?? '';
  const to = searchParams.get('end') ?? '9999';
  const found = data.timesheets
    .filter(({ user }) => (searchParams.get('user') === 'all' && only === undefined) || user === (only ?? 1))
    .filter(
      ({ begin = '' }) => !/^\d/.test(begin) || (begin.slice(0, 19) >= from && begin.slice(0, 19) <= to),
    )
    .sort((a, b) => a.id - b.id);
  const size = Math.min(MOST_SIZE, Number(searchParams.get('size') ?? DEFAULT_SIZE));
  const page = Number(searchParams.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(found.length / size));
  if (page > pages) {
    send(response, 404, { code: 404, message: 'Not Found' });
    return;
  }
  const items = found.slice((page - 1) * size, page * size);
  const whole = items.map((sheet) => ({
    ...sheet,
    user: data.users.find(({ id }) => id === sheet.user),
    project: data.projects.find(({ id }) => id === sheet.project),
    activity: data.activities.find(({ id }) => id === sheet.activity),
  }));
  send(response, 200, searchParams.get('full') === 'true' ? whole : items, {
    'x-page': String(page),
    'x-total-count': String(found.length),
    'x-total-pages': String(pages),
    'x-per-page': String(size),
  });
}
