import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/** Longer secrets do not fit in request headers, which servers limit to 8 or 16 kB. */
export const MAX_SECRET_LENGTH = 8_192;

/**
 * A secret from the configuration or the service, for the request that needs it. Printed, joined, logged, spread,
 * copied or converted to JSON, it appears as `[secret]`.
 */
export class Secret {
  readonly #value: string;

  /** The caller ensures that the value is not longer than {@link MAX_SECRET_LENGTH}. */
  constructor(value: string) {
    if (value.length > MAX_SECRET_LENGTH) throw new RangeError('a secret that is too long to be one');
    this.#value = value;
  }

  /** The secret itself: only for the credentials of a request or connection. */
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
