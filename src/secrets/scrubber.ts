import type { Secret } from './secret.js';

const REPLACEMENT = '[secret]';
/** Shorter ones would blot out ordinary words; no issuer hands out secrets of this size. */
const SHORTEST = 4;
/** Tokens live for minutes. Of more than these the oldest have long been over, and are forgotten. */
const MOST_TOKENS = 100;
/** Causes of errors can hold on to whole sockets. */
const MOST_PARTS = 20_000;

/**
 * The second net behind {@link Secret}: knows the live secrets in the forms in which they could leak, and takes them out
 * of any text, by plain search and in one walk through the text.
 */
export class Scrubber {
  readonly #lasting = new Set<string>();
  readonly #tokens = new Set<string>();
  /** The forms by their first characters, the longest first; undefined where it has to be made again. */
  #byStart: ReadonlyMap<string, readonly string[]> | undefined;

  /** A secret that stays one for as long as the program runs. */
  add(secret: Secret): void {
    this.#lasting.add(secret.reveal());
    this.#byStart = undefined;
  }

  /** A token. One that is over does not belong in a log either, so the last hundred stay known. */
  addToken(token: Secret): void {
    this.#tokens.add(token.reveal());
    const [oldest] = this.#tokens;
    if (this.#tokens.size > MOST_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    this.#byStart = undefined;
  }

  clean(text: string): string {
    if (this.#lasting.size + this.#tokens.size === 0) return text;
    this.#byStart ??= formsByStart([...this.#lasting, ...this.#tokens]);
    let clean = '';
    let copied = 0;
    for (let at = 0; at <= text.length - SHORTEST; ) {
      const form = formAt(this.#byStart, text, at);
      if (form === undefined) {
        at += 1;
        continue;
      }
      clean += text.slice(copied, at) + REPLACEMENT;
      at += form.length;
      copied = at;
    }
    return copied === 0 ? text : clean + text.slice(copied);
  }

  /** Cleans message, stack and text fields of an error and of its causes, in place; gives the same error back. */
  cleanError<T>(error: T): T {
    this.#cleanInPlace(error, new Set());
    return error;
  }

  #cleanInPlace(value: unknown, cleaned: Set<unknown>): void {
    if (typeof value !== 'object' || value === null || cleaned.has(value) || cleaned.size >= MOST_PARTS)
      return;
    cleaned.add(value);
    for (const key of Object.getOwnPropertyNames(value)) {
      const field = Object.getOwnPropertyDescriptor(value, key);
      if (field === undefined || !('value' in field)) continue;
      if (typeof field.value !== 'string') this.#cleanInPlace(field.value, cleaned);
      else this.#replaceText(value, key, field, this.clean(field.value));
    }
  }

  #replaceText(owner: object, key: string, field: PropertyDescriptor, clean: string): void {
    if (clean === field.value) return;
    if (field.configurable === true) Object.defineProperty(owner, key, { ...field, value: clean });
    else if (field.writable === true) Reflect.set(owner, key, clean);
  }
}

function formAt(
  byStart: ReadonlyMap<string, readonly string[]>,
  text: string,
  at: number,
): string | undefined {
  return byStart.get(text.slice(at, at + SHORTEST))?.find((form) => text.startsWith(form, at));
}

function formsByStart(secrets: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const forms = new Set(secrets.flatMap(formsOf).filter((form) => form.length >= SHORTEST));
  const byStart = new Map<string, string[]>();
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const start = form.slice(0, SHORTEST);
    const alike = byStart.get(start);
    if (alike === undefined) byStart.set(start, [form]);
    else alike.push(form);
  }
  return byStart;
}

function formsOf(secret: string): readonly string[] {
  // What is shorter is not looked for, and its encoded forms would be longer than it is.
  if (secret.length < SHORTEST) return [];
  const bytes = Buffer.from(secret, 'utf8');
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [
    secret,
    encodeURIComponent(bytes.toString('utf8')),
    form,
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    ...base64Forms(bytes),
    ...base64Forms(Buffer.from(form, 'utf8')),
  ];
}

/** What the bytes look like inside longer base64, at each of the three alignments, without the blurred ends. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = text.slice(shift === 0 ? 0 : shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1);
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
