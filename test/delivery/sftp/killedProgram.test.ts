import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from '../../../src/delivery/sftp/systemSftp.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

const MODULE = join(PROJECT, 'dist', 'src', 'delivery', 'sftp', 'systemSftp.js');
const isAble = platform() === 'linux' && existsSync(MODULE);

/** Running processes with this command line; a process that has ended has no command line. */
function running(line: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => {
    try {
      return readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
        .replaceAll('\0', ' ')
        .trim();
    } catch {
      return '';
    }
  });
  return lines.filter((each) => each === line).length;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 500; tries += 1) await delay(20);
  expect(isSo()).toBe(true);
}

test.skipIf(!isAble)('a killed process leaves no child that continues to upload or rename', async () => {
  const seconds = `${300 + process.pid / 1e7}`;
  const code = `import(${JSON.stringify(pathToFileURL(MODULE).href)}).then(({ runCommand }) => runCommand('sleep', ['${seconds}'], '', { timeoutMs: 300000 }))`;
  const parent = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  await until(() => running(`sleep ${seconds}`) === 1);
  parent.kill('SIGKILL');
  await until(() => running(`sleep ${seconds}`) === 0);
});

test.each([
  ['its input and status', ['cat'], { status: 0, stdout: 'put a\n', isMissing: false }],
  ['a failure status', ['sh', '-c', 'echo no >&2; exit 3'], { status: 3, stderr: 'no\n' }],
  ['an error if it is missing', ['paytally-no-such-program'], { isMissing: true }],
])('a program ends with %s', async (_, [program = '', ...args], expected) => {
  expect(await runCommand(program, args, 'put a\n', { timeoutMs: 20_000 })).toMatchObject(expected);
});

test('a program that runs too long is stopped', async () => {
  expect(await runCommand('sleep', ['60'], '', { timeoutMs: 100 })).toMatchObject({ status: undefined });
});
