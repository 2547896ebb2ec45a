import type { ListLack } from '../../../domain/records/periodData.js';
import type { ListName } from '../../../domain/records/records.js';
import { type ErrorDetail, PaytallyError } from '../../../errors.js';
import { type AnyMessage, type Message, message, type Text } from '../../../i18n/message.js';
import type { Scrubber } from '../../../runtime/secrets/scrubber.js';
import type { Answer } from '../../transport/answer.js';
import { parseBaseUrl } from '../../transport/baseUrl.js';
import { exchange } from '../../transport/exchange.js';
import type { BucketKey } from '../../transport/rateLimiter.js';
import type { Session } from '../../transport/session.js';
import { bearerAuthorization, type EmployerAccess } from '../auth/credentials.js';
import { SCOPE_FACTS, SCOPE_OF_LIST } from '../auth/scopes.js';
import { serviceSays } from '../auth/tokenRequest.js';
import type { TokenGeneration, TokenSource } from '../auth/tokenSource.js';

export type Query = Readonly<Record<string, string>>;

/** Each 401 leads to one new token; a request that is refused more often than this is not refused by chance. */
const MOST_TOKENS = 4;

/** GET on the data endpoints of one employer (docs/service.md, "Lists"). */
export class DataClient {
  readonly #session: Session;
  readonly #tokens: TokenSource;
  readonly #service: string;
  readonly #access: EmployerAccess;
  /** Proof that the employer id fits the integration: an endpoint that needs only a scope has answered. */
  #isEmployerProved = false;

  constructor(session: Session, tokens: TokenSource, access: EmployerAccess) {
    this.#session = session;
    this.#tokens = tokens;
    this.#service = parseBaseUrl(access.baseUrl);
    this.#access = access;
  }

  /**
   * The JSON of a list or of a page of it.
   * @throws PaytallyError with a separate message for each status of docs/service.md, "Refusals of data", SERVICE_* and
   * INTERRUPTED.
   */
  async get(list: ListName, query: Query): Promise<unknown> {
    let token = await this.#tokens.get();
    for (let tokens = 1; tokens <= MOST_TOKENS; tokens += 1) {
      const answer = await this.#send(list, query, token);
      if (answer.status !== 401) {
        this.#tokens.confirm(token);
        return this.#readAnswer(list, query, answer);
      }
      token = await this.#tokens.renew(token);
    }
    throw new PaytallyError(
      'TOKEN_REFUSED',
      message('service.token.manyRefused', { count: MOST_TOKENS, what: this.#describe(list) }),
    );
  }

  #readAnswer(list: ListName, query: Query, answer: Answer): unknown {
    if (answer.status >= 200 && answer.status < 300) {
      this.#isEmployerProved = true;
      return answer.body;
    }
    throw dataRefusal(this.#session.scrubber, {
      answer,
      list,
      what: this.#describe(list),
      hasCursor: query.cursor !== undefined,
      employerId: this.#access.employerId,
      isEmployerProved: this.#isEmployerProved,
    });
  }

  #send(list: ListName, query: Query, token: TokenGeneration): Promise<Answer> {
    const service = this.#service;
    const { employerId } = this.#access;
    const path = `/api/customer/v1/employers/${encodeURIComponent(employerId)}/${list}`;
    const search = new URLSearchParams(query).toString();
    const keys: readonly BucketKey[] = [
      { kind: 'address', service },
      { kind: 'employer', service, employerId },
    ];
    return exchange(this.#session, {
      kind: 'data',
      what: this.#describe(list),
      keys,
      request: {
        method: 'GET',
        url: `${service}${path}${search === '' ? '' : `?${search}`}`,
        headers: { accept: 'application/json', authorization: bearerAuthorization(token.value) },
      },
    });
  }

  #describe(list: ListName): AnyMessage {
    return message('service.list', {
      list: message(`read.list.${list}`),
      employer: this.#access.employerKey,
    });
  }
}

interface RefusedRequest {
  readonly answer: Answer;
  readonly list: ListName;
  readonly what: AnyMessage;
  readonly hasCursor: boolean;
  readonly employerId: string;
  readonly isEmployerProved: boolean;
}

/** The service has refused a page because of its cursor: the list's window must be read again from its start. */
export class CursorRefused extends PaytallyError {}

/** The list's module was removed, or its permission (if nothing else was readable); the rest may be readable. */
export class ListForbidden extends PaytallyError {
  readonly lack: ListLack;

  constructor(lack: ListLack, text: Message, detail: ErrorDetail) {
    super('PERMISSION_DENIED', text, detail);
    this.lack = lack;
  }
}

/** The error for a 4xx of a data endpoint (docs/service.md, "Refusals of data"). 401 and 429 never come here. */
export function dataRefusal(scrubber: Scrubber, refused: RefusedRequest): PaytallyError {
  const { answer, what, hasCursor, employerId } = refused;
  const values = { what, said: serviceSays(problemText(answer.body, scrubber)) };
  switch (answer.status) {
    case 400:
      return new PaytallyError('REQUEST_REJECTED', message('service.data.badParameter', values));
    case 403:
      return forbidden(refused, values);
    case 404:
      return new PaytallyError('EMPLOYER_MISMATCH', message('service.data.unknown', values), {
        record: employerId,
      });
    case 422:
      return hasCursor
        ? new CursorRefused('REQUEST_REJECTED', message('service.data.badCursor', values))
        : new PaytallyError('REQUEST_REJECTED', message('service.data.badDates', values));
    default:
      return new PaytallyError(
        'SERVICE_PROTOCOL',
        message('service.data.undocumented', { ...values, status: answer.status }),
      );
  }
}

/** The token has the scope, so a 403 has two possible causes: another employer's ID, or a removed module. */
function forbidden(
  { list, employerId, isEmployerProved }: RefusedRequest,
  values: { readonly what: AnyMessage; readonly said: Text },
): PaytallyError {
  const { module, permission } = SCOPE_FACTS[SCOPE_OF_LIST[list]];
  const detail = { record: employerId };
  const named = { ...values, permission, maybeEmployer: isEmployerProved ? 'no' : 'yes' };
  if (module !== undefined) {
    const lack = isEmployerProved ? 'module' : 'module-or-employer';
    return new ListForbidden(lack, message('service.data.noModule', { ...named, module }), detail);
  }
  if (!isEmployerProved)
    return new PaytallyError('EMPLOYER_MISMATCH', message('service.data.otherEmployer', values), detail);
  return new ListForbidden('permission-gone', message('service.data.noPermission', named), detail);
}

/** Title and detail of problem+json, ignoring other members. */
function problemText(body: unknown, scrubber: Scrubber): string {
  if (typeof body !== 'object' || body === null) return '';
  const fields = new Map<string, unknown>(Object.entries(body));
  const texts = ['title', 'detail']
    .map((name) => fields.get(name))
    .filter((text) => typeof text === 'string');
  return scrubber.clean(texts.join(': '));
}
