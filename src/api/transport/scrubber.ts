const REPLACEMENT = '[secret]';
/** Shorter ones would blot out ordinary words; no issuer hands out secrets of this size. */
const SHORTEST = 4;

/**
 * Knows the live secrets (client secrets, tokens, Basic credentials) in the forms in which they could leak,
 * and takes them out of any text.
 */
export class Scrubber {
  readonly #forms = new Set<string>();
  #pattern: RegExp | undefined;

  /** Secrets stay known for the life of the scrubber: an expired token does not belong in a log either. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    for (const form of formsOf(secret)) if (form.length >= SHORTEST) this.#forms.add(form);
    this.#pattern = undefined;
  }

  clean(text: string): string {
    if (this.#forms.size === 0) return text;
    this.#pattern ??= new RegExp(
      [...this.#forms]
        .sort((a, b) => b.length - a.length)
        .map(escaped)
        .join('|'),
      'g',
    );
    return text.replace(this.#pattern, REPLACEMENT);
  }

  /** Cleans message, stack and text fields of an error and of its causes, in place; gives the same error back. */
  cleanError<T>(error: T): T {
    this.#cleanInPlace(error, new Set());
    return error;
  }

  #cleanInPlace(value: unknown, seen: Set<unknown>): void {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const key of Object.getOwnPropertyNames(value)) {
      const field = Object.getOwnPropertyDescriptor(value, key);
      if (field === undefined || !('value' in field)) continue;
      if (typeof field.value !== 'string') this.#cleanInPlace(field.value, seen);
      else this.#replaceText(value, key, field, this.clean(field.value));
    }
  }

  #replaceText(owner: object, key: string, field: PropertyDescriptor, clean: string): void {
    if (clean === field.value) return;
    if (field.configurable === true) Object.defineProperty(owner, key, { ...field, value: clean });
    else if (field.writable === true) Reflect.set(owner, key, clean);
  }
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [
    secret,
    encodeURIComponent(secret),
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

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
