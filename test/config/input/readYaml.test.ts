import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../src/config/input/readYaml.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

function problem(text: string): { message: string; remedy: string } {
  const read = readYaml(text, 'f.yaml');
  if (read.kind === 'content') throw new Error(`read as ${JSON.stringify(read.value)}`);
  const { message, remedy } = read;
  return { message: englishText(message), remedy: remedy === undefined ? '' : englishText(remedy) };
}

describe('a mistake in YAML is explained, with its position, the line and a remedy', () => {
  const rows: readonly (readonly [name: string, text: string, says: string, remedy: string])[] = [
    [
      'no space after the colon',
      'a: 1\nkey:value\nb: 2\n',
      'f.yaml:2:5: a space is missing after "key:"',
      'Write "key: "',
    ],
    ['no colon', 'a: 1\ncolumns\nb: 2\n', 'f.yaml:2:1: a key and its colon are missing', 'key: value'],
    [
      'no colon before a bracket',
      'a: 1\nkey { b: { c: d }, e: f }\n',
      'f.yaml:2:4: a colon is missing after "key"',
      'Write "key: "',
    ],
    ['two colons', 'a: 1\nkey: b: c\n', 'f.yaml:2:6: the value contains a second colon', 'quotes'],
    [
      'a line too deep',
      'a: 1\n  b: 2\n',
      'f.yaml:2:3: this line is indented deeper than line 1, which already has a value',
      'column of the key of line 1',
    ],
    [
      'a line too deep below a comment',
      'a: 1\n# why\n\n  b: 2\n',
      'f.yaml:4:3: this line does not begin in the same column',
      'same column',
    ],
    [
      'a line in another column',
      'l:\n  - a\n  - b: 1\n   - c\n',
      'f.yaml:4:4: this line does not begin in the same column',
      'same column',
    ],
    ['a tab', 'a:\n\tb: 2\n', 'f.yaml:2:1: this line is indented with a tab', 'spaces'],
    [
      'an open square bracket',
      'a: 1\nkey: [b, c\nd: 3\n',
      'f.yaml:2:6: the bracket that opens here',
      'Add "]"',
    ],
    [
      'an open curly bracket',
      'l:\n  - { a: b, c: "}"\n  - { a: d }\n',
      'f.yaml:2:5: the bracket that opens here',
      'Add "}"',
    ],
    ['an open quote at the end', 'a: 1\nkey: "b\n', 'f.yaml:2:6: the quote that opens here', 'Close it'],
    [
      'an open quote before others',
      'key: "b\nc: ["d"]\n',
      'f.yaml:1:6: the quote that opens here',
      'Close it',
    ],
    [
      'text after a quote',
      "key: 'it's'\n",
      'f.yaml:1:10: text continues after the closing quote',
      'one pair of quotes',
    ],
    ['a key twice', 'key: 1\nb: 2\nkey: 3\n', 'f.yaml:3:1: the key "key" is used twice', 'Keep one'],
    [
      'a key twice in braces',
      'a: { key: 1, b: 2, key: 3 }\n',
      'f.yaml:1:20: the key "key" is used twice',
      'Keep one',
    ],
    ['a sign that begins nothing', 'key: @b\n', 'f.yaml:1:6: a value cannot begin with this', 'quotes'],
    ['an unknown alias', 'key: *b\n', 'f.yaml:1:6: "*" refers to a value', 'quotes'],
    ['an unknown tag', 'key: !env B\n', 'f.yaml:1:6: "!" begins a tag', 'quotes'],
    [
      'a backslash between double quotes',
      'key: "C:\\work"\n',
      'f.yaml:1:9: this backslash has no meaning between double quotes',
      'twice',
    ],
    ['two documents', 'a: 1\n---\nb: 2\n', 'f.yaml:2:1: "---" begins a second', 'remove'],
    ['a comment without space', 'key: "b"#c\n', 'a comment needs a space', 'space before "#"'],
    ['no comma', 'key: { a: b\n  c: d }\n', 'f.yaml:1:11: a comma or a colon is missing here', 'commas'],
  ];
  test.each(rows)('%s', (_name, text, says, remedy) => {
    const said = problem(text);
    expect(said.message.split('\n')[0]).toContain(says);
    expect(said.remedy).toContain(remedy);
  });

  test('shows the line with a mark below the column', () => {
    expect(problem('a: 1\nkey:value\n').message.split('\n').slice(1)).toEqual([
      '    2 | key:value',
      '      |     ^',
    ]);
  });

  test.each([
    ['on the line', 'clientSecret: hunter2: x\n'],
    ['below its key', 'a:\n  clientSecret:\n    hunter2: [x\n  b: 1\n'],
    ['in a text over several lines', 'clientSecret: "hunter2\n  hunter2: [\n'],
    ['as an alias', 'clientSecret: *hunter2\n'],
    ['as a tag', 'clientSecret: !hunter2 x\n'],
    ['with a leading sign', 'clientSecret: @hunter2\n'],
  ])('shows no secret %s', (_name, text) => {
    const { message, remedy } = problem(text);
    expect(message).toMatch(/^f\.yaml:\d+:\d+: /);
    expect(message + remedy).not.toContain('hunter2');
  });
});

describe('places', () => {
  const text = 'a:\n  - b: 1\n    c: >-\n      long\n  - &x { d: 2 }\nother: *x\n';
  const rows: readonly (readonly [path: readonly PropertyKey[], place: string])[] = [
    [['a'], '1:1'],
    [['a', 0, 'b'], '2:5'],
    [['a', 0, 'c'], '3:5'],
    [['a', 1], '5:8'],
    [['a', 1, 'd'], '5:10'],
    [['a', 1, 'missing'], '5:8'],
    [['missing'], '1:1'],
    [[], '1:1'],
  ];
  test.each(rows)('%j', (path, expected) => {
    const read = readYaml(text, 'f.yaml');
    if (read.kind === 'problem') throw new Error(englishText(read.message));
    const { line, column } = read.placeOf(path);
    expect(`${line}:${column}`).toBe(expected);
  });
});

describe('nesting far beyond what people write is refused before it is parsed', () => {
  test.each([
    ['lists in lists', `a: ${'['.repeat(20_000)}`],
    ['maps in maps', `a: ${'{a: '.repeat(20_000)}`],
    ['items on one line', '- '.repeat(20_000)],
    ['keys below keys', Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
  ])('%s', (_name, text) => {
    const read = readYaml(text, 'deep.yaml');
    expect(read.kind === 'problem' && englishText(read.message)).toContain('the nesting is too deep');
  });

  test('a hundred levels are read', () => {
    expect(readYaml(`${'['.repeat(100)}${']'.repeat(100)}`, 'deep.yaml').kind).toBe('content');
  });
});
