// @module-tag slow
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { PROJECT, runPaytally } from '../support/programs/runPaytally.js';

/** As npx starts it. */
const NPX = { npm_execpath: 'npm-cli.js' };
const CLERK = readFileSync(join(PROJECT, 'docs/clerk.md'), 'utf8');

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({ limits: { enabled: false } });
});
afterAll(() => service.stop());

/** The paytally commands in backquotes in a step of docs/clerk.md. */
function commandsOf(step: number): string[] {
  const from = CLERK.indexOf(`**${step}. `);
  const until = CLERK.indexOf(`**${step + 1}. `);
  const text = CLERK.slice(from, until < 0 ? CLERK.indexOf('\n### ', from) : until);
  return [...text.matchAll(/`(?:npx )?(paytally [^`]*)`/g)].map(([, command = '']) => command);
}

const wordsOf = (command: string) => command.replace(/^(npx )?paytally /, '').split(' ');

describe('the first export of docs/clerk.md, from an empty folder', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-first-'));
  const run = (command: string) => runPaytally(wordsOf(command), { cwd, env: NPX });
  let named: string[] = [];

  test('step 3: creates the configuration for made-up data, and names the next command', async () => {
    const [command = ''] = commandsOf(3);
    expect(command).toBe('paytally init --sandbox');
    const { status, stdout } = await run(command);
    expect(status).toBe(0);
    named = [...stdout.matchAll(/: (npx paytally .*)$/gm)].map(([, each = '']) => each);
    expect(named).toEqual(['npx paytally check 2026-10 --employer bakery']);
  });

  test('the command that it names works, with the service at the configured address', async () => {
    const path = join(cwd, 'paytally.yaml');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('baseUrl: http://127.0.0.1:4010\n');
    // A test can't rely on that port, so it uses any free one.
    writeFileSync(path, text.replace('http://127.0.0.1:4010', service.sandbox.baseUrl));
    const { status, stdout } = await run(named[0] ?? '');
    expect(status).toBe(0);
    expect(stdout).toContain('OPEN_ENTRY');
  });

  test('step 7: lists what needs attention, and writes a draft to out/draft', async () => {
    const commands = commandsOf(7);
    expect(commands.slice(0, 2)).toEqual(['paytally check last-month', 'paytally export last-month']);
    const november = Date.UTC(2026, 10, 3, 9);
    for (const command of commands.slice(0, 2)) {
      const { status, stderr } = await runPaytally(wordsOf(command), { cwd, env: NPX, nowMs: november });
      expect({ command, status, bug: stderr.includes('a bug in paytally') }).toEqual({
        command,
        status: 0,
        bug: false,
      });
    }
    expect(existsSync(join(cwd, 'out/draft/bakery_2026-10_monthly-hours.xlsx'))).toBe(true);
  });

  test('the other commands in the steps exist', async () => {
    const others = [...commandsOf(5), ...commandsOf(6), ...commandsOf(7)].filter(
      (command) => !/ init$/.test(command),
    );
    for (const command of new Set(others)) {
      const [name = '', ...rest] = wordsOf(command);
      const { status } = await runPaytally([name, ...(name === 'help' ? rest : ['--help'])], {
        cwd,
        env: NPX,
      });
      expect({ command, status }).toEqual({ command, status: 0 });
    }
  });
});

test('the demo ends with the command that the guide gives', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-demo-'));
  const { status, stdout } = await runPaytally(['demo', '--quiet'], { cwd, env: NPX });
  expect(status).toBe(0);
  const [, command = ''] = /: npx (paytally init .*)$/m.exec(stdout) ?? [];
  expect(command).toBe(commandsOf(3)[0]);
  expect(existsSync(join(cwd, /^Open first: (.*)$/m.exec(stdout)?.[1] ?? ''))).toBe(true);
  const next = await runPaytally(wordsOf(command), { cwd, env: NPX });
  expect(next.status).toBe(0);
});
