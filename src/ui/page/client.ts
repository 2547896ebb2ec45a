/* Sends requests to the server. The key is in this browser's storage for this address until the server restarts. */
import type { FailureAnswer } from '../jobs.js';
import type { EventsAnswer } from '../startRoutes.js';

const KEY = 'paytally-key';
const LANGUAGE = 'paytally-language';

/** A refused request, with a message for the reader. */
export class Failure extends Error {
  readonly answer: FailureAnswer;
  readonly status: number;

  constructor(answer: FailureAnswer, status: number) {
    super(answer.message);
    this.answer = answer;
    this.status = status;
  }
}

/** Exchanges the token in the address for the key, and removes it from the address. */
export async function exchangeToken(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', '#/');
  const response = await fetch('/session', { method: 'POST', body: JSON.stringify({ token }) });
  if (!response.ok) return;
  const { key } = (await response.json()) as { key: string };
  localStorage.setItem(KEY, key);
}

export function chosenLanguage(): string | null {
  return localStorage.getItem(LANGUAGE);
}

let events = new AbortController();

/** The language of all answers from now on. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(LANGUAGE, language);
  events.abort();
}

function headers(): Record<string, string> {
  const language = chosenLanguage();
  return {
    'x-paytally-key': localStorage.getItem(KEY) ?? '',
    ...(language === null ? {} : { 'x-paytally-language': language }),
  };
}

/** The server does not answer: the text is English, because no other language may have been loaded. */
const NO_SERVER: FailureAnswer = { code: 'NO_SERVER', message: '', remedy: '', record: null };

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, headers: { ...init.headers, ...headers() } }).catch(() => {
    throw new Failure(NO_SERVER, 0);
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: FailureAnswer };
  throw new Failure(body.error ?? { ...NO_SERVER, code: `HTTP_${response.status}` }, response.status);
}

/** Requests data. @param query undefined values are omitted */
export async function get<Answer>(
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return (await send(path + search, signal === undefined ? {} : { signal })).json() as Promise<Answer>;
}

/** Requests a change or a background job. */
export async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  return (await send(path, init)).json() as Promise<Answer>;
}

/** The bytes of a file: a plain link could not send the key. */
export async function getBlob(path: string, query: Readonly<Record<string, string>>): Promise<Blob> {
  return (await send(`${path}?${new URLSearchParams(query)}`, {})).blob();
}

const RETRY_MS = 1500;

/** Listens to the server's events, and reconnects until the page is closed. */
export async function listenToEvents(
  onEvent: (event: EventsAnswer) => void,
  onConnection: (isConnected: boolean) => void,
): Promise<void> {
  for (;;) {
    events = new AbortController();
    const { signal } = events;
    try {
      const { body } = await send('/api/events', { signal });
      onConnection(true);
      if (body !== null) await readEvents(body, onEvent);
    } catch (failure) {
      if (failure instanceof Failure && failure.status === 401) return onConnection(false);
    }
    if (!signal.aborted) onConnection(false);
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: EventsAnswer) => void,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    // Each message is one line of JSON.
    for (const part of parts) if (part.startsWith('data: ')) onEvent(JSON.parse(part.slice('data: '.length)));
  }
}
