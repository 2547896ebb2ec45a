import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionNames } from '../../src/cli/command.js';
import { allCommands } from '../../src/cli/program.js';
import { ERRORS } from '../../src/errors.js';
import { runPaytally } from './runPaytally.js';

const cwd = mkdtempSync(join(tmpdir(), 'paytally-help-'));
const run = (line: string) => runPaytally(line.split(' '), { cwd });

const commands = await allCommands();

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
    const wrong = Object.entries(ERRORS).filter(([code, exit]) => {
      const line = stdout.split('\n').find((text) => new RegExp(`\\b${code}\\b`).test(text)) ?? '';
      return !line.startsWith(`  ${exit} `);
    });
    expect(wrong).toEqual([]);
  });

  test('an unknown topic comes with the nearest', async () => {
    const { status, stderr } = await run('help period');
    expect({ status, said: stderr.includes('Did you mean "periods"?') }).toEqual({ status: 2, said: true });
  });

  test.each(commands.map((command) => [command.usage.split(' ')[0] ?? '', command] as const))(
    'of %s says how it ends, and what --json prints where it has that',
    async (name, command) => {
      const { stdout } = await run(`${name} --help`);
      expect(stdout).toContain('Exit status: 0 done');
      const hasJson = optionNames(command).includes('json');
      expect(/--json prints (of list )?\{/.test(stdout)).toBe(hasJson);
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

  /** A shell that is not on this machine is not tried; the line of the test says so. */
  const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit']).status === 0;

  const typed: readonly (readonly [line: string, has: readonly string[], hasNot: string])[] = [
    ['paytally exp', ['export', 'explain'], 'demo'],
    ['paytally templates ch', ['check'], 'list'],
    ['paytally export --acc', ['--accept'], '--final'],
    ['paytally completion f', ['fish'], 'bash'],
  ];

  test.runIf(isThere('fish')).each(typed)(
    'fish completes %s (where there is a fish)',
    async (line, has, hasNot) => {
      const path = join(cwd, 'completion.fish');
      writeFileSync(path, (await run('completion fish')).stdout);
      const out = execFileSync('fish', ['--no-config', '-c', `source ${path}; complete -C '${line}'`], {
        encoding: 'utf8',
      });
      const words = out.split('\n').map((each) => each.split('\t')[0]);
      expect(words).toEqual(expect.arrayContaining([...has]));
      expect(words).not.toContain(hasNot);
    },
  );

  test.runIf(isThere('zsh')).each(typed)(
    'zsh completes %s (where there is a zsh)',
    async (line, has, hasNot) => {
      const path = join(cwd, '_paytally');
      writeFileSync(path, (await run('completion zsh')).stdout);
      const script = `
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'PS1=""; autoload -Uz compinit; compinit -u -D; source ${path}; stty -echo; LISTMAX=0; bindkey "^I" complete-word; unsetopt automenu; setopt autolist; echo ready'
      zpty -r -m shell out '*ready*'
      zpty -w -n shell '${line}'$'${has.length > 1 ? '\\t\\t' : '\\t'}'
      # Until the answer is there: a busy machine takes its time.
      for try in {1..150}; do
        sleep 0.1
        while zpty -r -t shell more; do seen+=$more; done
        [[ "$seen" == ${has.map((word) => `*'${word}'*`).join('')} ]] && break
      done
      print -r -- "$seen"
      zpty -d shell`;
      const out = execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8', timeout: 20_000 });
      for (const word of has) expect(out).toContain(word);
      expect(out).not.toContain(hasNot);
    },
    30_000,
  );
});
