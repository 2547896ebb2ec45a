import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_GATE } from '../gate.js';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { MAIN } from '../support/programs/builtProgram.js';
import { isBuilt } from '../support/programs/childExport.js';

/** After the last output; Node.js takes some of this time to end. */
const DELAYS_MS =
  process.env.PAYTALLY_LONG === '1'
    ? [0, 1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 50, 60, 80]
    : IS_GATE
      ? [4]
      : [0, 4, 10, 20, 32, 50];
/** Files of SQLite and of unfinished work. */
const LEFT = /-wal$|-shm$|-journal$|\.claim|\.part$/;

describe.skipIf(!isBuilt)('Ctrl-C between the last output and the end of the process', () => {
  let service: SampleService;
  let day = 4;

  beforeAll(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-29');
    service = await startSampleService({ employers, limits: { enabled: false } }, 'templates: [pay-lines]');
  });
  afterAll(() => service.stop());

  /** Sends Ctrl-C a while after the first byte of the result. */
  function interrupted(argv: readonly string[], delayMs: number) {
    const child = spawn(process.execPath, [MAIN, ...argv], {
      cwd: service.cwd,
      env: { ...process.env, ...service.env },
    });
    const said = { stdout: '', stderr: '' };
    let isSent = false;
    child.stderr.on('data', (data: Buffer) => {
      said.stderr += data;
    });
    child.stdout.on('data', (data: Buffer) => {
      said.stdout += data;
      if (!isSent) setTimeout(() => child.kill('SIGINT'), delayMs);
      isSent = true;
    });
    return new Promise<{ status: number | null; signal: string | null; stdout: string; stderr: string }>(
      (resolve) => child.on('close', (status, signal) => resolve({ status, signal, ...said })),
    );
  }

  const nextDay = () => {
    day += 1;
    const text = `2026-10-${String(day).padStart(2, '0')}`;
    return `${text}..${text}`;
  };
  const COMMANDS: readonly (readonly [string, () => readonly string[]])[] = [
    ['a final', () => ['export', nextDay(), '--final', ...ACCEPT]],
    ['a draft', () => ['export', '2026-10-05..2026-10-05']],
    ['history', () => ['history']],
    ['verify', () => ['verify']],
    ['status', () => ['status']],
    ['corrections', () => ['corrections', '2026-10-05..2026-10-06']],
    ['backup', () => ['backup', 'saved.sqlite']],
    ['--version', () => ['--version']],
  ];

  test.each(IS_GATE ? COMMANDS.slice(-1) : COMMANDS)(
    '%s: ends with 0, and leaves no log of the store',
    async (name, argvOf) => {
      for (const delayMs of DELAYS_MS) {
        const { status, signal, stdout, stderr } = await interrupted(argvOf(), delayMs);
        const moment = { name, delayMs, signal, stderr };
        const [, runId = 'no run'] = /(\d{8}T\d{6}-[0-9a-f]+)/.exec(stdout) ?? [];
        const isRight = status === 0 || (status === 130 && stderr.includes(runId));
        expect({ ...moment, isRight }).toEqual({ ...moment, isRight: true });
        const files = readdirSync(service.cwd, { recursive: true, encoding: 'utf8' });
        expect({ ...moment, left: files.filter((each) => LEFT.test(each)) }).toEqual({ ...moment, left: [] });
      }
    },
    300_000,
  );
});
