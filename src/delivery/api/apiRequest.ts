import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { LocalDate } from '../../domain/time/localDate.js';
import { type Message, message } from '../../i18n/message.js';
import { excerpt } from '../../runtime/outsideText.js';
import { DeliveryFailure, failedDelivery, noAnswerKind, UnansweredDelivery } from '../deliveryFailure.js';
import { parseJson } from '../mail/accessToken.js';
import type { NamedContent } from '../outgoingFile.js';
import { type ApiAccount, type ApiHost, accessToken } from './apiAccount.js';

/** A file, and the data that payroll systems require with it. */
export interface ApiFile extends NamedContent {
  /** Its delivery's ID: the same at each attempt. */
  readonly messageId: string;
  readonly template: string;
  /** The time of its addition to the outbox: the same at each attempt. */
  readonly createdAt: Date;
  /** Last day of its period. */
  readonly lastDay: LocalDate;
}

/** A file that the API would never accept. */
export function unfit(text: Message): DeliveryFailure {
  return failedDelivery(text, { retryAfterMs: 'never' });
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Appended to the address of the API. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** A signal that aborts it some time after the program is asked to end. */
  readonly signal: AbortSignal;
}

export interface ApiAnswer {
  readonly status: number;
  /** undefined if it is not JSON. */
  readonly body: unknown;
}

/**
 * Calls the API once with a valid token, and again with a new one if the API refuses the token, since it then did
 * nothing.
 * @returns the answer with a status below 300
 * @throws DeliveryFailure `failed` if the request certainly had no effect, otherwise `unknown`
 */
export async function callApi(host: ApiHost, account: ApiAccount, request: ApiRequest): Promise<ApiAnswer> {
  const token = await accessToken(host, account);
  const first = await exchange(host, account, request, token);
  const answer =
    first.status === 401
      ? await exchange(host, account, request, await accessToken(host, account, token))
      : first;
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refusal(account, answer, host.context.clock.nowMs());
}

const MAX_TRIES = 3;
const LONGEST_PAUSE_MS = 61_000;
const MAX_PAUSES = 60;

/**
 * Calls the API, and again after a broken connection or the pause that the vendor asks for.
 * @param request has no further effect if it is sent again
 * @throws DeliveryFailure
 */
export async function callRepeatable(
  host: ApiHost,
  account: ApiAccount,
  request: ApiRequest,
): Promise<ApiAnswer> {
  for (let tries = 1, pauses = 0; ; ) {
    try {
      return await callApi(host, account, request);
    } catch (failure) {
      if (!(failure instanceof DeliveryFailure) || failure instanceof UnansweredDelivery) throw failure;
      const { state, retryAfterMs } = failure;
      if (state === 'unknown' && tries < MAX_TRIES) tries++;
      else if (typeof retryAfterMs === 'number' && retryAfterMs <= LONGEST_PAUSE_MS && pauses < MAX_PAUSES) {
        pauses++;
        await delay(retryAfterMs, undefined, { signal: request.signal });
      } else throw failure;
    }
  }
}

interface WholeAnswer extends ApiAnswer {
  readonly headers: Readonly<Record<string, string>>;
}

async function exchange(
  host: ApiHost,
  account: ApiAccount,
  { method, path, headers = {}, body, signal }: ApiRequest,
  token: string,
): Promise<WholeAnswer> {
  try {
    const answer = await host.http.request({
      method,
      url: `${account.address}${path}`,
      headers: { accept: 'application/json', ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
      signal,
    });
    const text = Buffer.from(await answer.body()).toString('utf8');
    return { status: answer.status, headers: answer.headers, body: parseJson(text) };
  } catch (failure) {
    throw noAnswer(account, failure);
  }
}

/** The API cannot be reached: nothing was sent. */
export function unreachableApi({ title, address }: ApiAccount, cause?: unknown): UnansweredDelivery {
  const text = message('api.unreachable', { vendor: title, server: new URL(address).host });
  return new UnansweredDelivery('failed', text, { cause });
}

function noAnswer(account: ApiAccount, failure: unknown): DeliveryFailure {
  const kind = noAnswerKind(failure);
  if (kind === 'not-sent') return unreachableApi(account, failure);
  const text = message('api.noAnswer', { vendor: account.title, server: new URL(account.address).host });
  const Failure = kind === 'timeout' ? UnansweredDelivery : DeliveryFailure;
  return new Failure('unknown', text, { cause: failure });
}

/** A message of Loket about the request, or about the entity with this ID. */
const vendorMessage = z
  .object({ type: z.string().nullish(), id: z.string().nullish(), description: z.string().nullish() })
  .transform(({ type, id, description }) => ({
    isWarning: type === 'Warning',
    text: [id, description ?? type].filter(Boolean).join(': '),
  }));
const withMessages = z.object({ messages: z.array(vendorMessage) });

export function messagesIn(body: unknown): readonly z.infer<typeof vendorMessage>[] {
  return withMessages.safeParse(body).data?.messages ?? [];
}

/** Message and code of an error: DATEV's `error`, and Xero's `Problem`, alone or within an answer. */
const problem = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
  request_id: z.string().optional(),
  id: z.string().optional(),
  detail: z.string().optional(),
  invalidFields: z.array(z.object({ name: z.string().optional(), reason: z.string().optional() })).nullish(),
});
const errorBody = problem.extend({ problem: problem.nullish(), message: z.string().optional() });

const LONGEST_REASON = 300;

/** A server that fails during processing may have executed the request; one that refuses has not. */
function refusal(
  { title, name }: ApiAccount,
  { status, headers, body }: WholeAnswer,
  nowMs: number,
): DeliveryFailure {
  const { problem: inner, ...outer } = errorBody.safeParse(body).data ?? {};
  const { error, error_description: words, detail, invalidFields } = inner ?? outer;
  const fields = (invalidFields ?? []).map(({ name: field, reason: why }) => [field, why].join(': '));
  const messages = messagesIn(body).map(({ text }) => text);
  const parts = [error, words, detail, outer.message, ...fields, ...messages].filter(
    (part) => part !== undefined && part !== '',
  );
  const reason = excerpt(parts.join(' '), LONGEST_REASON);
  const id = outer.request_id ?? outer.id ?? '';
  const values = { vendor: title, status, reason, reasons: reason === '' ? 0 : 1 };
  if (status === 401)
    return failedDelivery(message('api.unauthorised', { vendor: title, name }), { retryAfterMs: 'never' });
  if (status === 429 || status === 503)
    return failedDelivery(message('api.busy', { vendor: title, status }), {
      retryAfterMs: retryAfterMs(headers, nowMs),
    });
  if (status >= 500) return new DeliveryFailure('unknown', message('api.failedInside', { ...values, name }));
  const time = new Date(nowMs).toISOString();
  return failedDelivery(message('api.refused', values), {
    retryAfterMs: 'never',
    receipt: { id: excerpt(id, LONGEST_REASON), time, state: 'rejected', reason: reason || String(status) },
  });
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const text = headers['retry-after'] ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined;
}
