import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SftpTarget } from '../../src/delivery/sftp/sftpTarget.js';

const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path));

/** Whether this machine has an OpenSSH server; says so where it has none. */
export function hasSshServer(): boolean {
  const isUsable = SSHD !== undefined && process.getuid?.() === 0;
  if (!isUsable)
    console.warn('skipped: no OpenSSH server (sshd) on this machine, or nobody who may start it');
  return isUsable;
}

export interface SshServer {
  /** The account, with key and known_hosts that fit; `path` is a fresh folder `in`, beside it one called `stage`. */
  readonly target: SftpTarget;
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/**
 * A real OpenSSH server on loopback.
 * @param sftp arguments of the server's `internal-sftp`
 * @param wrapper a shell line that goes before the server: limits
 */
export async function startSshServer(sftp = '', wrapper = ''): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-sshd-'));
  const path = (name: string) => join(folder, name);
  for (const name of ['in', 'stage']) mkdirSync(path(name));
  mkdirSync('/run/sshd', { recursive: true });
  for (const name of ['host', 'client']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path(name)]);
  }
  writeFileSync(path('authorized_keys'), readFileSync(path('client.pub')), { mode: 0o600 });
  const port = await freePort();
  const hostKey = readFileSync(path('host.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
  writeFileSync(path('known_hosts'), `[127.0.0.1]:${port} ${hostKey}\n`);
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${path('host')}`,
    `AuthorizedKeysFile ${path('authorized_keys')}`,
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'StrictModes no',
    'UsePAM no',
    'PidFile none',
    `Subsystem sftp internal-sftp ${sftp}`,
  ];
  writeFileSync(path('sshd_config'), `${config.join('\n')}\n`);
  const server = spawn('/bin/sh', ['-c', `${wrapper} exec ${SSHD} -D -e -f ${path('sshd_config')}`], {
    stdio: 'ignore',
  });
  await untilOpen(port);
  return {
    folder,
    target: {
      host: '127.0.0.1',
      port,
      user: userInfo().username,
      key: path('client'),
      knownHosts: path('known_hosts'),
      path: path('in'),
      stage: undefined,
      timeoutMs: 20_000,
    },
    stop: async () => {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const over = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await over;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).on('error', () => resolve(false));
    });
    if (isOpen) return;
    await delay(100);
  }
  throw new Error('sshd did not start');
}
