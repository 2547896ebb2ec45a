import type { ListName } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import { bearerAuthorization } from '../auth/credentials.js';
import { SCOPE_OF_LIST } from '../auth/scopes.js';
import type { TokenGeneration, TokenSource } from '../auth/tokenSource.js';
import type { Answer } from '../transport/answer.js';
import { exchange } from '../transport/exchange.js';
import type { BucketKey } from '../transport/rateLimiter.js';
import type { Session } from '../transport/session.js';
import { dataRefusal } from './dataRefusal.js';

/** One employer at one service. `service` is the base URL without a slash at the end. */
export interface EmployerAddress {
  readonly service: string;
  readonly employerId: string;
  /** For messages: the employer's key in the configuration. */
  readonly employerKey: string;
}

export type Query = Readonly<Record<string, string>>;

/** With every 401 there is one new token; a request that eats up more than these is not refused by chance. */
const MOST_TOKENS = 4;

/** GET on the data endpoints of one employer (docs/service.md, "Lists"). */
export class DataClient {
  readonly #session: Session;
  readonly #tokens: TokenSource;
  readonly #address: EmployerAddress;
  /** Proof that the employer id fits the integration: an endpoint that only needs a scope has answered. */
  #employerProved = false;

  constructor(session: Session, tokens: TokenSource, address: EmployerAddress) {
    this.#session = session;
    this.#tokens = tokens;
    this.#address = address;
  }

  /**
   * The JSON of a list or of a page of it.
   * @throws PaytallyError with a message of its own for each status of docs/service.md, "Refusals of data", SERVICE_* and INTERRUPTED.
   */
  async get(list: ListName, query: Query): Promise<unknown> {
    let token = await this.#tokens.get();
    for (let tokens = 1; tokens <= MOST_TOKENS; tokens += 1) {
      const answer = await this.#send(list, query, token);
      if (answer.status !== 401) {
        this.#tokens.accepted(token);
        return this.#accept(list, query, answer);
      }
      token = await this.#tokens.renew(token);
    }
    throw new PaytallyError(
      'TOKEN_REFUSED',
      `The service refused ${MOST_TOKENS} tokens in a row for ${this.#what(list)}.`,
    );
  }

  #accept(list: ListName, query: Query, answer: Answer): unknown {
    if (answer.status >= 200 && answer.status < 300) {
      this.#employerProved = true;
      return answer.body;
    }
    throw dataRefusal(this.#session.scrubber, {
      answer,
      list,
      what: this.#what(list),
      hasCursor: query.cursor !== undefined,
      scope: SCOPE_OF_LIST[list],
      employerId: this.#address.employerId,
      employerProved: this.#employerProved,
    });
  }

  #send(list: ListName, query: Query, token: TokenGeneration): Promise<Answer> {
    const { service, employerId } = this.#address;
    const path = `/api/customer/v1/employers/${encodeURIComponent(employerId)}/${list}`;
    const search = new URLSearchParams(query).toString();
    const keys: readonly BucketKey[] = [
      { kind: 'address', service },
      { kind: 'employer', service, employerId },
    ];
    return exchange(this.#session, {
      kind: 'data',
      what: this.#what(list),
      keys,
      request: {
        method: 'GET',
        url: `${service}${path}${search === '' ? '' : `?${search}`}`,
        headers: { accept: 'application/json', authorization: bearerAuthorization(token.value) },
      },
    });
  }

  #what(list: ListName): string {
    return `${list} of employer ${this.#address.employerKey}`;
  }
}
