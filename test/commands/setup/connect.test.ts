import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MAIN } from '../../support/programs/builtProgram.js';
import { type DatevBench, leaveTokens, startDatevBench } from '../../support/servers/connection.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function openedBench(): Promise<DatevBench> {
  const bench = await startDatevBench();
  opened.push(bench.stop);
  return bench;
}

interface Connecting {
  /** The page on which a person signs in. */
  readonly url: string;
  readonly program: ChildProcess;
  readonly ended: Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }>;
}

/** Starts `connect` and waits for the address. */
async function connecting({ service }: DatevBench, ...more: string[]): Promise<Connecting> {
  const argv = [MAIN, 'connect', 'payroll', '--no-open', ...more];
  const program = spawn(process.execPath, argv, {
    cwd: service.cwd,
    env: { ...process.env, ...service.env } as NodeJS.ProcessEnv,
  });
  opened.push(async () => void program.kill('SIGKILL'));
  const closed = once(program, 'close');
  const [stdout, stderr] = [text(program.stdout), text(program.stderr)];
  const ended = closed.then(async ([code]) => ({ status: code, stdout: await stdout, stderr: await stderr }));
  const url = new Promise<string>((seen) => {
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk: Buffer) => {
        const address = /http:\S+\/authorize\S+/.exec(chunk.toString())?.[0];
        if (address !== undefined) seen(address);
      });
    void ended.then(() => seen(''));
  });
  return { url: await url, program, ended };
}

describe('connect', { tags: 'slow' }, () => {
  test('guides the user through the sign-in, stores the tokens for this user only, and displays none', async () => {
    const bench = await openedBench();
    const { url, ended } = await connecting(bench, '--json');
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid datev:hr:payrolldataupload',
      code_challenge_method: 'S256',
    });
    const redirect = new URL(asked.get('redirect_uri') ?? '');
    expect(redirect).toMatchObject({ hostname: 'localhost', pathname: '/connected' });
    // A page that is not the vendor's answer does not end it.
    for (const wrong of ['?code=mine', '?code=mine&state=guessed', '/other'])
      expect((await fetch(`${redirect.href.replace('localhost', '127.0.0.1')}${wrong}`)).status).toBe(400);
    const page = await fetch(url);
    expect(await page.text()).toContain('You can close this page');
    const { status, stdout, stderr } = await ended;
    expect({ status, stderr: stderr.includes('Error') }).toEqual({ status: 0, stderr: false });
    const { connection } = JSON.parse(stdout);
    expect(connection).toMatchObject({ name: 'payroll', vendor: 'DATEV hr:files' });
    const { access, refresh } = bench.double.tokens();
    expect(JSON.parse(readFileSync(connection.tokens, 'utf8'))).toMatchObject({
      accessToken: access,
      refreshToken: refresh,
    });
    expect(statSync(connection.tokens).mode & 0o777).toBe(0o600);
    for (const secret of [access, refresh]) expect(`${stdout}${stderr}`).not.toContain(secret);
    expect(bench.double.requests).toEqual(['GET /v1/clients/1234567-12345']);
    // The page accepts one answer, and then closes.
    await expect(fetch(redirect)).rejects.toThrow();
  });

  test('ends with status 3 and stores no tokens if the vendor refuses', async () => {
    const bench = await openedBench();
    const { url, ended } = await connecting(bench);
    const asked = new URL(url).searchParams;
    await fetch(`${asked.get('redirect_uri')}?error=access_denied&state=${asked.get('state')}`);
    const { status, stderr } = await ended;
    expect(status).toBe(3);
    expect(stderr).toContain('access_denied');
    expect(existsSync(join(bench.service.cwd, 'secrets'))).toBe(false);
  });

  test('replaces a connection only when asked to', async () => {
    const bench = await openedBench();
    const path = leaveTokens(bench);
    const before = readFileSync(path, 'utf8');
    const refused = await connecting(bench);
    expect(await refused.ended).toMatchObject({ status: 2, stderr: expect.stringContaining('--replace') });
    expect(readFileSync(path, 'utf8')).toBe(before);
    const { url, ended } = await connecting(bench, '--replace');
    await fetch(url);
    expect((await ended).status).toBe(0);
    expect(readFileSync(path, 'utf8')).not.toBe(before);
  });

  test('stores a sign-in without access to the client, and says so', async () => {
    const bench = await openedBench();
    bench.double.clients = ['1-1'];
    const { url, ended } = await connecting(bench);
    await fetch(url);
    expect(await ended).toMatchObject({ status: 3, stderr: expect.stringContaining('#DCO02050') });
  });
});

/* Programs that run by themselves beside the rest of the suite: on a busy machine, each takes a minute. */
describe('kills and concurrent processes', { tags: 'slow', timeout: 300_000 }, () => {
  test('a send killed after DATEV stored the file but before it answered is unknown, and is never retried automatically', async () => {
    const bench = await openedBench();
    leaveTokens(bench);
    const { double, service, run } = bench;
    double.faults.push('kill');
    const program = spawn(process.execPath, [MAIN, 'export', '2026-10', '--deliver'], {
      cwd: service.cwd,
      env: { ...process.env, ...service.env } as NodeJS.ProcessEnv,
    });
    double.onKill = () => void program.kill('SIGKILL');
    await once(program, 'close');
    const { runs } = JSON.parse((await run('history', '--json')).stdout);
    const sent = await run('send', runs[0].runId, '--json');
    expect(sent.status).toBe(7);
    expect(JSON.parse(sent.stdout).runs[0].deliveries).toMatchObject([{ state: 'unknown' }]);
    expect(double.files).toHaveLength(1);
  });

  test('a send interrupted while DATEV does not answer is unknown, and is never retried automatically', async () => {
    const bench = await openedBench();
    leaveTokens(bench);
    const { double, service, run } = bench;
    double.faults.push('never');
    const program = spawn(process.execPath, [MAIN, 'export', '2026-10', '--deliver'], {
      cwd: service.cwd,
      env: { ...process.env, ...service.env } as NodeJS.ProcessEnv,
    });
    opened.push(async () => void program.kill('SIGKILL'));
    const closed = once(program, 'close');
    await vi.waitUntil(() => double.files.length === 1, { timeout: 250_000 });
    program.kill('SIGINT');
    expect((await closed)[0]).toBe(130);
    const { runs } = JSON.parse((await run('history', '--json')).stdout);
    const sent = await run('send', runs[0].runId, '--json');
    expect(sent.status).toBe(7);
    expect(JSON.parse(sent.stdout).runs[0].deliveries).toMatchObject([{ state: 'unknown' }]);
    expect(double.files).toHaveLength(1);
  });

  test('four processes that renew a single-use token all continue', async () => {
    const bench = await openedBench();
    leaveTokens(bench, -1);
    const folders = [1, 2, 3, 4].map(() => bench);
    const runs = await Promise.all(
      folders.map(async ({ service }) => {
        const program = spawn(process.execPath, [MAIN, 'doctor', '--json'], {
          cwd: service.cwd,
          env: { ...process.env, ...service.env } as NodeJS.ProcessEnv,
        });
        const said = await text(program.stdout);
        return said.includes('signed in to DATEV hr:files');
      }),
    );
    expect(runs).toEqual([true, true, true, true]);
    expect(bench.double.grants).toHaveLength(1);
  });
});

test('connect lists the deliveries that need no connection, and those that exist', async () => {
  const { service, run } = await openedBench();
  const path = join(service.cwd, 'paytally.yaml');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('deliveries: {', 'deliveries: { box: { to: folder, path: archive },'),
  );
  expect(await run('connect', 'box')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('needs no connection'),
  });
  expect(await run('connect', 'payrol')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('payroll'),
  });
});
