import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { LocalDate } from '../../domain/time/localDate.js';
import { type Message, message } from '../../i18n/message.js';
import { parseJson } from '../../runtime/jsonText.js';
import { excerpt } from '../../runtime/outsideText.js';
import type { DeliveryReceipt } from '../../store/stagedFiles.js';
import { DeliveryFailure, failedDelivery, noAnswerKind, UnansweredDelivery } from '../deliveryFailure.js';
import type { DeliveryEffects } from '../deliveryKind.js';
import type { NamedContent } from '../outgoingFile.js';
import { type ApiAccount, accessToken } from './apiAccount.js';

/** The first and last day of something, as ISO dates. */
export interface DayTexts {
  readonly from: string;
  readonly to: string;
}

/** A file, and the data that payroll systems require with it. */
export interface ApiFile extends NamedContent {
  /** Its delivery's ID: the same at each attempt. */
  readonly messageId: string;
  readonly template: string;
  /** The time of its addition to the outbox: the same at each attempt. */
  readonly createdAt: Date;
  /** Last day of its period. */
  readonly lastDay: LocalDate;
  /**
   * The files that other employers sent, or may have sent, to the same account.
   * @param days any file that may have them must be there
   * @throws DeliveryFailure
   */
  readonly ofOthers: (days: DayTexts) => Promise<readonly Uint8Array[]>;
}

/** A file that the API would never accept. */
export function unfit(text: Message): DeliveryFailure {
  return failedDelivery(text, { retryAfterMs: 'never' });
}

interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Appended to the address of the API. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** undefined if it is not JSON. */
  readonly body: unknown;
}

/** A page of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly pages: number;
}

const MAX_PAGES = 1000;
const MAX_TRIES = 3;
const LONGEST_PAUSE_MS = 61_000;
const MAX_PAUSES = 60;
const LONGEST_TIME = 60;

/**
 * The API of a delivery. A request with a refused token is repeated with a new one, since the API did nothing. Requests
 * throw `DeliveryFailure`: `unknown` only if they may have changed something, which reading never does.
 */
export class ApiClient<Settings> {
  constructor(
    readonly effects: DeliveryEffects,
    readonly account: ApiAccount,
    readonly settings: Settings,
    /** Aborts some time after the program is asked to end. */
    readonly signal: AbortSignal,
  ) {}

  /** The same account at another address of the vendor. */
  at(address: string): ApiClient<Settings> {
    return new ApiClient(this.effects, { ...this.account, address }, this.settings, this.signal);
  }

  read<Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer> {
    return this.request({ method: 'GET', path }, schema);
  }

  /** All items of a list. @param pathOf the path of a page, from 1 */
  async readPages<Item>(
    pathOf: (page: number) => string,
    schema: z.ZodType<Page<Item>>,
  ): Promise<readonly Item[]> {
    const found: Item[] = [];
    for (let page = 1, last = 1; page <= Math.min(last, MAX_PAGES); page++) {
      const { items, pages } = await this.read(pathOf(page), schema);
      found.push(...items);
      last = pages;
    }
    return found;
  }

  /** @returns the answer in the form of the schema */
  async request<Answer>(request: ApiRequest, schema: z.ZodType<Answer>): Promise<Answer> {
    const { success, data } = schema.safeParse(await this.#call(request));
    if (success) return data;
    const text = message('api.nonsense', { vendor: this.account.title, sent: sentBy(request) });
    throw new DeliveryFailure(stateAfter(request), text);
  }

  /** The content of a JSON file. @param refusal the text if it has another form */
  parseFile<Content>(
    { name: file, content }: NamedContent,
    schema: z.ZodType<Content>,
    refusal: 'api.loket.file' | 'api.xero.file',
  ): Content {
    const { success, data } = schema.safeParse(parseJson(Buffer.from(content).toString('utf8')));
    if (success) return data;
    const { title: vendor, name: delivery } = this.account;
    throw unfit(message(refusal, { vendor, file, delivery }));
  }

  /** @param time of the vendor; default: now */
  receipt(
    state: DeliveryReceipt['state'],
    id: string,
    { reasons = [], time }: { readonly reasons?: readonly string[]; readonly time?: string | undefined } = {},
  ): DeliveryReceipt {
    const reason = excerpt(reasons.join('; '));
    return {
      id: excerpt(id),
      time: excerpt(time ?? new Date(this.effects.context.clock.nowMs()).toISOString(), LONGEST_TIME),
      state,
      ...(reason === '' ? {} : { reason }),
    };
  }

  /** Calls again after a broken connection or the pause that the vendor asks for, if that has no further effect. */
  async #call(request: ApiRequest): Promise<unknown> {
    for (let tries = 1, pauses = 0; ; ) {
      const { body, failure, isBroken } = await this.#attempt(request);
      if (failure === undefined) return body;
      const { retryAfterMs: pauseMs } = failure;
      if (!this.account.isRepeatable) throw failure;
      if (isBroken && tries < MAX_TRIES) tries++;
      else if (typeof pauseMs === 'number' && pauseMs <= LONGEST_PAUSE_MS && pauses < MAX_PAUSES) {
        pauses++;
        await delay(pauseMs, undefined, { signal: this.signal });
      } else throw failure;
    }
  }

  async #attempt(request: ApiRequest): Promise<{
    readonly body?: unknown;
    readonly failure?: DeliveryFailure;
    /** The answer was cut off, or the server failed: another attempt may succeed. */
    readonly isBroken?: boolean;
  }> {
    const { effects, account } = this;
    const token = await accessToken(effects, account);
    try {
      const first = await this.#exchange(request, token);
      const isRefused = first.status === 401;
      const answer = isRefused
        ? await this.#exchange(request, await accessToken(effects, account, token))
        : first;
      if (answer.status >= 200 && answer.status < 300) return { body: answer.body };
      const isBroken = answer.status >= 500 && answer.status !== 503;
      return { failure: this.#refusal(request, answer), isBroken };
    } catch (failure) {
      const kind = noAnswerKind(failure);
      if (kind === 'not-sent') return { failure: unreachableApi(account, failure) };
      const values = { vendor: account.title, server: new URL(account.address).host };
      const text = message(request.method === 'GET' ? 'api.unreachable' : 'api.noAnswer', values);
      const Failure = kind === 'timeout' ? UnansweredDelivery : DeliveryFailure;
      return {
        failure: new Failure(stateAfter(request), text, { cause: failure }),
        isBroken: kind === 'broken',
      };
    }
  }

  async #exchange({ method, path, headers, body }: ApiRequest, token: string): Promise<ApiAnswer> {
    const { effects, account, signal } = this;
    const answer = await effects.http.request({
      method,
      url: `${account.address}${path}`,
      headers: { ...account.headers, ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
      signal,
    });
    const text = Buffer.from(await answer.body()).toString('utf8');
    return { status: answer.status, headers: answer.headers, body: parseJson(text) };
  }

  /** A server that fails during processing may have executed the request; one that refuses has not. */
  #refusal(request: ApiRequest, { status, headers, body }: ApiAnswer): DeliveryFailure {
    const { title: vendor, name } = this.account;
    const { reason, id } = reasonIn(body);
    const reasons = reason === '' ? 0 : 1;
    const values = { vendor, status, reason, reasons, sent: sentBy(request) };
    if (status === 401)
      return failedDelivery(message('api.unauthorised', { vendor, name }), { retryAfterMs: 'never' });
    if (status === 429 || status === 503)
      return failedDelivery(message('api.busy', { vendor, status }), {
        retryAfterMs: retryAfterMs(headers, this.effects.context.clock.nowMs()),
      });
    if (status >= 500)
      return new DeliveryFailure(stateAfter(request), message('api.failedInside', { ...values, name }));
    return failedDelivery(message('api.refused', values), {
      retryAfterMs: 'never',
      receipt: this.receipt('rejected', id, { reasons: [reason || String(status)] }),
    });
  }
}

function sentBy({ method }: ApiRequest): 'yes' | 'no' {
  return method === 'GET' ? 'no' : 'yes';
}

/** The state of a delivery after a request that may have been executed. */
function stateAfter({ method }: ApiRequest): 'failed' | 'unknown' {
  return method === 'GET' ? 'failed' : 'unknown';
}

/** The API cannot be reached: nothing was sent. */
export function unreachableApi({ title, address }: ApiAccount, cause?: unknown): UnansweredDelivery {
  const text = message('api.unreachable', { vendor: title, server: new URL(address).host });
  return new UnansweredDelivery('failed', text, { cause });
}

/** Messages of Loket about the request, or about the entity with this ID. */
const vendorMessages = z.object({
  messages: z.array(
    z
      .object({ type: z.string().nullish(), id: z.string().nullish(), description: z.string().nullish() })
      .transform(({ type, id, description }) => ({
        isWarning: type === 'Warning',
        text: [id, description ?? type].filter(Boolean).join(': '),
      })),
  ),
});

export function messagesIn(body: unknown): z.infer<typeof vendorMessages>['messages'] {
  return vendorMessages.safeParse(body).data?.messages ?? [];
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

/** The vendor's words for a refusal, and its ID of the request; empty if there are none. */
function reasonIn(body: unknown): { readonly reason: string; readonly id: string } {
  const { problem: inner, ...outer } = errorBody.safeParse(body).data ?? {};
  const { error, error_description: words, detail, invalidFields } = inner ?? outer;
  const fields = (invalidFields ?? []).map(({ name: field, reason: why }) => [field, why].join(': '));
  const messages = messagesIn(body).map(({ text }) => text);
  const parts = [error, words, detail, outer.message, ...fields, ...messages].filter(Boolean);
  return { reason: excerpt(parts.join(' ')), id: outer.request_id ?? outer.id ?? '' };
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const text = headers['retry-after'] ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined;
}
