import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openTerminal } from '../../src/runtime/terminal.js';

/** What is printed through one of the terminal's functions, as it arrives on the two streams. */
function said(way: 'result' | 'message' | 'alert', text: string): { stdout: string; stderr: string } {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const cleaner = { clean: (words: string) => words.replaceAll('secret', '***') };
  openTerminal({ stdout, stderr }, { quiet: false, progress: true }, cleaner)[way](text);
  return { stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

describe('control sequences are shown instead of executed', () => {
  it.each<[string, string, string]>([
    ['an escape sequence', 'De \u001b[31mSmet', 'De \\u001b[31mSmet'],
    ['a bell and a null character', 'a\u0007b\u0000c', 'a\\u0007b\\u0000c'],
    ['a carriage return', 'a\rb', 'a\\u000db'],
    ['delete and C1 control characters', 'a\u007fb\u009bc', 'a\\u007fb\\u009bc'],
    ['line ends and tabs are unchanged', 'a\n\tb', 'a\n\tb'],
    ['letters of all languages are unchanged', 'Żółć é 李 🙂', 'Żółć é 李 🙂'],
  ])('%s', (_name, text, shown) => {
    expect(said('result', text)).toEqual({ stdout: `${shown}\n`, stderr: '' });
    expect(said('message', text)).toEqual({ stdout: '', stderr: `${shown}\n` });
    expect(said('alert', text)).toEqual({ stdout: '', stderr: `${shown}\n` });
  });

  it('JSON is unchanged', () => {
    const value = { name: 'a\u001b\u007f\u009b\nb' };
    expect(JSON.parse(said('result', JSON.stringify(value)).stdout)).toEqual(value);
  });
});

describe('progress', () => {
  const rows: readonly (readonly [
    name: string,
    stderr: { isTTY?: boolean; columns?: number },
    env: Record<string, string>,
    shows: RegExp,
  ])[] = [
    ['no terminal', {}, {}, /^$/],
    ['a terminal without a size', { isTTY: true, columns: 0 }, {}, /^$/],
    ['a dumb terminal', { isTTY: true, columns: 80 }, { TERM: 'dumb' }, /^$/],
    ['a terminal', { isTTY: true, columns: 80 }, {}, /Reading/],
  ];
  it.each(rows)('%s', (_name, stream, env, shows) => {
    const stderr = Object.assign(new PassThrough(), stream);
    const options = { quiet: false, progress: true };
    const terminal = openTerminal({ stdout: new PassThrough(), stderr }, options, { clean: String }, env);
    terminal.progress('Reading');
    terminal.progress(undefined);
    expect(String(stderr.read() ?? '')).toMatch(shows);
  });

  it('is overwritten without an escape sequence, and is completely removed', () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 12 });
    const streams = { stdout: new PassThrough(), stderr };
    const terminal = openTerminal(streams, { quiet: false, progress: true }, { clean: String });
    terminal.progress('Reading people');
    terminal.progress('Pay');
    terminal.message('Said');
    terminal.progress(undefined);
    const written = String(stderr.read() ?? '');
    expect(written).toBe(
      ['\rReading peo', '\rPay        ', '\r   \r', 'Said\n', '\rPay', '\r   \r'].join(''),
    );
  });
});

describe('commands in messages', () => {
  const said = (env: Readonly<Record<string, string>>) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    openTerminal({ stdout, stderr }, { quiet: false, progress: false }, { clean: (text) => text }, env).alert(
      'Run `paytally doctor`, then `paytally check`.',
    );
    return String(stderr.read());
  };

  it('are written as npm started the program', () => {
    expect(said({ npm_execpath: '/usr/lib/npx-cli.js' })).toBe(
      'Run `npx paytally doctor`, then `npx paytally check`.\n',
    );
  });

  it('are written plainly otherwise', () => {
    expect(said({})).toBe('Run `paytally doctor`, then `paytally check`.\n');
    expect(said({ npm_execpath: '' })).toBe('Run `paytally doctor`, then `paytally check`.\n');
  });
});
