// @module-tag slow
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Command, optionNames } from '../../../src/cli/command.js';
import { allCommands } from '../../../src/cli/commands.js';
import { TOPIC_NAMES, topicText } from '../../../src/cli/topicText.js';
import { ERRORS } from '../../../src/errors.js';
import { runPaytally } from '../../support/programs/runPaytally.js';

const cwd = mkdtempSync(join(tmpdir(), 'paytally-help-'));
const run = (line: string) => runPaytally(line.split(' '), { cwd });

const commands = await allCommands();
const withoutColour = (text: string) => stripVTControlCharacters(text);

const name = (command: Command) => command.usage.split(' ')[0] ?? '';

describe('help', () => {
  test.each([
    ['periods', 'last-month'],
    ['exit-status', '130'],
    ['json', '"runs"'],
    ['environment', 'NO_COLOR'],
    ['template-names', 'templates new'],
  ])('on the topic %s', async (topic, says) => {
    const { status, stdout } = await run(`help ${topic}`);
    expect({ status, said: stdout.includes(says) }).toEqual({ status: 0, said: true });
  });

  test('no topic has the name of a command', () => {
    const names = commands.map(name);
    expect(TOPIC_NAMES.filter((topic) => names.includes(topic))).toEqual([]);
  });

  test('names every error code with its status', () => {
    const parts = topicText('exit-status', 'en', 10_000).split('\n');
    const wrong = Object.entries(ERRORS).filter(([code, exit]) => {
      const line = parts.find((text) => new RegExp(`\\b${code}\\b`).test(text)) ?? '';
      return !line.startsWith(`  ${exit} `);
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['help period', 'Did you mean "periods" or "person"?'],
    ['help exprot', 'Did you mean "export"?'],
    ['exprot --help', 'Did you mean "export"?'],
  ])('suggests the nearest word for an unknown one: %s', async (line, hint) => {
    const { status, stderr } = await run(line);
    expect({ status, said: stderr.includes(hint) }).toEqual({ status: 2, said: true });
  });

  test.each(commands.map((command) => [name(command), command] as const))(
    'of %s lists its exit statuses, and what --json prints if supported',
    async (word, command) => {
      const { status, stdout } = await run(`${word} --help`);
      expect(status).toBe(0);
      expect(stdout).toContain('Exit status: 0 done');
      expect(stdout.includes('Output with --json')).toBe(optionNames(command).includes('json'));
      expect((await run(`help ${word}`)).stdout).toBe(stdout);
      expect((await run(`${word} -h`)).stdout).toBe(stdout);
    },
  );

  test('a command shows its own options, and which ones are common', async () => {
    const { stdout } = await run('check --help');
    const [own = '', common = ''] = stdout.split('Common options');
    expect(own).toContain('--watch');
    expect(own).not.toMatch(/--(deliver|mail|supersede|quiet|version)\b/);
    expect(common).toContain('--no-progress');
  });

  test('check refuses an option that only export has', async () => {
    const { status, stderr } = await run('check 2026-10 --deliver');
    expect({ status, said: stderr.includes('It is an option of "export"') }).toEqual({
      status: 2,
      said: true,
    });
  });
});

describe('the list of commands', () => {
  test('has every command once, in its group', async () => {
    const { status, stdout } = await run('--help');
    expect(status).toBe(0);
    const titles = ['Get started', 'Month', 'Send', 'Records', 'Set up', 'Other'];
    expect(stdout.split('\n').filter((line) => titles.includes(line))).toEqual(titles);
    const listed = [...stdout.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, word]) => word);
    expect(listed.sort()).toEqual(
      commands
        .map(name)
        .filter((word) => word !== 'help')
        .sort(),
    );
    expect((await run('help')).stdout).toBe(stdout);
  });
});

describe('is in the language of the reader', () => {
  const german = { LANG: 'de_DE.UTF-8' };
  const inGerman = (line: string) => runPaytally(line.split(' '), { cwd, env: german });

  test('words that users type stay unchanged', async () => {
    const { stdout } = await inGerman('help export');
    expect(stdout).toContain('paytally export ZEITRAUM [Optionen]');
    expect(stdout).toContain('--template NAME');
    expect(stdout).toContain('paytally export 2026-10 --final --accept "UNREVIEWED=agreed by phone"');
    for (const english of ['Options', 'default', 'repeatable', 'Draft'])
      expect(stdout).not.toContain(english);
  });

  test.each(['final', 'France', 'draft', '{0}', '{name}', '<b>', "'"])(
    'quotes a typed word exactly as typed: %s',
    async (word) => {
      const { status, stderr } = await inGerman(`help ${word}`);
      expect({ status, quoted: stderr.includes(`Thema "${word}" gibt es nicht`) }).toEqual({
        status: 2,
        quoted: true,
      });
    },
  );

  test('every command and topic has help without English words', async () => {
    for (const word of [...commands.map(name), ...TOPIC_NAMES]) {
      const { status, stdout } = await inGerman(`help ${word}`);
      expect({ word, status }).toEqual({ word, status: 0 });
      expect(stdout).not.toMatch(/\b(default:|repeatable|the files|Exit status)/);
    }
  });
});

describe('on a terminal', () => {
  test.each([60, 80, 120])(
    'no line of a help text is wider than %d columns, except commands and codes',
    async (columns) => {
      for (const language of ['en', 'de'])
        for (const word of commands.map(name)) {
          const env = { LANG: language };
          const { stdout } = await runPaytally(['help', word], { cwd, env, columns });
          const wide = withoutColour(stdout)
            .split('\n')
            .filter((line) => line.length > Math.min(columns, 100) && !/^ {2}(paytally|\S+$)/.test(line));
          expect({ word, wide }).toEqual({ word, wide: [] });
        }
    },
  );

  test('titles are bold, and plain with NO_COLOR', async () => {
    expect((await runPaytally(['--help'], { cwd, columns: 80 })).stdout).toContain(
      '\u001b[1mMonth\u001b[22m',
    );
    const { stdout } = await runPaytally(['--help'], { cwd, columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout).not.toContain('\u001b');
  });
});

describe('paytally without arguments, on a terminal', () => {
  const start = async (files: Readonly<Record<string, string>>, folder = cwd) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const { status, stdout, stderr } = await runPaytally([], {
      cwd: folder,
      columns: 100,
      env: { NO_COLOR: '1', npm_execpath: '' },
      nowMs: Date.UTC(2026, 10, 3, 9),
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Get started');
    return stdout.slice(stdout.indexOf('Next step'));
  };
  const configuration = (baseUrl: string, keys: readonly string[]) => {
    const employers = keys.map(
      (key) => `  ${key}: { employerId: ${key}, clientId: b, clientSecret: { env: C } }`,
    );
    return `baseUrl: ${baseUrl}\nemployers:\n${employers.join('\n')}\n`;
  };

  test.each<[what: string, yaml: string | undefined, steps: readonly string[]]>([
    ['no configuration: set one up', undefined, ['paytally init --sandbox', 'paytally init ']],
    ['an unreadable one: doctor', 'employers: [', ['paytally doctor']],
    [
      'the sandbox: start it, check its month',
      configuration('http://127.0.0.1:4010', ['bakery']),
      ['paytally sandbox --port 4010', 'paytally check 2026-10'],
    ],
    [
      'a service that has not been read: check last month',
      configuration('https://api.example.com', ['bakery']),
      ['paytally check 2026-10'],
    ],
    [
      'several employers: the first to check, and the status of all',
      configuration('https://api.example.com', ['bakery', 'cafe']),
      ['paytally check 2026-10 --employer bakery', 'paytally status'],
    ],
  ])('%s', async (_what, yaml, steps) => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-start-'));
    const shown = await start(yaml === undefined ? {} : { 'paytally.yaml': yaml }, folder);
    for (const step of steps) expect(shown).toContain(`  ${step}`);
    expect(shown.match(/^ {2}paytally /gm)).toHaveLength(steps.length);
  });
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
    ['paytally export --no', ['--no-progress']],
    ['paytally employees s', ['sync']],
  ])('bash completes %s', async (line, expected) => {
    expect((await completed(line)).sort()).toEqual([...expected].sort());
  });

  test('the scripts ask for values of the configuration and the store', async () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      expect((await run(`completion ${shell}`)).stdout).toMatch(/completion --values/);
    const values = async (kind: string) =>
      (await run(`completion --values ${kind}`)).stdout.trim().split('\n');
    expect(await values('templates')).toContain('datev-lodas');
    expect(await values('periods')).toEqual(expect.arrayContaining(['last-month', 'this-month']));
    expect(await values('codes')).toContain('OPEN_ENTRY');
    expect(await values('runs')).toEqual(['']);
  });

  test('employers are those of the configuration', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-completion-'));
    const employers = ['bakery', 'cafe'].map(
      (key) => `  ${key}: { employerId: ${key}, clientId: b, clientSecret: { env: C } }\n`,
    );
    const text = `baseUrl: https://api.example.com\nemployers:\n${employers.join('')}`;
    writeFileSync(join(folder, 'paytally.yaml'), text);
    const { stdout } = await runPaytally(['completion', '--values', 'employers'], { cwd: folder });
    expect(stdout).toBe('bakery\ncafe\n');
  });

  test.each(['zsh', 'fish', 'powershell'])('%s knows every command and its options', async (shell) => {
    const { status, stdout } = await run(`completion ${shell}`);
    expect(status).toBe(0);
    for (const word of ['export', 'doctor', 'accept', 'dry-run', 'sync']) expect(stdout).toContain(word);
  });

  /** A shell that this machine lacks is skipped; the name of the test says so. */
  const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit']).status === 0;

  const typed: readonly (readonly [line: string, has: readonly string[], hasNot: string])[] = [
    ['paytally exp', ['export', 'explain'], 'demo'],
    ['paytally templates ch', ['check'], 'list'],
    ['paytally export --acc', ['--accept'], '--final'],
    ['paytally completion f', ['fish'], 'bash'],
  ];

  test.runIf(isThere('fish')).each(typed)(
    'fish completes %s (if fish is installed)',
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
    'zsh completes %s (if zsh is installed)',
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
