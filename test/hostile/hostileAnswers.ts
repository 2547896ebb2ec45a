import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Answer, Passing } from '../support/servers/faultProxy.js';

/** Where a hostile answer stands in for the real one. */
export type Where = 'token' | 'page';

export interface HostileAnswer {
  readonly answer: Answer;
  /** @default both */
  readonly where?: Where;
  /** Whether the content is still right, so that the run must be right as well. @default refused */
  readonly isHarmless?: true;
  /**
   * More than a minute, for what ends with a number of pages: of a service that answers at once, 500 are read in a
   * minute, because that is its documented limit. @default a minute
   */
  readonly mostMs?: number;
  /** What the refusal says. @default any code */
  readonly says?: RegExp;
}

const ESCAPES = '\u001b]0;owned\u0007\u001b[2J\u001b[31m\u202e\u009b';
const JSON_TYPE = 'application/json';

function whole(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): Answer {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': JSON_TYPE, ...headers });
    response.end(body);
  };
}

const problem = (status: number, headers: Record<string, string> = {}): Answer =>
  whole(
    status,
    JSON.stringify({ title: ESCAPES, detail: `${ESCAPES}${'x'.repeat(100_000)}`, status: ESCAPES }),
    {
      'content-type': 'application/problem+json',
      ...headers,
    },
  );

/** Bytes without an end, as fast as the reader takes them; stops when the reader is gone. */
function stream(mostBytes: number, headers: Record<string, string> = {}, part = 'x'.repeat(65_536)): Answer {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': JSON_TYPE, ...headers });
    response.write('{"items":["');
    let sent = 0;
    const more = () => {
      while (!response.destroyed && sent < mostBytes) {
        sent += part.length;
        if (!response.write(part)) {
          response.once('drain', more);
          return;
        }
      }
      if (!response.destroyed) response.end('"],"nextCursor":null}');
    };
    more();
  };
}

/** A body that arrives a byte at a time. */
const drip: Answer = ({ response, body }) => {
  response.writeHead(200, { 'content-type': JSON_TYPE });
  let at = 0;
  const timer = setInterval(() => {
    if (response.destroyed || at >= body.length) clearInterval(timer);
    else {
      response.write(body.subarray(at, at + 1));
      at += 1;
    }
  }, 500);
};

/** A gigabyte in a megabyte: a hundred members of ten megabytes each. */
function bomb(): Answer {
  const member = gzipSync(Buffer.alloc(10_000_000, 0x20));
  return whole(200, Buffer.concat(Array<Buffer>(100).fill(member)), { 'content-encoding': 'gzip' });
}

const raw =
  (head: readonly string[], body: string | Uint8Array = ''): Answer =>
  ({ socket }) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.end(body);
  };

/** The same answer with more keys, which a careless reader would take for its own. */
const withKeys =
  (keys: string): Answer =>
  ({ response, status, type, body }) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body.toString('utf8').replace(/^\{/, `{${keys},`));
  };

/** Each record has more keys. */
const withRecordKeys =
  (keys: string): Answer =>
  ({ response, status, type, body }) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body.toString('utf8').replaceAll('{"id"', `{${keys},"id"`));
  };

const endless =
  (items: (path: string) => readonly unknown[]): Answer =>
  (passing: Passing) =>
    whole(200, JSON.stringify({ items: items(passing.path), nextCursor: randomUUID() }))(passing);

/** Records of the first page, each time with new IDs. */
function endlessCopies(): Answer {
  let items: readonly object[] | undefined;
  return (passing) => {
    items ??= itemsOf(passing.body);
    const copies = Array.from({ length: 200 }, (_, at) => ({
      ...items?.[at % items.length],
      id: randomUUID(),
    }));
    whole(200, JSON.stringify({ items: copies, nextCursor: randomUUID() }))(passing);
  };
}

function itemsOf(body: Buffer): readonly object[] {
  const page: { readonly items: readonly object[] } = JSON.parse(body.toString('utf8'));
  return page.items;
}

/** Never an answer, but always a sign of life. */
const signsOfLife: Answer = ({ socket }) => {
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write('HTTP/1.1 102 Processing\r\n\r\n');
  }, 500);
};

const token = (body: unknown): Answer => whole(200, typeof body === 'string' ? body : JSON.stringify(body));
const TOKEN = { access_token: 'abc', token_type: 'Bearer', expires_in: 300 };
const KEYS =
  '"__proto__":{"isAdmin":true,"items":[],"expires_in":9},"constructor":{"prototype":{"x":1}},"toString":1,"hasOwnProperty":null,"then":{}';

const RETRY_AFTERS = [
  ['-5', ['wait', 'negative']],
  ['NaN', ['wait', 'no number']],
  ['99999999999999999999', ['wait', 'three trillion years']],
  ['1e400', ['wait', 'infinite']],
  ['Fri, 31 Dec 9999 23:59:59 GMT', ['wait', 'the year 9999']],
  ['Thu, 01 Jan 1970 00:00:00 GMT', ['wait', 'the year 1970']],
  ['\u00ff\u00fe', ['wait', 'bytes']],
] as const;

/** Answers of a service that is broken, taken over, or not the service at all. */
export function hostileAnswers(elsewhere: string): Readonly<Record<string, HostileAnswer>> {
  return {
    'five gigabytes': { answer: stream(5e9) },
    'five gigabytes that say their length': { answer: stream(5e9, { 'content-length': '5000000023' }) },
    'a gzip bomb': { answer: bomb() },
    'a bomb in a bomb': {
      answer: whole(200, gzipSync(gzipSync(Buffer.alloc(50_000_000))), { 'content-encoding': 'gzip' }),
    },
    'two encodings': { answer: whole(200, gzipSync('{}'), { 'content-encoding': 'gzip, gzip' }) },
    'a byte at a time': { answer: drip },
    silence: { answer: () => undefined },
    'a length that is too long': {
      answer: raw(['HTTP/1.1 200 OK', `Content-Type: ${JSON_TYPE}`, 'Content-Length: 9000'], '{"items":[]'),
    },
    'a length that is too short': {
      answer: raw(
        ['HTTP/1.1 200 OK', `Content-Type: ${JSON_TYPE}`, 'Content-Length: 5'],
        '{"items":[],"nextCursor":null}',
      ),
    },
    'a negative length': {
      answer: raw(['HTTP/1.1 200 OK', `Content-Type: ${JSON_TYPE}`, 'Content-Length: -1'], '{}'),
    },
    'two lengths': {
      answer: raw(
        ['HTTP/1.1 200 OK', `Content-Type: ${JSON_TYPE}`, 'Content-Length: 2', 'Content-Length: 30'],
        '{"items":[],"nextCursor":null}',
      ),
    },
    'headers of a megabyte': {
      answer: raw(['HTTP/1.1 200 OK', `X-Long: ${'y'.repeat(1_000_000)}`], '{}'),
    },
    'ten thousand headers': {
      answer: raw(
        ['HTTP/1.1 200 OK', ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`)],
        '{"items":[],"nextCursor":null}',
      ),
    },
    'a redirect to another host': { answer: whole(302, '', { location: `${elsewhere}/stolen` }) },
    'a redirect that keeps the method': { answer: whole(307, '', { location: `${elsewhere}/stolen` }) },
    'a permanent redirect': { answer: whole(308, '', { location: `${elsewhere}/stolen` }) },
    'a redirect to a file': { answer: whole(301, '', { location: 'file:///etc/passwd' }) },
    'a redirect to nowhere': { answer: whole(303, '', { location: `${ESCAPES.slice(0, 0)}//` }) },
    'a depth of 100,000 lists': { answer: whole(200, `${'['.repeat(1e5)}${']'.repeat(1e5)}`) },
    'a depth of 100,000 objects': { answer: whole(200, `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`) },
    'a depth within a record': {
      where: 'page',
      answer: whole(200, `{"items":[${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}],"nextCursor":null}`),
    },
    'a depth of a refusal': {
      answer: whole(400, `${'{"error":'.repeat(1e5)}1${'}'.repeat(1e5)}`),
    },
    'keys of objects around the list': { answer: withKeys(KEYS), isHarmless: true },
    'keys of objects in each record': { answer: withRecordKeys(KEYS), where: 'page', isHarmless: true },
    'invalid UTF-8': { answer: whole(200, Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])) },
    'UTF-16': { answer: whole(200, Buffer.from('\ufeff{"items":[]}', 'utf16le')) },
    'half a character at the end': {
      answer: whole(200, Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe2, 0x82])])),
    },
    'numbers that are none': { answer: whole(200, '{"items":[NaN,Infinity],"nextCursor":null}') },
    'a number of a million digits': {
      answer: whole(200, `{"items":[${'9'.repeat(1e6)}],"nextCursor":null}`),
    },
    'a text': { answer: whole(200, '"items"') },
    null: { answer: whole(200, 'null') },
    'status 99': { answer: raw(['HTTP/1.1 99 Low', `Content-Type: ${JSON_TYPE}`], '{}') },
    'status 999': { answer: raw(['HTTP/1.1 999 High', `Content-Type: ${JSON_TYPE}`], '{}') },
    'nothing but continuations': {
      answer: ({ socket }) => {
        socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(10_000));
        socket.end();
      },
    },
    'signs of life without an end': { answer: signsOfLife },
    'another protocol': {
      answer: raw(['HTTP/1.1 101 Switching Protocols', 'Upgrade: h2c', 'Connection: Upgrade']),
    },
    'HTTP/0.9': { answer: ({ socket }) => socket.end('{"items":[],"nextCursor":null}') },
    'HTTP/2': { answer: raw(['HTTP/2 200 OK', `Content-Type: ${JSON_TYPE}`], '{}') },
    'terminal escapes in a refusal': { answer: problem(400) },
    'terminal escapes in a rejection': { answer: problem(401) },
    'terminal escapes in a prohibition': { answer: problem(403) },
    'terminal escapes in the type': {
      answer: raw(['HTTP/1.1 200 OK', 'Content-Type: text/\u001b]0;owned\u0007\u001b[2J'], 'x'),
    },
    'terminal escapes in the reason': {
      answer: raw([`HTTP/1.1 500 \u001b]0;owned\u0007`, 'Retry-After: 9999999'], ''),
    },
    ...Object.fromEntries(
      RETRY_AFTERS.flatMap(([value, [, name]]) =>
        ([429, 503] as const).map((status): [string, HostileAnswer] => [
          `${status}, to be tried again after ${name}`,
          { answer: raw([`HTTP/1.1 ${status} Later`, `Retry-After: ${value}`, 'Content-Length: 0']) },
        ]),
      ),
    ),
    'endless pages of nothing': { where: 'page', answer: endless(() => []) },
    'endless pages of the same': {
      where: 'page',
      answer: endless(() => [{ id: '11111111-1111-4111-8111-111111111111' }]),
    },
    'endless pages of new records': {
      where: 'page',
      answer: endlessCopies(),
      mostMs: 400_000,
      says: /SERVICE_PROTOCOL: Page 2250 of the time entries .* does not end/,
    },
    'endless pages of new records that cannot be read': {
      where: 'page',
      answer: endless(() => Array.from({ length: 200 }, () => ({ id: randomUUID() }))),
      says: /SERVICE_PROTOCOL: Page 101 of the time entries .* cannot be read/,
    },
    'a page of 100,000 records': {
      where: 'page',
      answer: whole(
        200,
        JSON.stringify({
          items: Array.from({ length: 1e5 }, () => ({ id: randomUUID() })),
          nextCursor: null,
        }),
      ),
    },
    'a cursor of a megabyte': {
      where: 'page',
      answer: whole(200, JSON.stringify({ items: [], nextCursor: 'c'.repeat(1e6) })),
    },
    'a cursor that is no text': { where: 'page', answer: whole(200, '{"items":[],"nextCursor":{"a":1}}') },
    'records that are none': {
      where: 'page',
      answer: whole(200, '{"items":[1,null,[],"x"],"nextCursor":null}'),
    },
    'duplicate keys of the envelope': {
      where: 'page',
      answer: whole(200, '{"items":[],"items":7,"nextCursor":null}'),
    },
    'an empty token': { where: 'token', answer: token({ ...TOKEN, access_token: '' }) },
    'a token with a line break': {
      where: 'token',
      answer: token({ ...TOKEN, access_token: 'a\r\nX-Evil: 1' }),
    },
    'a token that is a list': { where: 'token', answer: token({ ...TOKEN, access_token: ['a'] }) },
    'a token of ten megabytes': {
      where: 'token',
      answer: token({ ...TOKEN, access_token: 'a'.repeat(1e7) }),
    },
    'a token of another kind': { where: 'token', answer: token({ ...TOKEN, token_type: 'mac' }) },
    'a token that is over': { where: 'token', answer: token({ ...TOKEN, expires_in: 0 }) },
    'a token from the future': { where: 'token', answer: token({ ...TOKEN, expires_in: -1 }) },
    'a token for ever': { where: 'token', answer: token({ ...TOKEN, expires_in: 1e300 }) },
    'a life that is a text': { where: 'token', answer: token({ ...TOKEN, expires_in: '300' }) },
    'a token that the service does not know': { where: 'token', answer: token(TOKEN) },
    'an error of ten megabytes': {
      where: 'token',
      answer: whole(400, JSON.stringify({ error: 'e'.repeat(1e7) })),
    },
    'an error with terminal escapes': {
      where: 'token',
      answer: whole(400, JSON.stringify({ error: ESCAPES, error_description: ESCAPES })),
    },
    'an error that is an object': { where: 'token', answer: whole(400, '{"error":{"__proto__":1}}') },
    'success and error at once': {
      where: 'token',
      answer: token({ ...TOKEN, error: 'invalid_client', access_token: undefined }),
    },
    'a page of HTML': { answer: whole(200, `<h1>${ESCAPES}</h1>`, { 'content-type': 'text/html' }) },
  };
}
