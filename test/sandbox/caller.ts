import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** Every field that a test reads from a body; only some are present. */
export interface AnswerBody {
  readonly access_token: string;
  readonly error: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor: string | null;
  readonly status: number;
  readonly detail: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: AnswerBody;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address that the call comes from, so that the limits see another client. */
  readonly from?: string;
}

/** A call with node:http. Rejects if there is no complete answer. */
export function call(url: string, { method = 'GET', headers = {}, body, from }: Call = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers, agent, ...(from && { localAddress: from }) },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /json/.test(incoming.headers['content-type'] ?? '');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: isJson && text !== '' ? JSON.parse(text) : {},
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function basic(clientId: string, clientSecret: string): string {
  const encode = (value: string) => new URLSearchParams({ '': value }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A token request; `form` is the body. */
export function askToken(
  baseUrl: string,
  form: Readonly<Record<string, string>>,
  more: Call = {},
): Promise<Answer> {
  return call(`${baseUrl}/oauth/customer/token`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    ...more,
    headers: { ...FORM, ...more.headers },
  });
}

/** An access token; fails the test if there is none. */
export async function tokenFor(
  baseUrl: string,
  clientId: string,
  clientSecret: string,
  scope: string,
): Promise<string> {
  const answer = await askToken(
    baseUrl,
    { grant_type: 'client_credentials', scope },
    { headers: { authorization: basic(clientId, clientSecret) } },
  );
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.text}`);
  return answer.json.access_token;
}

export function get(baseUrl: string, employerId: string, path: string, token?: string): Promise<Answer> {
  return call(`${baseUrl}/api/customer/v1/employers/${employerId}${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}
