import { PassThrough } from 'node:stream';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { paint } from '../../src/runtime/paint.js';
import { openTerminal } from '../../src/runtime/terminal.js';

/** The output of a result and of a message on a stream. */
function written(text: string, stream: object, env: Record<string, string> = {}): [string, string] {
  const [stdout, stderr] = [
    Object.assign(new PassThrough(), stream),
    Object.assign(new PassThrough(), stream),
  ];
  const terminal = openTerminal(
    { stdout, stderr },
    { quiet: false, progress: false },
    { clean: String },
    env,
  );
  terminal.result(text);
  terminal.message(text);
  return [String(stdout.read()), String(stderr.read())];
}

const SCREEN = { isTTY: true, columns: 80 };
const RED = '\u001b[31mstop\u001b[39m\n';

describe('colour', () => {
  test.each<[string, object, Record<string, string>, string]>([
    ['on a terminal', SCREEN, {}, RED],
    ['with an empty NO_COLOR', SCREEN, { NO_COLOR: '' }, RED],
    ['without a terminal: plain', {}, {}, 'stop\n'],
    ['under NO_COLOR: plain', SCREEN, { NO_COLOR: '1' }, 'stop\n'],
    ['on a dumb terminal: plain', SCREEN, { TERM: 'dumb' }, 'stop\n'],
  ])('%s', (_name, stream, env, shown) => {
    expect(written(paint.error('stop'), stream, env)).toEqual([shown, shown]);
  });

  test('never comes from data, which is escaped even within coloured text', () => {
    const [shown] = written(paint.error('\u001b[32mfine'), SCREEN);
    expect(shown).toBe('\u001b[31m\\u001b[32mfine\u001b[39m\n');
  });

  test('does not affect the width of a table', () => {
    expect(stringWidth(paint.file('a.csv'))).toBe(5);
  });
});

describe('messages on a terminal', () => {
  test('wrap at words', () => {
    const [, shown] = written('one two three four', { isTTY: true, columns: 10 });
    expect(shown).toBe('one two\nthree four\n');
  });

  test.each([
    ['"paytally check 2026-10 --employer bakery"'],
    ['"--accept OPEN_ENTRY=later"'],
    ['`paytally doctor --json`'],
    ['--accept OPEN_ENTRY=later'],
  ])('never within a command to type: %s', (typed) => {
    const [, shown] = written(`Then run ${typed} to see it all.`, { isTTY: true, columns: 12 });
    expect(shown.split('\n')).toContain(typed);
  });

  test('never within the suggested next command', () => {
    const line = 'Next: paytally check 2026-10 --employer bakery';
    expect(written(line, { isTTY: true, columns: 12 })[1]).toBe(`Next:\n${line.slice(6)}\n`);
  });

  test('a line of JSON and the frames of a stack are not wrapped', () => {
    const text = '{"a": 1, "b": 2, "c": 3}\n    at fn (file.js:1:1)';
    expect(written(text, { isTTY: true, columns: 12 })[1]).toBe(`${text}\n`);
  });
});
