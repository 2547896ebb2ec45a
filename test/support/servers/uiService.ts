import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { createContext } from '../../../src/createContext.js';
import { startUi, type UiOptions } from '../../../src/ui/uiServer.js';
import { PROJECT } from '../programs/runPaytally.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The window's server in this process, and requests with any content. */
export async function startTestUi(
  cwd: string,
  options: Partial<UiOptions> & {
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** A fixed wall clock. */
    readonly nowMs?: number;
    /** @default that of this program */
    readonly version?: string | undefined;
  } = {},
) {
  const abort = new AbortController();
  const streams = { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  const surroundings = { env: options.env ?? {}, cwd, streams, signal: abort.signal, packageFolder: PROJECT };
  const real = createContext(surroundings);
  const { nowMs, version = real.version } = options;
  const clock = nowMs === undefined ? real.clock : { ...real.clock, nowMs: () => nowMs };
  const ui = await startUi(
    { ...real, clock, version },
    {
      config: undefined,
      port: 0,
      isReadOnly: false,
      language: 'en',
      ...options,
    },
  );
  const { port, hash, host } = new URL(ui.url);
  const token = hash.slice('#token='.length);
  const ask = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Answer> =>
    new Promise((done, fail) => {
      const call = request(
        { port, host: '127.0.0.1', method, path, headers: { host, ...length(body), ...headers } },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            done({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(parts).toString(),
            }),
          );
        },
      );
      call.on('error', fail);
      call.end(body);
    });
  /** In the same way as the page. */
  const login = async () => {
    const answer = await ask('POST', '/session', { origin: `http://${host}` }, JSON.stringify({ token }));
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { cookie, 'x-paytally-key': (JSON.parse(answer.body) as { key: string }).key };
  };
  return { ui, ask, login, token, host, origin: `http://${host}`, abort };
}

/** Node.js sends the body of a DELETE without its length. */
function length(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}
