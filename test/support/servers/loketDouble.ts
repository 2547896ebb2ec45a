import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { answerJson as json, OauthDouble, type Tokens } from './oauthDouble.js';

/*
 * Payroll period data of Loket.nl, as "Loket.nl API" V2 describes it. The rules of its schemas are stated below by hand;
 * requests must be valid, and so is each answer.
 * All of both were once valid against the file too, except for its pattern of IDs, which has capitals only: of the IDs in
 * its examples, 2,388 of 2,394 are in small letters.
 */

interface Component {
  readonly payrollComponent: { readonly key: number };
  readonly value: number;
}

export interface PeriodRecord {
  readonly employmentId: string;
  readonly payrollPeriod: { readonly year: number; readonly periodNumber: number };
  readonly shift: { readonly shiftNumber: number };
  readonly payslipType: { readonly key: number };
  readonly costCenter?: { readonly key: number };
  payrollComponents: Component[];
}

/** What goes wrong with the next hours that are sent; `silent`: Loket takes them and then answers nothing more. */
export type LoketFault =
  | 'cut-before'
  | 'cut-after'
  | 'expired'
  | 'busy'
  | 'fails-after'
  | 'silent'
  | 'forgets'
  | 'kill';

export interface LoketDouble {
  readonly url: string;
  readonly records: PeriodRecord[];
  /** `PATCH /providers/…` */
  readonly requests: string[];
  readonly grants: URLSearchParams[];
  readonly faults: LoketFault[];
  /** Why Loket refuses the hours of these employments. */
  readonly refused: Map<string, string>;
  /** Employments that Loket does not know. */
  readonly missing: Set<string>;
  /** Of each employment; null is a field without a default. */
  defaults: { shift: object | null; payslipType: object; costCenter: object | null; distributionUnit: null };
  /** Whether defaults come within `content`. */
  isWrapped: boolean;
  isSilent: boolean;
  /** Employers of the person who signed in. */
  employers: readonly string[];
  onKill: () => void;
  readonly tokens: () => Tokens;
  readonly close: () => Promise<void>;
}

export const LOKET_CLIENT = 'loket-app';
/** With characters that a form must encode. */
export const LOKET_SECRET = 'a+b/c&d=e';
export const EMPLOYER = 'b14acd0d-75d7-4fc8-8b22-4a3924585cab';
/** Less than the vendor's 250, so that there are several. */
const PAGE_SIZE = 1;
const MEDIA_TYPE = 'application/json;version=2018-01-01';

const ajv = new Ajv({ formats: { uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i } });
const integer = { type: 'integer' };
const uuid = { type: 'string', format: 'uuid' };
const only = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** Without the read-only fields; `distributionUnit` is never null, and hours are less than 1000. */
const record = {
  payrollPeriod: only({
    year: { ...integer, minimum: 2000, maximum: 9999 },
    periodNumber: { ...integer, minimum: 1, maximum: 53 },
  }),
  shift: only({ shiftNumber: integer }),
  payslipType: only({ key: integer }),
  distributionUnit: only({ key: uuid }),
  costCenter: only({ key: integer }),
  costUnit: only({ key: integer }),
  payrollComponents: {
    type: 'array',
    items: only({
      payrollComponent: only({ key: integer }),
      value: { type: 'number', minimum: 0, exclusiveMaximum: 1000 },
      isSupplement: { type: 'boolean' },
    }),
  },
};
const bearers = ['distributionUnit', 'costCenter', 'costUnit'];
const isRequest = ajv.compile({ type: 'array', items: only({ employmentId: uuid, ...record }, bearers) });
const isList = ajv.compile(
  only({
    currentPage: integer,
    pageSize: integer,
    totalPages: integer,
    totalSize: integer,
    version: only({ resourceVersion: { type: 'string' }, obsoleteDate: { type: 'null' } }),
    messages: { type: 'array' },
    _embedded: { type: 'array', items: only({ id: uuid, ...record }, bearers) },
  }),
);
const isMessages = ajv.compile({
  type: 'array',
  items: only({
    code: integer,
    id: { ...uuid, nullable: true },
    type: { enum: ['BrokenBusinessRule', 'Warning', 'Exception', 'NotFound'] },
    description: { type: 'string' },
    properties: { type: 'array' },
  }),
});
const VERSION = { resourceVersion: '2018-01-01', obsoleteDate: null };

function problem(type: string, description: string, id: string | null = null) {
  return { code: 83, id, type, description, properties: [] };
}

export async function startLoketDouble(): Promise<LoketDouble> {
  // Section "Refresh token flow": the application and its secret are fields of the form.
  const oauth = new OauthDouble((request, form) => {
    const isNamed = form.get('client_id') === LOKET_CLIENT && form.get('client_secret') === LOKET_SECRET;
    return request.headers.authorization === undefined && isNamed;
  });
  const double: Omit<LoketDouble, 'url' | 'close'> = {
    records: [],
    requests: [],
    grants: oauth.grants,
    faults: [],
    refused: new Map(),
    missing: new Set(),
    defaults: {
      shift: { shiftNumber: 1, bonusPercentage: 0 },
      payslipType: { key: 1, value: 'a type' },
      costCenter: { key: 2, code: 'SAL073', description: 'Sales' },
      distributionUnit: null,
    },
    isWrapped: true,
    isSilent: false,
    employers: [EMPLOYER],
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
    double.requests.push(`${request.method} ${url.pathname}`);
    if (double.isSilent) return request.socket.destroy();
    if (request.headers.authorization !== `Bearer ${oauth.tokens.access}`)
      return json(response, 401, { message: 'Authorization has been denied for this request.' });
    if (request.headers.accept !== MEDIA_TYPE)
      return messages(response, 400, [problem('Exception', 'Accept')]);
    const [, employer, rest] =
      /^\/providers\/employers\/([0-9a-f-]{36})(\/payrollperioddata)?$/.exec(url.pathname) ?? [];
    if (employer !== undefined) {
      if (!double.employers.includes(employer))
        return json(response, 403, { message: 'Insufficient rights for this request.' });
      if (rest === undefined)
        return json(response, 200, { version: VERSION, messages: [], content: { id: employer } });
      return request.method === 'PATCH' ? patch(request, body, response) : response.writeHead(405).end();
    }
    const [, employment = '', isDefaults] =
      /^\/providers\/employers\/employees\/employments\/([0-9a-f-]{36})\/payrollperioddata(\/defaults)?$/.exec(
        url.pathname,
      ) ?? [];
    if (employment === '' || double.missing.has(employment)) return response.writeHead(404).end();
    if (isDefaults === undefined) return list(employment, url.searchParams, response);
    const content = {
      payrollPeriod: null,
      ...double.defaults,
      payslipText: null,
      costUnit: null,
      payrollComponents: [],
    };
    return json(response, 200, double.isWrapped ? { version: VERSION, messages: [], content } : content);
  }

  function messages(response: ServerResponse, status: number, list: readonly object[]): unknown {
    if (!isMessages(list)) throw new Error(`no messages: ${JSON.stringify(isMessages.errors)}`);
    return json(response, status, { version: VERSION, messages: list, content: {} });
  }

  function list(employment: string, query: URLSearchParams, response: ServerResponse): unknown {
    const [, year, number] =
      /^payrollPeriod\.year eq (\d+) and payrollPeriod\.periodNumber eq (\d+)$/.exec(
        query.get('filter') ?? '',
      ) ?? [];
    if (year === undefined) return messages(response, 400, [problem('Exception', 'filter')]);
    const found = double.records.filter(
      ({ employmentId, payrollPeriod }) =>
        employmentId === employment &&
        payrollPeriod.year === Number(year) &&
        payrollPeriod.periodNumber === Number(number),
    );
    const page = Number(query.get('pageNumber') ?? 1);
    const answer = {
      currentPage: page,
      pageSize: PAGE_SIZE,
      totalPages: Math.ceil(found.length / PAGE_SIZE),
      totalSize: found.length,
      version: VERSION,
      messages: [],
      _embedded: found
        .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
        .map(({ employmentId: _, ...each }) => ({ id: employment, ...each })),
    };
    if (!isList(answer)) throw new Error(`no list: ${JSON.stringify(isList.errors)}`);
    return json(response, 200, answer);
  }

  function patch(request: IncomingMessage, body: Buffer, response: ServerResponse): unknown {
    const fault = double.faults.shift();
    if (fault === 'cut-before') return request.socket.destroy();
    if (fault === 'busy') return json(response, 429, {}, { 'retry-after': '1' });
    if (fault === 'expired') {
      oauth.tokens = { ...oauth.tokens, access: 'expired' };
      return json(response, 401, { message: 'Authorization has been denied for this request.' });
    }
    const sent: PeriodRecord[] = JSON.parse(body.toString());
    if (request.headers['content-type'] !== MEDIA_TYPE || !isRequest(sent))
      return messages(response, 400, [problem('Exception', JSON.stringify(isRequest.errors))]);
    const broken = sent.flatMap(({ employmentId: id }) => {
      const rule = double.refused.get(id);
      return rule === undefined ? [] : [problem('BrokenBusinessRule', rule, id)];
    });
    const taken = sent.filter(({ employmentId }) => !double.refused.has(employmentId));
    if (fault !== 'forgets') for (const each of taken) store(each);
    if (fault === 'cut-after') return request.socket.destroy();
    if (fault === 'fails-after') return response.writeHead(502).end();
    if (fault === 'kill') return double.onKill();
    if (fault === 'silent') double.isSilent = true;
    // Section "HTTP status codes": 200 if at least one of them succeeds.
    const warnings = taken.slice(0, 1).map(({ employmentId: id }) => problem('Warning', 'a warning', id));
    return messages(response, taken.length > 0 ? 200 : 400, [...warnings, ...broken]);
  }

  /** One record per period, shift, payslip type and cost bearer; components that are not named stay. */
  function store(sent: PeriodRecord): void {
    const keyOf = ({ payrollComponents: _, ...key }: PeriodRecord) =>
      JSON.stringify(Object.entries(key).sort());
    const same = double.records.find((each) => keyOf(each) === keyOf(sent));
    if (same === undefined) double.records.push(sent);
    else {
      const named = new Set(sent.payrollComponents.map(({ payrollComponent }) => payrollComponent.key));
      const others = same.payrollComponents.filter(
        ({ payrollComponent }) => !named.has(payrollComponent.key),
      );
      same.payrollComponents = [...others, ...sent.payrollComponents];
    }
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
