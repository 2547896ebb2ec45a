import { z } from 'zod';
import type { KimaiSettings } from '../../config/schema/sourceSchema.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { excerpt } from '../../runtime/outsideText.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { Answer } from '../transport/answer.js';
import { parseBaseUrl } from '../transport/baseUrl.js';
import { exchange } from '../transport/exchange.js';
import type { Session } from '../transport/session.js';

/** The most that Kimai returns at once. */
export const KIMAI_PAGE_SIZE = 500;

type Query = Readonly<Record<string, string>>;

/** A list that is read, for messages. */
export type KimaiList = 'employees' | 'teams' | 'tasks' | 'time-entries';

/** A page of a list, and how many records the list has. */
export interface KimaiPage {
  readonly items: readonly unknown[];
  /** undefined before Kimai 2.41 for some lists. */
  readonly total: number | undefined;
  readonly pages: number | undefined;
}

const refusal = z.object({ message: z.string() });

/** GET on the JSON API of an installation of Kimai, with the token of one of its users. */
export class KimaiClient {
  readonly #session: Session;
  readonly #service: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(session: Session, { kimai, user }: KimaiSettings, token: Secret) {
    this.#session = session;
    this.#service = parseBaseUrl(kimai);
    session.scrubber.add(token);
    const value = token.reveal();
    this.#headers = {
      accept: 'application/json',
      ...(user === undefined
        ? { authorization: `Bearer ${value}` }
        : { 'x-auth-user': user, 'x-auth-token': value }),
    };
  }

  /**
   * A whole list, or a page of one. @returns undefined for a page after the last one
   * @throws PaytallyError AUTH_REJECTED, PERMISSION_DENIED, REQUEST_REJECTED, SERVICE_*, INTERRUPTED
   */
  async list(list: KimaiList, path: string, query: Query): Promise<KimaiPage | undefined> {
    const what = message('source.kimai.list', { list: message(`read.list.${list}`) });
    const answer = await this.#get(path, query, what);
    if (answer.status === 404 && query.page !== undefined && query.page !== '1') return undefined;
    const body = this.#bodyOf(answer, what);
    if (!Array.isArray(body))
      throw new PaytallyError('SERVICE_PROTOCOL', message('source.kimai.noList', { what }));
    const { headers } = answer;
    return {
      items: body,
      total: numberIn(headers['x-total-count']),
      pages: numberIn(headers['x-total-pages']),
    };
  }

  /** A single object. @throws PaytallyError as `list` */
  async object(path: string): Promise<unknown> {
    const what = message('source.kimai.account');
    return this.#bodyOf(await this.#get(path, {}, what), what);
  }

  async #get(path: string, query: Query, what: AnyMessage): Promise<Answer> {
    const search = new URLSearchParams(query).toString();
    const url = `${this.#service}/api/${path}${search === '' ? '' : `?${search}`}`;
    const keys = [{ kind: 'address', service: this.#service }] as const;
    try {
      const request = { method: 'GET', url, headers: this.#headers } as const;
      return await exchange(this.#session, { kind: 'data', what, keys, request });
    } catch (failure) {
      throw ofKimai(failure);
    }
  }

  #bodyOf({ status, body }: Answer, what: AnyMessage): unknown {
    if (status >= 200 && status < 300) return body;
    const { success, data } = refusal.safeParse(body);
    const said = success ? excerpt(this.#session.scrubber.clean(data.message)) : '';
    const values = { what, said, hasSaid: said === '' ? 'no' : 'yes' } as const;
    if (status === 401) throw new PaytallyError('AUTH_REJECTED', message('source.kimai.noToken', values));
    if (status === 403)
      throw new PaytallyError('PERMISSION_DENIED', message('source.kimai.forbidden', values));
    if (status === 404)
      throw new PaytallyError('SERVICE_PROTOCOL', message('source.kimai.notFound', { what }));
    throw new PaytallyError('REQUEST_REJECTED', message('source.kimai.refused', { ...values, status }));
  }
}

/** Failures of the connection have the remedy of this source. */
function ofKimai(failure: unknown): unknown {
  if (!(failure instanceof PaytallyError) || failure.code === 'INTERRUPTED') return failure;
  return new PaytallyError(failure.code, failure.text, {
    remedy: message('source.kimai.remedy'),
    cause: failure.cause,
  });
}

function numberIn(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
