import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { clientProblem, fieldProblem, fileProblem, type UploadField } from './hrFiles.js';
import { answerJson as json, OauthDouble } from './oauthDouble.js';

/** What the simulated server received and stored. */
export interface StoredFile {
  readonly jobId: string;
  readonly client: string;
  readonly fields: Readonly<Record<UploadField, string>>;
  readonly fileName: string;
  readonly content: Buffer;
}

/** The fault that affects the next upload. */
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
  /** Token requests, in order. */
  readonly grants: URLSearchParams[];
  /** API requests, as `GET /v1/clients/…`. */
  readonly requests: string[];
  /** For the next uploads, in order. */
  readonly faults: Fault[];
  /** For the next requests that only read, in order. */
  readonly readFaults: ('cut' | 'fails' | 'nonsense')[];
  /** File states as payroll clerks set them. */
  readonly states: Map<string, string>;
  /** Clients that the person can use; undefined: all. */
  clients: readonly string[] | undefined;
  /** Called at the moment of a `kill`, when the file is stored and there is no answer yet. */
  onKill: () => void;
  /** Tokens that are valid now. */
  readonly tokens: () => { readonly access: string; readonly refresh: string };
  readonly revoke: () => void;
  readonly close: () => Promise<void>;
}

export const CLIENT_ID = 'app-7';
export const CLIENT_SECRET = 'S3cret-of-app-7';

/** DATEV hr:files with its sign-in, as `hrFiles.ts` describes it. Each refresh token can be used once. */
export async function startDatevDouble(): Promise<DatevDouble> {
  const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64');
  // RFC 6749, section 2.3.1: a secret in the header.
  const oauth = new OauthDouble(({ headers }) => headers.authorization === `Basic ${basic}`);
  const held = new Set<ServerResponse>();
  const double: Omit<DatevDouble, 'url' | 'close'> = {
    files: [],
    grants: oauth.grants,
    requests: [],
    faults: [],
    readFaults: [],
    states: new Map(),
    clients: undefined,
    onKill: () => undefined,
    tokens: () => oauth.tokens,
    revoke: () => oauth.revoke(),
  };
  const server = createServer((request, response) => {
    void serve(request, response).catch((failure: unknown) => {
      response.writeHead(500).end(String(failure));
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://double');
    const body = await buffer(request);
    if (oauth.serve(request, url, body, response)) return;
    double.requests.push(`${request.method} ${url.pathname}`);
    if (request.headers.authorization !== `Bearer ${oauth.tokens.access}`)
      return void json(response, 401, {});
    if (request.headers['x-datev-client-id'] !== CLIENT_ID) return void json(response, 401, {});
    if (request.method === 'GET') {
      const fault = double.readFaults.shift();
      if (fault === 'cut') return void request.socket.destroy();
      if (fault === 'fails') return void refuse(response, 500, 'restapi.InternalServerError');
      if (fault === 'nonsense') return void json(response, 200, { thanks: true });
    }
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

  async function upload(
    request: IncomingMessage,
    client: string,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const fault = double.faults.shift();
    if (fault === 'cut-before') return void request.socket.destroy();
    if (fault === 'expired') {
      oauth.tokens = { ...oauth.tokens, access: 'expired' };
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
