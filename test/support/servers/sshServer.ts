import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { KeyTarget } from '../../../src/delivery/sftp/sftpTarget.js';

const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path));

/** Whether this machine has an OpenSSH server; says so if it has none. */
export function hasSshServer(): boolean {
  const isUsable = SSHD !== undefined && process.getuid?.() === 0;
  if (!isUsable)
    console.warn('skipped: no OpenSSH server (sshd) on this machine, or nobody who may start it');
  return isUsable;
}

/** Whether servers can have private disks and accounts. */
export function hasOwnMounts(): boolean {
  const isAble = hasSshServer() && spawnSync('unshare', ['-m', 'true']).status === 0;
  if (!isAble) console.warn('skipped: this machine lets nobody mount a disk of their own');
  return isAble;
}

export interface SshOptions {
  /** Arguments of the server's `internal-sftp`. */
  readonly sftp?: string;
  /** A shell line that sets limits before the server starts. */
  readonly wrapper?: string;
  /** Size of a separate disk for `in`. */
  readonly diskKilobytes?: number;
  /** Accepts this password for the account `payroll`, and no key. */
  readonly password?: string;
  /** A server for files that are dropped, for an account without rights of its own: no folder can be listed. */
  readonly isDropBox?: boolean;
}

export interface SshServer {
  /** The account, with a valid key and known_hosts; `path` is a new folder `in`, with one called `stage` next to it. */
  readonly target: KeyTarget;
  readonly folder: string;
  /** A path as the server sees it, with its own disks. */
  readonly inside: (path: string) => string;
  readonly fingerprint: string;
  readonly stop: () => Promise<void>;
}

/** A real OpenSSH server on loopback. */
export async function startSshServer(options: SshOptions = {}): Promise<SshServer> {
  const { sftp = '', wrapper = '', password, isDropBox = false } = options;
  const folder = mkdtempSync(join(tmpdir(), 'paytally-sshd-'));
  const path = (name: string) => join(folder, name);
  for (const name of ['in', 'stage']) mkdirSync(path(name));
  mkdirSync('/run/sshd', { recursive: true });
  for (const name of ['host', 'client']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path(name)]);
  }
  // The account reads it.
  writeFileSync(path('authorized_keys'), readFileSync(path('client.pub')), { mode: 0o644 });
  const port = await freePort();
  const hostKey = readFileSync(path('host.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
  writeFileSync(path('known_hosts'), `[127.0.0.1]:${port} ${hostKey}\n`);
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${path('host')}`,
    `AuthorizedKeysFile ${path('authorized_keys')}`,
    'PermitRootLogin prohibit-password',
    `PasswordAuthentication ${password === undefined ? 'no' : 'yes'}`,
    'StrictModes no',
    'UsePAM no',
    'PidFile none',
    `Subsystem sftp internal-sftp ${sftp}`,
    ...(isDropBox ? [`ForceCommand internal-sftp ${sftp}`] : []),
  ];
  writeFileSync(path('sshd_config'), `${config.join('\n')}\n`);
  const mounts = [...diskMount(options, folder), ...accountMounts(options, folder)];
  const start = `exec ${SSHD} -D -e -f ${path('sshd_config')}`;
  const line =
    mounts.length === 0 ? start : `exec unshare -m /bin/sh -c '${[...mounts, start].join(' && ')}'`;
  const server = spawn('/bin/sh', ['-c', `${wrapper} ${line}`], { stdio: 'ignore' });
  await untilOpen(port);
  return {
    folder,
    inside: (seen) => `/proc/${server.pid}/root${seen}`,
    fingerprint:
      execFileSync('ssh-keygen', ['-l', '-f', path('host.pub')], { encoding: 'utf8' }).split(' ')[1] ?? '',
    target: {
      host: '127.0.0.1',
      port,
      user: hasAccount(options) ? ACCOUNT : userInfo().username,
      key: path('client'),
      knownHosts: path('known_hosts'),
      localFolder: folder,
      path: path('in'),
      stage: undefined,
      direct: false,
      timeoutMs: 20_000,
    },
    stop: async () => {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function diskMount({ diskKilobytes }: SshOptions, folder: string): string[] {
  return diskKilobytes === undefined
    ? []
    : [`mount -t tmpfs -o size=${diskKilobytes}k tmpfs ${join(folder, 'in')}`];
}

const ACCOUNT = 'payroll';
const ACCOUNT_ID = 64_321;

function hasAccount({ password, isDropBox = false }: SshOptions): boolean {
  return password !== undefined || isDropBox;
}

/** An account that only this server knows: copies of the user lists mounted over the machine's own. */
function accountMounts(options: SshOptions, folder: string): string[] {
  if (!hasAccount(options)) return [];
  chmodSync(folder, 0o711);
  if (options.isDropBox) chmodSync(join(folder, 'in'), 0o733);
  else for (const name of ['in', 'stage']) chownSync(join(folder, name), ACCOUNT_ID, ACCOUNT_ID);
  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], {
    input: options.password ?? 'unused',
    encoding: 'utf8',
  }).trim();
  const lists = {
    passwd: `${ACCOUNT}:x:${ACCOUNT_ID}:${ACCOUNT_ID}::${folder}:/bin/sh\n`,
    shadow: `${ACCOUNT}:${hash}:19000:0:99999:7:::\n`,
  };
  return Object.entries(lists).map(([name, line]) => {
    const copy = join(folder, name);
    writeFileSync(copy, `${readFileSync(join('/etc', name), 'utf8')}${line}`, {
      mode: name === 'shadow' ? 0o600 : 0o644,
    });
    return `mount --bind ${copy} /etc/${name}`;
  });
}

/** A port that forwards to another, and closes both connections after this many uploaded bytes. */
export async function startCutter(
  port: number,
  afterBytes: number,
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const server: Server = createServer((here) => {
    const there = connect(port, '127.0.0.1');
    let bytes = 0;
    const cut = () => {
      here.destroy();
      there.destroy();
    };
    here.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > afterBytes) cut();
      else there.write(chunk);
    });
    there.on('data', (chunk: Buffer) => here.write(chunk));
    for (const side of [here, there]) side.on('error', cut).on('close', cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
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
