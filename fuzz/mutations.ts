import fc from 'fast-check';

/** Tokens that often cause faults in text parsers. */
const TOKENS = [
  ...[
    '',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '"',
    "'",
    '`',
    '\\',
    ';',
    ',',
    ':',
    '-',
    '|',
    '>',
    '#',
    '&a',
    '*a',
    '!!js',
    '<<: *a',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '{{',
    '}}',
    '{%',
    '%}',
    '$' + '{HOME}',
    '\u0000',
    '\ufeff',
    '\u202e',
    '\ud83d',
    '🙂',
    'é',
    'ﬁ',
  ],
  ...[
    'null',
    'true',
    'NaN',
    '-0',
    '1e999',
    '9007199254740993',
    '0x7f',
    '2026-02-30',
    '9999-12-31T23:59:60+18:00',
  ],
  ...['__proto__', 'constructor', 'toString', '=1+1', '(a+)+$', '../../etc/passwd', 'a'.repeat(5_000)],
];

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 40 }),
  kind: fc.constantFrom('insert', 'delete', 'double', 'replace'),
  token: fc.oneof(fc.constantFrom(...TOKENS), fc.string({ maxLength: 8 }), fc.integer().map(String)),
});

/** A valid text with a few changes: most of it still parses, so it reaches deep into a reader. */
export function changedText(sound: string): fc.Arbitrary<Uint8Array> {
  return fc.array(change, { maxLength: 6 }).map((changes) => {
    let text = sound;
    for (const { at, length, kind, token } of changes) {
      const from = Math.floor(at * text.length);
      const part = text.slice(from, from + length);
      const between = { insert: token + part, delete: '', double: part + part, replace: token }[kind];
      text = text.slice(0, from) + between + text.slice(from + length);
    }
    return Buffer.from(text);
  });
}

const byteChange = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.nat({ max: 255 }),
  kind: fc.constantFrom('set', 'cut', 'drop'),
});

/** Valid bytes with a few of them changed or missing, or the end cut off. */
export function changedBytes(sound: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc.array(byteChange, { maxLength: 8 }).map((changes) => {
    let bytes = Buffer.from(sound);
    for (const { at, byte, kind } of changes) {
      const place = Math.floor(at * bytes.length);
      if (kind === 'set' && place < bytes.length) bytes[place] = byte;
      if (kind === 'drop') bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]);
      if (kind === 'cut' && byte < 32) bytes = bytes.subarray(0, place);
    }
    return bytes;
  });
}

/** Any JSON value, and records similar to those of the service. */
export function wireBody(record: Readonly<Record<string, unknown>>): fc.Arbitrary<Uint8Array> {
  const awkward = fc.oneof(
    fc.constantFrom<unknown>(...TOKENS, null, true, -1, 0.5, 1e300, [], {}, undefined),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const changed = fc
    .record({ key: fc.constantFrom(...Object.keys(record), 'unheardOf', '__proto__'), value: awkward })
    .map(({ key, value }) => ({ ...record, [key]: value }));
  const item = fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: awkward });
  const page = fc.record({ items: fc.array(item, { maxLength: 4 }), nextCursor: awkward });
  return fc.oneof(page, fc.array(item, { maxLength: 4 }), awkward).map((value) => {
    return Buffer.from(JSON.stringify(value) ?? '');
  });
}
