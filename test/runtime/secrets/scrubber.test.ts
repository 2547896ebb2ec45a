import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';
import { Scrubber } from '../../../src/runtime/secrets/scrubber.js';
import { MAX_SECRET_LENGTH, Secret } from '../../../src/runtime/secrets/secret.js';
import { basicAuthorization } from '../../../src/sources/workforce/auth/credentials.js';

const SECRET = 'p:%+/é w"Zz0';

const scrubberFor = (...secrets: string[]) => {
  const scrubber = new Scrubber();
  for (const secret of secrets) scrubber.add(new Secret(secret));
  return scrubber;
};

describe('a secret is removed in every form', () => {
  it.each([
    ['unchanged', SECRET],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in a form', new URLSearchParams({ s: SECRET }).toString()],
    ['in JSON', JSON.stringify({ s: SECRET })],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64url', Buffer.from(SECRET).toString('base64url')],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
    [
      'in Basic credentials',
      basicAuthorization({ clientId: 'a', clientSecret: new Secret(SECRET), sendAs: 'basic' }),
    ],
  ])('%s', (_name, form) => {
    const clean = scrubberFor(SECRET).clean(`before ${form} after`);
    expect(clean).toMatch(/^before .*\[secret\].* after$/);
  });

  it('inside longer base64, at any position', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (before, after) => {
        const secret = 'correct-horse-battery';
        const text = Buffer.from(`${before}${secret}${after}`).toString('base64');
        expect(scrubberFor(secret).clean(text)).toContain('[secret]');
      }),
    );
  });

  it('several at once, the longest first', () => {
    expect(scrubberFor('abcdef', 'abcdefgh').clean('abcdefgh abcdef')).toBe('[secret] [secret]');
  });
  it('and nothing else', () => {
    expect(scrubberFor('abc').clean('abc is too short to be a secret')).toContain('abc');
    expect(new Scrubber().clean('text')).toBe('text');
  });
});

describe('however many secrets there are', () => {
  const jwt = (index: number) => `eyJhbGciOiJSUzI1NiJ9.${`${index}-claims-`.repeat(220)}.signature${index}`;

  it('a hundred tokens with the size of a JWT are all removed from a long text', () => {
    const scrubber = new Scrubber();
    const tokens = Array.from({ length: 100 }, (_, index) => jwt(index));
    for (const token of tokens) scrubber.addToken(new Secret(token));
    const text = tokens.map((token) => `{"authorization":"Bearer ${token}"}`).join('\n');
    const clean = scrubber.clean(text + 'a record without any of them\n'.repeat(10_000));
    expect(clean).not.toContain('claims');
    expect(clean.match(/\[secret\]/g)).toHaveLength(100);
  });

  it('the longest possible secret does not break it', () => {
    const long = 'k('.repeat(MAX_SECRET_LENGTH / 2);
    expect(scrubberFor(long).clean(`it was ${long}.`)).toBe('it was [secret].');
  });

  it('the newest hundred tokens stay known', () => {
    const scrubber = new Scrubber();
    for (let index = 0; index < 101; index += 1) scrubber.addToken(new Secret(`token-number-${index}-`));
    expect(scrubber.clean('token-number-100- token-number-1-')).toBe('[secret] [secret]');
    expect(scrubber.clean('token-number-0-')).toBe('token-number-0-');
  });

  it('finds what a search for each form would find', () => {
    const few = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 4, maxLength: 6 }));
    fc.assert(
      fc.property(
        few,
        fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' '), maxLength: 40 }),
        (secrets, text) => {
          const clean = scrubberFor(...secrets).clean(text);
          for (const secret of secrets) expect(clean).not.toContain(secret);
          if (!secrets.some((secret) => text.includes(secret))) expect(clean).toBe(text);
        },
      ),
    );
  });
});

describe('errors', () => {
  it('lose it in message, stack, record, remedy, causes and their fields', () => {
    const inner = Object.assign(new Error(`inner ${SECRET}`), { options: { headers: [`Bearer ${SECRET}`] } });
    const error = new PaytallyError('SERVICE_PROTOCOL', verbatim(`outer ${SECRET}`), {
      cause: new AggregateError([inner], SECRET),
      record: SECRET,
      remedy: verbatim(`Try ${SECRET}`),
    });
    scrubberFor(SECRET).cleanError(error);
    const seen = new Set<unknown>();
    const texts: string[] = [];
    const collect = (value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      for (const name of Object.getOwnPropertyNames(value)) collect(Reflect.get(value, name));
    };
    collect(error);
    expect(texts.length).toBeGreaterThan(6);
    expect(texts.filter((text) => text.includes(SECRET))).toEqual([]);
    expect(error.message).toBe('outer [secret]');
  });
  it('are handled if cyclic or frozen', () => {
    const ring: { self?: unknown; text: string } = { text: SECRET };
    ring.self = ring;
    const frozen = Object.freeze({ text: SECRET });
    const error = new Error('x', { cause: { ring, frozen } });
    expect(() => scrubberFor(SECRET).cleanError(error)).not.toThrow();
    expect(ring.text).toBe('[secret]');
  });
});
