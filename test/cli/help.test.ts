import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/errors.js';
import { runPaytally } from './runPaytally.js';

const cwd = mkdtempSync(join(tmpdir(), 'paytally-help-'));
const run = (line: string) => runPaytally(line.split(' '), { cwd });

describe('help', () => {
  test.each([
    ['periods', 'last-month'],
    ['exit-status', '130'],
    ['json', '"runs"'],
    ['environment', 'NO_COLOR'],
    ['templates', 'templates new'],
  ])('of the topic %s', async (topic, says) => {
    const { status, stdout } = await run(`help ${topic}`);
    expect({ status, said: stdout.includes(says) }).toEqual({ status: 0, said: true });
    const widest = Math.max(...stdout.split('\n').map((line) => line.length));
    if (topic !== 'exit-status') expect(widest).toBeLessThanOrEqual(120);
  });

  test('names every error code with its status', async () => {
    const { stdout } = await run('help exit-status');
    const wrong = Object.entries(ERRORS).filter(([code, { exit }]) => {
      const line = stdout.split('\n').find((text) => new RegExp(`\\b${code}\\b`).test(text)) ?? '';
      return !line.startsWith(`  ${exit} `);
    });
    expect(wrong).toEqual([]);
  });

  test('an unknown topic comes with the nearest', async () => {
    const { status, stderr } = await run('help period');
    expect({ status, said: stderr.includes('Did you mean "periods"?') }).toEqual({ status: 2, said: true });
  });

  test.each(['export', 'check', 'explain', 'doctor', 'config', 'employees', 'init', 'templates'])(
    'of %s says what --json prints and how it ends',
    async (name) => {
      const { stdout } = await run(`${name} --help`);
      expect(stdout).toMatch(/--json prints \{/);
      expect(stdout).toContain('Exit status: 0 done');
    },
  );
});

describe('completion', () => {
  const completed = async (line: string): Promise<string[]> => {
    const path = join(cwd, 'completion.bash');
    writeFileSync(path, (await run('completion bash')).stdout);
    const words = line.split(' ');
    const script = `source ${path}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _paytally; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
  };

  test.runIf(process.platform !== 'win32').each([
    ['paytally exp', ['export', 'explain']],
    ['paytally templates ch', ['check']],
    ['paytally export --acc', ['--accept']],
    ['paytally employees s', ['sync']],
  ])('bash completes %s', async (line, expected) => {
    expect((await completed(line)).sort()).toEqual([...expected].sort());
  });

  test.each(['zsh', 'fish', 'powershell'])('%s knows every command and its options', async (shell) => {
    const { status, stdout } = await run(`completion ${shell}`);
    expect(status).toBe(0);
    for (const word of ['export', 'doctor', 'accept', 'dry-run', 'sync']) expect(stdout).toContain(word);
  });
});
