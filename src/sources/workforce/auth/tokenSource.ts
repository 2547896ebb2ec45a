import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import type { Secret } from '../../../runtime/secrets/secret.js';
import type { Session } from '../../transport/session.js';
import type { EmployerAccess } from './credentials.js';
import { SCOPES, type Scope } from './scopes.js';
import { type AccessToken, requestToken, scopesMissing, tokenRefusal } from './tokenRequest.js';

/** A token in use. */
export interface TokenGeneration {
  readonly number: number;
  readonly value: Secret;
}

interface Current extends TokenGeneration {
  readonly renewAtMs: number;
  /** Whether it was fetched because the previous one was refused, and no request has accepted it yet. */
  onProbation: boolean;
}

const EARLY_MS = 30_000;

/** One employer's token, shared by all streams: fetched once, renewed early, renewed once if it is refused. */
export class TokenSource {
  readonly #session: Session;
  readonly #access: EmployerAccess;
  readonly #required: readonly Scope[];
  #wanted: readonly Scope[];
  #missing: readonly Scope[] = [];
  #current: Current | undefined;
  #pending: Promise<Current> | undefined;
  #number = 0;

  constructor(
    session: Session,
    access: EmployerAccess,
    wanted: readonly Scope[],
    required: readonly Scope[],
  ) {
    this.#session = session;
    this.#access = access;
    this.#wanted = wanted;
    this.#required = required;
  }

  /** Scopes that were not granted; known after the first token. */
  get missing(): readonly Scope[] {
    return this.#missing;
  }

  /** @throws PaytallyError for every refusal of a token. */
  async get(): Promise<TokenGeneration> {
    const current = this.#current;
    if (current !== undefined && this.#session.clock.nowMs() < current.renewAtMs) return current;
    return this.#fetchOnce(false);
  }

  /** Call after every answer that is not 401, so that a later 401 may be answered with a new token again. */
  confirm({ number }: TokenGeneration): void {
    if (this.#current?.number === number) this.#current.onProbation = false;
  }

  /**
   * After a 401: a newer token, which is fetched once for all streams that were refused with the same one.
   * @throws PaytallyError TOKEN_REFUSED if the refused token was itself fetched because of a 401.
   */
  async renew(refused: TokenGeneration): Promise<TokenGeneration> {
    const current = this.#current;
    if (current !== undefined && current.number > refused.number) return current;
    if (current?.onProbation === true && this.#pending === undefined) throw this.#refusal();
    return this.#fetchOnce(true);
  }

  #refusal(): PaytallyError {
    const employer = this.#access.employerKey;
    return new PaytallyError('TOKEN_REFUSED', message('service.token.notAccepted', { employer }));
  }

  #fetchOnce(onProbation: boolean): Promise<Current> {
    this.#pending ??= this.#fetch(onProbation).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #fetch(onProbation: boolean): Promise<Current> {
    const wanted = this.#wanted;
    const result = await negotiateScopes(this.#session, this.#access, wanted, this.#required);
    this.#missing = [...this.#missing, ...result.missing];
    this.#wanted = result.granted;
    this.#session.observer({ type: 'token', scopes: result.granted });
    this.#number += 1;
    const { value } = result.token;
    this.#current = { number: this.#number, value, renewAtMs: renewAtMs(result.token), onProbation };
    return this.#current;
  }
}

/** Earlier than the end by 30 seconds or a tenth of the token's life, whichever is less. */
function renewAtMs({ requestedAtMs, expiresInSeconds }: AccessToken): number {
  const lifeMs = expiresInSeconds * 1000;
  return requestedAtMs + lifeMs - Math.min(EARLY_MS, lifeMs / 10);
}

/** The granted part of the requested scopes. */
interface GrantedToken {
  readonly token: AccessToken;
  readonly granted: readonly Scope[];
  readonly missing: readonly Scope[];
}

/**
 * Gets a token with as many of the requested scopes as are available. The service refuses all of them if one is missing
 * (docs/service.md, "Refusals of a token"), so then each is requested separately.
 * @throws PaytallyError SCOPE_MISSING if a required one is refused, and the other refusals of a token.
 */
async function negotiateScopes(
  session: Session,
  access: EmployerAccess,
  wanted: readonly Scope[],
  required: readonly Scope[],
): Promise<GrantedToken> {
  let asked = wanted;
  let answer = await requestToken(session, access, asked);
  if (answer.type === 'refused' && answer.error === 'invalid_scope') {
    asked = (await probeScopes(session, access, wanted)).granted;
    refuseWithout(access, asked, required);
    if (asked.length === 0) throw scopesMissing(wanted, access.employerKey);
    answer = await requestToken(session, access, asked);
  }
  if (answer.type === 'refused') throw tokenRefusal(answer, access.employerKey);
  const { token } = answer;
  // A token may have fewer scopes than requested; the answer then lists them (RFC 6749, 5.1).
  const stated = token.scope?.split(' ') ?? asked;
  const granted = asked.filter((scope) => stated.includes(scope));
  refuseWithout(access, granted, required);
  return { token, granted, missing: wanted.filter((scope) => !granted.includes(scope)) };
}

/**
 * Requests each scope separately, to find those that the integration has.
 * @throws PaytallyError for every refusal except `invalid_scope`.
 */
export async function probeScopes(
  session: Session,
  access: EmployerAccess,
  scopes: readonly Scope[] = SCOPES,
): Promise<{ readonly granted: readonly Scope[]; readonly missing: readonly Scope[] }> {
  const granted: Scope[] = [];
  const missing: Scope[] = [];
  for (const scope of scopes) {
    const answer = await requestToken(session, access, [scope]);
    if (answer.type === 'token') granted.push(scope);
    else if (answer.error === 'invalid_scope') missing.push(scope);
    else throw tokenRefusal(answer, access.employerKey);
  }
  return { granted, missing };
}

function refuseWithout(access: EmployerAccess, granted: readonly Scope[], required: readonly Scope[]): void {
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw scopesMissing(missing, access.employerKey);
}
