import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { clientProblem, fieldProblem, fileProblem, type UploadField } from './hrFiles.js';

/** What the double was sent and stored. */
export interface StoredFile {
  readonly jobId: string;
  readonly client: string;
  readonly fields: Readonly<Record<UploadField, string>>;
  readonly fileName: string;
  readonly content: Buffer;
}

/** What goes wrong with the next upload. */
export type Fault =
  | 'cut-before'
  | 'cut-after'
  | 'expired'
  | 'busy'
  | 'fails'
  | 'fails-after'
  | 'nonsense'
  | 'never'
  | 'kill';

export interface DatevDouble {
  readonly url: string;
  /** In the order in which they were stored. */
  readonly files: StoredFile[];
  /** Requests for tokens, in order. */
  readonly grants: URLSearchParams[];
  /** Requests to the API, as `GET /v1/clients/…`. */
  readonly requests: string[];
  /** For the next uploads, in order. */
  readonly faults: Fault[];
  /** States of files as payroll clerks set them. */
  readonly states: Map<string, string>;
  /** Clients that the person may use; undefined: all. */
  clients: readonly string[] | undefined;
  /** How long an access token lives. */
  lifeSeconds: number;
  /** Called in the moment of a `kill`, the file being stored and not yet answered. */
  onKill: () => void;
  /** Tokens that are good now. */
  readonly tokens: () => { readonly access: string; readonly refresh: string };
  readonly revoke: () => void;
  readonly close: () => Promise<void>;
}

export const CLIENT_ID = 'app-7';
export const CLIENT_SECRET = 'S3cret-of-app-7';

/** DATEV hr:files with its sign-in, as `hrFiles.ts` describes it. Refresh tokens are good once. */
export async function startDatevDouble(): Promise<DatevDouble> {
  let tokens = { access: `at-${randomUUID()}`, refresh: `rt-${randomUUID()}` };
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const held = new Set<ServerResponse>();
  const double: Omit<DatevDouble, 'url' | 'close'> = {
    files: [],
    grants: [],
    requests: [],
    faults: [],
    states: new Map(),
    clients: undefined,
    lifeSeconds: 900,
    onKill: () => undefined,
    tokens: () => tokens,
    revoke: () => {
      tokens = { access: 'revoked', refresh: 'revoked' };
    },
  };
  const server = createServer((request, response) => {
    void serve(request, response).catch((failure: unknown) => {
      response.writeHead(500).end(String(failure));
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://double');
    const body = await buffer(request);
    if (url.pathname === '/authorize') return void authorize(url.searchParams, response);
    if (url.pathname === '/token') return void grant(request, new URLSearchParams(body.toString()), response);
    double.requests.push(`${request.method} ${url.pathname}`);
    if (request.headers.authorization !== `Bearer ${tokens.access}`) return void json(response, 401, {});
    if (request.headers['x-datev-client-id'] !== CLIENT_ID) return void json(response, 401, {});
    const [, client = '', kind, job] =
      /^\/v1\/clients\/([^/]+)(?:\/(files|jobs)(?:\/([^/]+))?)?$/.exec(url.pathname) ?? [];
    const wrong = clientProblem(client);
    if (wrong !== undefined) return void refuse(response, 400, wrong);
    if (double.clients?.includes(client) === false)
      return void refuse(response, 403, '#DCO02050 restapi.AccessDenied');
    if (kind === undefined) return void response.writeHead(200).end();
    if (kind === 'files' && request.method === 'POST') return upload(request, client, body, response);
    const file = double.files.find(({ jobId }) => jobId === job);
    if (file === undefined) return void refuse(response, 404, '#DCO02101 restapi.JobIdNotFound');
    return void json(response, 200, jobInfo(file.jobId, double.states.get(file.jobId) ?? 'uploaded'));
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const redirect = new URL(asked.get('redirect_uri') ?? '');
    const code = randomUUID();
    codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirect: redirect.href });
    redirect.searchParams.set('code', code);
    redirect.searchParams.set('state', asked.get('state') ?? '');
    response.writeHead(302, { location: redirect.href }).end();
  }

  /** RFC 6749 and RFC 7636, with a secret in the header (section 2.3.1). */
  function grant(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    double.grants.push(form);
    const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64');
    if (request.headers.authorization !== `Basic ${basic}`)
      return void json(response, 401, { error: 'invalid_client' });
    if (!isGranted(form)) return void json(response, 400, { error: 'invalid_grant' });
    tokens = { access: `at-${randomUUID()}`, refresh: `rt-${randomUUID()}` };
    json(response, 200, {
      access_token: tokens.access,
      refresh_token: tokens.refresh,
      token_type: 'Bearer',
      expires_in: double.lifeSeconds,
      id_token: 'not.for.us',
    });
  }

  function isGranted(form: URLSearchParams): boolean {
    if (form.get('grant_type') === 'refresh_token') return form.get('refresh_token') === tokens.refresh;
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return asked?.challenge === challenge && asked.redirect === form.get('redirect_uri');
  }

  async function upload(
    request: IncomingMessage,
    client: string,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const fault = double.faults.shift();
    if (fault === 'cut-before') return void request.socket.destroy();
    if (fault === 'expired') {
      tokens = { ...tokens, access: 'expired' };
      return void json(response, 401, {});
    }
    if (fault === 'busy') return void json(response, 429, {}, { 'retry-after': '7200' });
    if (fault === 'fails') return void refuse(response, 500, 'restapi.InternalServerError');
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const problem = fieldProblem(form) ?? (await fileProblem(form));
    if (problem !== undefined) return void refuse(response, 400, problem);
    const sent = form.get('file') as File;
    const content = Buffer.from(await sent.arrayBuffer());
    const fields = Object.fromEntries(
      [...form].filter(([, value]) => typeof value === 'string'),
    ) as StoredFile['fields'];
    const file = { jobId: randomUUID(), client, fields, fileName: sent.name, content };
    double.files.push(file);
    if (fault === 'cut-after') return void request.socket.destroy();
    if (fault === 'fails-after') return void json(response, 502, {});
    if (fault === 'nonsense') return void json(response, 201, { thanks: true });
    if (fault === 'never') return void held.add(response);
    if (fault === 'kill') return double.onKill();
    return void json(response, 201, jobInfo(file.jobId, 'uploaded'));
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

function jobInfo(id: string, state: string) {
  return { job_id: id, timestamp: '2026-11-03T06:00:01+01:00', state };
}

function refuse(response: ServerResponse, status: number, problem: string): void {
  const [error, ...words] = problem.split(' ');
  json(response, status, { error, error_description: words.join(' '), request_id: '0a13eff2-44a9' });
}

function json(response: ServerResponse, status: number, content: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(content));
}
