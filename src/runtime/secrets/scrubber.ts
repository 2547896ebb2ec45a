import { inspect } from 'node:util';
import type { Secret } from './secret.js';

const REPLACEMENT = '[secret]';
/** Shorter secrets would hide ordinary words; no issuer uses secrets this short. */
const MIN_LENGTH = 4;
/** Tokens are valid for minutes. Beyond this number the oldest have long expired, and are forgotten. */
const MAX_TOKENS = 100;
/** Causes of errors can refer to whole sockets. */
const MAX_PARTS = 20_000;
/** Each line of a private key is a secret; a shorter line may be a word. */
const MIN_LINE_LENGTH = 16;

/**
 * The second safeguard after {@link Secret}: has the live secrets in all forms that could leak, and removes them from
 * any text with a plain search in one pass.
 */
export class Scrubber {
  /** Each secret with the forms that could leak. */
  readonly #lasting = new Map<string, readonly string[]>();
  readonly #tokens = new Map<string, readonly string[]>();
  /** Undefined if they must be sorted again. */
  #forms: Forms | undefined;

  /** A secret that is valid until the program ends. */
  add(secret: Secret): void {
    this.#lasting.set(secret.reveal(), leakForms(secret.reveal()));
    this.#forms = undefined;
  }

  /** A token. An expired one must not be logged either, so the last hundred are kept. */
  addToken(token: Secret): void {
    this.#tokens.set(token.reveal(), leakForms(token.reveal()));
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    this.#forms = undefined;
  }

  /** For tests that share a process, because each program starts without secrets. */
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

  /** Cleans the message, stack and text fields of an error and its causes in place. Returns the same error. */
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
 * The secrets of this process. All code that shortens text removes them first, because no search finds half a secret.
 */
export const liveSecrets = new Scrubber();

interface Forms {
  /** The first code units of the forms: most characters of a text are not among them. */
  readonly firstUnits: ReadonlySet<number>;
  /** Forms by their first characters, the longest first. */
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

/** Forms of the whole secret and of each of its lines, because errors often show one line of a private key. */
function leakForms(secret: string): readonly string[] {
  // Shorter secrets are not searched for, and their encoded forms would be longer.
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

/**
 * The bytes inside longer base64 at each of the three alignments, without the ends that depend on neighbouring bytes.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = text.slice(shift === 0 ? 0 : shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1);
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
