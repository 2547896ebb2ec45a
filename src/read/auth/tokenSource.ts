import type { Secret } from '../../config/secrets/secret.js';
import { PaytallyError } from '../../errors.js';
import type { Session } from '../transport/session.js';
import { negotiateScopes } from './scopeNegotiation.js';
import type { Scope } from './scopes.js';
import type { AccessToken, TokenClient } from './tokenRequest.js';

/** A token in use. */
export interface TokenGeneration {
  readonly number: number;
  readonly value: Secret;
}

interface Current extends TokenGeneration {
  readonly renewAtMs: number;
  /** Fetched because the one before was refused, and not accepted yet by any request. */
  onProbation: boolean;
}

const EARLY_MS = 30_000;

/** One employer's token, shared by all streams: fetched once, renewed early, renewed once where it is refused. */
export class TokenSource {
  readonly #session: Session;
  readonly #client: TokenClient;
  readonly #indispensable: readonly Scope[];
  #wanted: readonly Scope[];
  #missing: readonly Scope[] = [];
  #current: Current | undefined;
  #pending: Promise<Current> | undefined;
  #number = 0;

  constructor(
    session: Session,
    client: TokenClient,
    wanted: readonly Scope[],
    indispensable: readonly Scope[],
  ) {
    this.#session = session;
    this.#client = client;
    this.#wanted = wanted;
    this.#indispensable = indispensable;
  }

  /** Scopes that the service did not give; known once there was a token. */
  get missing(): readonly Scope[] {
    return this.#missing;
  }

  /** @throws PaytallyError for every refusal of a token. */
  async get(): Promise<TokenGeneration> {
    const current = this.#current;
    if (current !== undefined && this.#session.clock.nowMs() < current.renewAtMs) return current;
    return this.#fetchOnce(false);
  }

  /** To be told of every answer that is not 401, so that a later 401 may be answered by a new token again. */
  accepted({ number }: TokenGeneration): void {
    if (this.#current?.number === number) this.#current.onProbation = false;
  }

  /**
   * After a 401: a newer token, which is fetched once for all streams that were refused with the same one.
   * @throws PaytallyError TOKEN_REFUSED where the refused token was itself fetched because of a 401.
   */
  async renew(refused: TokenGeneration): Promise<TokenGeneration> {
    const current = this.#current;
    if (current !== undefined && current.number > refused.number) return current;
    if (current?.onProbation === true && this.#pending === undefined) throw this.#refusal();
    return this.#fetchOnce(true);
  }

  #refusal(): PaytallyError {
    return new PaytallyError(
      'TOKEN_REFUSED',
      `The service refuses the token of employer ${this.#client.employerKey}, and a fresh one as well (401).`,
      {
        remedy:
          'In the employer portal, check that the integration is active, that API access is on, and that employerId is the identifier shown next to it.',
      },
    );
  }

  #fetchOnce(onProbation: boolean): Promise<Current> {
    this.#pending ??= this.#fetch(onProbation).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #fetch(onProbation: boolean): Promise<Current> {
    const wanted = this.#wanted;
    const result = await negotiateScopes(this.#session, this.#client, wanted, this.#indispensable);
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
