import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/** Longer ones do not fit into the head of a request, which servers bound at 8 or 16 kB. */
export const MAX_SECRET_LENGTH = 8_192;

/**
 * A secret on its way from the configuration, or from the service, to the request that needs it. However it is printed,
 * joined, logged, spread, copied or turned into JSON, it shows `[secret]`.
 */
export class Secret {
  readonly #value: string;

  /** The caller has seen to it that the value is not longer than {@link MAX_SECRET_LENGTH}. */
  constructor(value: string) {
    if (value.length > MAX_SECRET_LENGTH) throw new RangeError('a secret that is too long to be one');
    this.#value = value;
  }

  /** The secret itself: for the credentials of a request or a connection, and for nothing else. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
