import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';

/** A separate PostgreSQL server, on a free port of this computer. */
export interface PostgresServer {
  readonly url: string;
  /** A new, empty database. */
  readonly database: () => string;
  readonly sql: (text: string, url?: string) => string;
  readonly restart: () => void;
  readonly stop: () => void;
}

const FOLDERS = [
  '/usr/lib/postgresql/15/bin',
  '/usr/lib/postgresql/16/bin',
  '/usr/lib/postgresql/17/bin',
  '/usr/local/bin',
];
const folder = FOLDERS.find((each) => existsSync(join(each, 'initdb')) && existsSync(join(each, 'pg_ctl')));

/** Why tests with PostgreSQL are skipped; undefined if it is installed. */
export const noPostgres = folder === undefined ? 'PostgreSQL (initdb, pg_ctl) is not installed' : undefined;

/** PostgreSQL refuses to run as root. */
function run(program: string, args: readonly string[], data: string): string {
  const path = join(folder ?? '', program);
  const asOther =
    getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', path] : [path];
  const [command = path, ...before] = asOther;
  const result = spawnSync(command, [...before, ...args], {
    cwd: data,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status !== 0) throw new Error(`${program}: ${result.stderr}${result.stdout}`);
  return result.stdout;
}

export async function startPostgres(): Promise<PostgresServer> {
  const data = mkdtempSync(join(tmpdir(), 'paytally-pg-'));
  if (getuid?.() === 0) {
    const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
    chownSync(data, id('-u'), id('-g'));
  }
  chmodSync(data, 0o700);
  const port = await freePort();
  run('initdb', ['-D', join(data, 'db'), '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C'], data);
  const settings = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${data}'\nfsync = off\n`;
  writeFileSync(join(data, 'db', 'postgresql.auto.conf'), settings);
  const control = (...args: string[]) =>
    run('pg_ctl', ['-D', join(data, 'db'), '-w', '-l', join(data, 'log'), ...args], data);
  control('start');
  const url = `postgres://owner@127.0.0.1:${port}/postgres`;
  const sql = (text: string, at = url) => {
    const result = spawnSync('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', at, '-f', '-'], {
      encoding: 'utf8',
      input: text,
    });
    if (result.status !== 0) throw new Error(result.stderr);
    return result.stdout.trim();
  };
  let databases = 0;
  return {
    url,
    sql,
    database: () => {
      databases += 1;
      const name = `store${databases}`;
      sql(`CREATE DATABASE ${name}`);
      return `postgres://owner@127.0.0.1:${port}/${name}`;
    },
    restart: () => control('-m', 'fast', 'restart'),
    stop: () => {
      control('-m', 'immediate', 'stop');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Whether tests are skipped; the first file reports why. */
export const withoutPostgres = noPostgres !== undefined;
if (withoutPostgres) console.warn(`Skipped: ${noPostgres}`);
