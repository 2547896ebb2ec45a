import { inspect } from 'node:util';
import type { Secret } from './secret.js';

const REPLACEMENT = '[secret]';
/** Shorter ones would blot out ordinary words; no issuer hands out secrets of this size. */
const MIN_LENGTH = 4;
/** Tokens live for minutes. Of more than these the oldest have long been over, and are forgotten. */
const MAX_TOKENS = 100;
/** Causes of errors can hold on to whole sockets. */
const MAX_PARTS = 20_000;
/** A line of a private key says something by itself; a shorter one may be a word. */
const MIN_LINE_LENGTH = 16;

/**
 * The second net behind {@link Secret}: knows the live secrets in the forms in which they could leak, and takes them out
 * of any text, by plain search and in one walk through the text.
 */
export class Scrubber {
  /** Each with the forms in which it could leak. */
  readonly #lasting = new Map<string, readonly string[]>();
  readonly #tokens = new Map<string, readonly string[]>();
  /** undefined if they have to be ordered again. */
  #forms: Forms | undefined;

  /** A secret that stays one for as long as the program runs. */
  add(secret: Secret): void {
    this.#lasting.set(secret.reveal(), leakForms(secret.reveal()));
    this.#forms = undefined;
  }

  /** A token. One that is over does not belong in a log either, so the last hundred stay known. */
  addToken(token: Secret): void {
    this.#tokens.set(token.reveal(), leakForms(token.reveal()));
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    this.#forms = undefined;
  }

  /** For tests that share a process: a program begins without secrets. */
  forgetAll(): void {
    this.#lasting.clear();
    this.#tokens.clear();
    this.#forms = undefined;
  }

  clean(text: string): string {
    if (this.#lasting.size + this.#tokens.size === 0) return text;
    this.#forms ??= indexForms([...this.#lasting.values(), ...this.#tokens.values()].flat());
    let clean = '';
    let copied = 0;
    for (let at = 0; at <= text.length - MIN_LENGTH; ) {
      const form = matchForm(this.#forms, text, at);
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
    if (typeof value !== 'object' || value === null || cleaned.has(value) || cleaned.size >= MAX_PARTS)
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

/**
 * What the running process knows. Text is shortened in many places, some of them deep inside: each of them takes the
 * secrets out first, since no search finds the half of one.
 */
export const liveSecrets = new Scrubber();

interface Forms {
  /** The code units with which a form begins: most characters of a text are none of them. */
  readonly firstUnits: ReadonlySet<number>;
  /** By the first characters, the longest first. */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
}

function matchForm({ firstUnits, byStart }: Forms, text: string, at: number): string | undefined {
  if (!firstUnits.has(text.charCodeAt(at))) return undefined;
  return byStart.get(text.slice(at, at + MIN_LENGTH))?.find((form) => text.startsWith(form, at));
}

function indexForms(forms: readonly string[]): Forms {
  const byStart = new Map<string, string[]>();
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const start = form.slice(0, MIN_LENGTH);
    const alike = byStart.get(start);
    if (alike === undefined) byStart.set(start, [form]);
    else alike.push(form);
  }
  return { firstUnits: new Set(forms.map((form) => form.charCodeAt(0))), byStart };
}

/** Of the secret as a whole and, since errors are often cut to a line of a private key, of each of its lines. */
function leakForms(secret: string): readonly string[] {
  // What is shorter is not looked for, and its encoded forms would be longer than it is.
  if (secret.length < MIN_LENGTH) return [];
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= MIN_LINE_LENGTH);
  const forms = [secret, ...lines].flatMap(encodedForms);
  return [...new Set(forms)].filter((form) => form.length >= MIN_LENGTH);
}

function encodedForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  const base64 = [...base64Forms(bytes), ...base64Forms(Buffer.from(form, 'utf8'))];
  const inUrl = [
    encodeURIComponent(bytes.toString('utf8')),
    form,
    ...base64.map((text) => encodeURIComponent(text)),
  ];
  return [
    secret,
    ...inUrl,
    ...inUrl.map((text) => text.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())),
    JSON.stringify(secret).slice(1, -1),
    inspect(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...base64,
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
