import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Ajv, type ValidateFunction } from 'ajv';
import { answerJson as json, OauthDouble, type Tokens } from './oauthDouble.js';

/*
 * Timesheets of Xero Payroll as its OpenAPI file describes them; `xeroTimesheets.json` is an excerpt of it. Requests
 * and answers must both be valid.
 */

export interface XeroSheet {
  readonly payrollCalendarID: string;
  readonly employeeID: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly timesheetLines: readonly {
    readonly date: string;
    readonly earningsRateID: string;
    readonly numberOfUnits: number;
  }[];
}

interface StoredSheet extends XeroSheet {
  readonly timesheetID: string;
  status: 'Draft' | 'Requested' | 'Approved' | 'Completed';
}

/** The fault that affects the next timesheet. */
export type XeroFault =
  | 'cut-before'
  | 'cut-after'
  | 'expired'
  | 'busy'
  | 'busy-long'
  | 'fails'
  | 'fails-after'
  | 'nonsense'
  | 'slow'
  | 'kill';

export interface XeroDouble {
  readonly url: string;
  readonly sheets: StoredSheet[];
  /** `GET /Timesheets?…` */
  readonly requests: string[];
  readonly keys: string[];
  readonly grants: URLSearchParams[];
  readonly faults: XeroFault[];
  /** Xero's reasons for refusing timesheets of these employees. */
  readonly refused: Map<string, string>;
  /** Organisations of the person who signed in. */
  tenants: readonly string[];
  onKill: () => void;
  readonly tokens: () => Tokens;
  readonly close: () => Promise<void>;
}

export const XERO_CLIENT = 'XERO-PKCE-APP';
export const TENANT = '45e4708e-d862-4111-ab3a-dd8cd03913e1';
/** Fewer than the vendor's 100, so that there are several pages. */
const PAGE_SIZE = 3;

const spec = JSON.parse(readFileSync(join(import.meta.dirname, 'xeroTimesheets.json'), 'utf8'));
const FORMATS = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  double: true,
} as const;
const requests = new Ajv({ strict: false, formats: { ...FORMATS, 'date-time': true } }).addSchema(spec, 'x');
/** In the vendor's own examples, dates have a time. */
const answers = new Ajv({ strict: false, validateFormats: false }).addSchema(spec, 'x');

function validator(ajv: Ajv, name: string): ValidateFunction {
  const validate = ajv.getSchema(`x#/definitions/${name}`);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate;
}

/** An answer as in the vendor's examples, valid by its schema. */
function answer(response: ServerResponse, status: number, name: string, content: object): unknown {
  const validate = validator(answers, name);
  if (!validate(content)) throw new Error(`an answer that is no ${name}: ${JSON.stringify(validate.errors)}`);
  const about = {
    id: randomUUID(),
    providerName: 'paytally',
    dateTimeUTC: '2026-11-03 06:00:01',
    problem: null,
  };
  return json(response, status, name === 'Problem' ? content : { ...about, ...content });
}

export async function startXeroDouble(): Promise<XeroDouble> {
  // RFC 6749, section 3.2.1: an application without a secret identifies itself.
  const oauth = new OauthDouble((request, form) => {
    return request.headers.authorization === undefined && form.get('client_id') === XERO_CLIENT;
  });
  const replies = new Map<string, StoredSheet>();
  const double: Omit<XeroDouble, 'url' | 'close'> = {
    sheets: [],
    requests: [],
    keys: [],
    grants: oauth.grants,
    faults: [],
    refused: new Map(),
    tenants: [TENANT],
    onKill: () => undefined,
    tokens: () => oauth.tokens,
  };
  const server = createServer((request, response) => {
    void serve(request, response).catch((failure: unknown) => {
      response.writeHead(500).end(String(failure));
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://double');
    const body = await buffer(request);
    if (oauth.serve(request, url, body, response)) return;
    double.requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (request.headers.authorization !== `Bearer ${oauth.tokens.access}`)
      return answer(response, 401, 'Problem', { title: 'Unauthorized', detail: 'TokenExpired' });
    if (url.pathname === '/connections')
      return json(
        response,
        200,
        double.tenants.map((tenantId, at) => ({
          id: randomUUID(),
          tenantId,
          tenantType: 'ORGANISATION',
          tenantName: `Company ${at + 1}`,
        })),
      );
    if (!double.tenants.includes(String(request.headers['xero-tenant-id'])))
      return answer(response, 403, 'Problem', { title: 'Forbidden', detail: 'AuthenticationUnsuccessful' });
    if (request.method === 'POST') return create(request, body, response);
    const [, id] = /^\/Timesheets(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    if (id === undefined) return list(url.searchParams, response);
    const sheet = double.sheets.find(({ timesheetID }) => timesheetID === id);
    if (sheet === undefined) return answer(response, 404, 'Problem', { title: 'NotFound', detail: id });
    return answer(response, 200, 'TimesheetObject', { timesheet: inAnswer(sheet) });
  }

  function list(query: URLSearchParams, response: ServerResponse): unknown {
    const calendar = /^payrollCalendarId==(.+)$/.exec(query.get('filter') ?? '')?.[1];
    const found = double.sheets.filter(
      ({ payrollCalendarID, startDate, endDate }) =>
        (calendar === undefined || payrollCalendarID === calendar) &&
        startDate >= (query.get('startDate') ?? '') &&
        endDate <= (query.get('endDate') ?? '9999'),
    );
    const page = Number(query.get('page') ?? 1);
    const timesheets = found
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map(({ timesheetLines: _, ...sheet }) => inAnswer({ ...sheet, timesheetLines: [] }))
      .map(({ timesheetLines: _, ...sheet }) => sheet);
    const pageCount = Math.ceil(found.length / PAGE_SIZE);
    const pagination = { page, pageSize: PAGE_SIZE, pageCount, itemCount: found.length };
    return answer(response, 200, 'Timesheets', { pagination, timesheets });
  }

  function create(request: IncomingMessage, body: Buffer, response: ServerResponse): unknown {
    const key = String(request.headers['idempotency-key'] ?? '');
    double.keys.push(key);
    const fault = double.faults.shift();
    if (fault === 'cut-before') return request.socket.destroy();
    if (fault === 'busy' || fault === 'busy-long')
      return json(response, 429, {}, { 'retry-after': fault === 'busy' ? '1' : '7200' });
    if (fault === 'fails') return json(response, 500, {});
    if (fault === 'expired') {
      oauth.tokens = { ...oauth.tokens, access: 'expired' };
      return answer(response, 401, 'Problem', { title: 'Unauthorized', detail: 'TokenExpired' });
    }
    const before = replies.get(key);
    if (before !== undefined)
      return answer(response, 200, 'TimesheetObject', { timesheet: inAnswer(before) });
    const sheet: XeroSheet = JSON.parse(body.toString());
    const invalid = problemOf(key, sheet) ?? double.refused.get(sheet.employeeID);
    if (invalid !== undefined)
      return answer(response, 400, 'Problem', {
        title: 'BadRequest',
        detail: 'Validation error occurred.',
        invalidFields: [{ name: 'EmployeeID', reason: invalid }],
      });
    const stored: StoredSheet = { ...sheet, timesheetID: randomUUID(), status: 'Draft' };
    double.sheets.push(stored);
    replies.set(key, stored);
    if (fault === 'cut-after') return request.socket.destroy();
    if (fault === 'fails-after') return json(response, 502, {});
    if (fault === 'nonsense') return json(response, 200, { thanks: true });
    if (fault === 'kill') return double.onKill();
    const reply = () => answer(response, 200, 'TimesheetObject', { timesheet: inAnswer(stored) });
    return fault === 'slow' ? setTimeout(reply, 1500) : reply();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(double, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function problemOf(key: string, sheet: XeroSheet): string | undefined {
  const validate = validator(requests, 'Timesheet');
  if (key === '' || key.length > 128) return 'Idempotency-Key';
  if (!validate(sheet)) return JSON.stringify(validate.errors);
  const { startDate, endDate, timesheetLines } = sheet;
  return timesheetLines.some(({ date }) => date < startDate || date > endDate) ? 'a day outside' : undefined;
}

function inAnswer(sheet: StoredSheet) {
  const timesheetLines = sheet.timesheetLines
    .map((line) => ({ ...line, timesheetLineID: randomUUID(), date: `${line.date} 00:00:00` }))
    .reverse();
  return {
    ...sheet,
    startDate: `${sheet.startDate} 00:00:00`,
    endDate: `${sheet.endDate} 00:00:00`,
    totalHours: timesheetLines.reduce((sum, { numberOfUnits }) => sum + numberOfUnits, 0),
    updatedDateUTC: '2026-11-03 06:00:01.813283',
    timesheetLines,
  };
}
