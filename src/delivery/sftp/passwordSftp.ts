import { createHash } from 'node:crypto';
import { type AnyMessage, message } from '../../i18n/message.js';
import { excerpt } from '../../runtime/outsideText.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import type { StagedContent } from '../outgoingFile.js';
import {
  foldersOf,
  type PasswordTarget,
  type SftpSteps,
  type StepEnd,
  uncertainUpload,
} from './sftpTarget.js';

const CONNECT_MS = 20_000;
const LONGEST_ANSWER = 200;

/** For servers that accept only passwords: the system's `sftp` never reads one from a program. */
export function passwordSftpSteps(target: PasswordTarget): SftpSteps {
  return {
    put: (files) =>
      runStep(target, async (client, sizes) => {
        for (const { content, temporary } of files) {
          await client.put(Buffer.from(content), temporary);
          if ((await client.exists(temporary)) !== false)
            sizes.set(temporary, (await client.stat(temporary)).size);
        }
      }),
    putDirect: (files) => putDirect(target, files),
    rename: (files) =>
      runStep(target, async (client) => {
        for (const { temporary, path } of files) await renameOver(client, temporary, path);
      }),
    look: async (paths) => {
      const { failure, sizes } = await runStep(target, async (client, found) => {
        for (const path of paths) {
          if ((await client.exists(path)) !== false) found.set(path, (await client.stat(path)).size);
        }
      });
      return failure === undefined ? sizes : undefined;
    },
    digests: async (files) => {
      const digests = new Map<string, string>();
      await runStep(target, async (client) => {
        for (const { path } of files) {
          const content = await client.get(path);
          digests.set(path, createHash('sha256').update(content).digest('hex'));
        }
      });
      return digests;
    },
    reach: () =>
      runStep(target, async (client) => {
        for (const folder of foldersOf(target)) await client.stat(folder);
      }),
    remove: (paths) =>
      runStep(target, async (client) => {
        for (const path of paths) await client.delete(path);
      }),
  };
}

/** Codes of the protocol: the server knows no such place, or does not allow it. Then nothing was opened. */
const NOT_OPENED = [2, 3];

async function putDirect(target: PasswordTarget, files: readonly StagedContent[]): Promise<StepEnd> {
  let begun: StagedContent | undefined;
  const { failure, sizes } = await runStep(target, async (client) => {
    for (const file of files) {
      begun = file;
      await client.put(Buffer.from(file.content), file.path);
    }
  });
  const isOpened = begun !== undefined && !begun.isManifest && !wasNotOpened(failure?.cause);
  return {
    failure:
      failure !== undefined && begun !== undefined && isOpened ? uncertainUpload(begun, failure) : failure,
    sizes,
  };
}

function wasNotOpened(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return NOT_OPENED.some((each) => each === code) || /Permission denied|No such file/i.test(String(cause));
}

/** The parts of ssh2-sftp-client that are used; users who need it install it. */
interface SftpClient {
  connect(options: Readonly<Record<string, unknown>>): Promise<unknown>;
  on(event: 'keyboard-interactive' | 'error', listener: (...given: never[]) => void): void;
  put(content: Uint8Array, remote: string): Promise<unknown>;
  get(path: string): Promise<Uint8Array>;
  stat(path: string): Promise<{ readonly size: number }>;
  exists(path: string): Promise<false | string>;
  posixRename(from: string, to: string): Promise<unknown>;
  rename(from: string, to: string): Promise<unknown>;
  delete(path: string): Promise<unknown>;
  end(): Promise<unknown>;
}

/**
 * Replaces an existing file atomically if the server can (an extension of OpenSSH); otherwise only if there is none.
 */
async function renameOver(client: SftpClient, from: string, to: string): Promise<void> {
  try {
    await client.posixRename(from, to);
  } catch (failure) {
    if (!/not support|unsupported/i.test(String(failure))) throw failure;
    await client.rename(from, to);
  }
}

type Work = (client: SftpClient, sizes: Map<string, number>) => Promise<void>;

/** Connects, runs the work, and always disconnects; limited in time. */
async function runStep(target: PasswordTarget, work: Work): Promise<StepEnd> {
  const sizes = new Map<string, number>();
  const seen: { fingerprint?: string } = {};
  try {
    const client = await newClient();
    const over = deadline(target);
    try {
      await Promise.race([over.passed, connect(client, target, seen).then(() => work(client, sizes))]);
    } finally {
      over.clear();
      await Promise.race([client.end().catch(ignore), over.soon()]);
    }
    return { failure: undefined, sizes };
  } catch (cause) {
    return { failure: describePasswordFailure(cause, target, seen.fingerprint), sizes };
  }
}

async function connect(
  client: SftpClient,
  { host, port, user, password, fingerprint, timeoutMs }: PasswordTarget,
  seen: { fingerprint?: string },
): Promise<void> {
  client.on('error', ignore);
  // Many servers request the password with a keyboard-interactive prompt.
  const answer = (...[, , , , finish]: [string, string, string, unknown, (answers: string[]) => void]) =>
    finish([password.reveal()]);
  client.on('keyboard-interactive', answer);
  await client.connect({
    host,
    port,
    username: user,
    password: password.reveal(),
    tryKeyboard: true,
    readyTimeout: Math.min(timeoutMs, CONNECT_MS),
    hostVerifier: (key: Uint8Array) => {
      seen.fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
      return seen.fingerprint === fingerprint;
    },
  });
}

const HANG_UP_MS = 1000;

function deadline({ timeoutMs, signal, host, port }: PasswordTarget) {
  let clear: () => void = () => undefined;
  const passed = new Promise<never>((_, reject) => {
    const end = () => reject(failedDelivery(message('delivery.sftp.timeout', { server: `${host}:${port}` })));
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener('abort', end, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    };
    if (signal?.aborted) end();
  });
  const soon = () => new Promise<void>((resolve) => setTimeout(resolve, HANG_UP_MS).unref());
  return { passed, clear, soon };
}

/** Describes the failure. Shows the fingerprint of an unknown server, but never accepts it. */
function describePasswordFailure(
  cause: unknown,
  target: PasswordTarget,
  shown: string | undefined,
): DeliveryFailure {
  if (cause instanceof DeliveryFailure) return cause;
  const server = `${target.host}:${target.port}`;
  const failed = (text: AnyMessage) => failedDelivery(text, { cause });
  if (shown !== undefined && shown !== target.fingerprint) {
    const values = { server, keyCount: 1, keys: shown };
    return target.fingerprint === undefined
      ? failed(message('delivery.sftp.unknownServer', values))
      : failed(message('delivery.sftp.otherFingerprint', { server, keys: shown }));
  }
  const answer = excerpt(cause instanceof Error ? cause.message : String(cause), LONGEST_ANSWER);
  return /authentication methods failed/i.test(answer)
    ? failed(message('delivery.sftp.passwordRefused', { server, user: target.user }))
    : failed(message('delivery.sftp.failed', { server, answer }));
}

type ClientClass = new (
  name: string,
  listeners: Readonly<Record<'error' | 'end' | 'close', () => void>>,
) => SftpClient;

function ignore(): void {}

async function newClient(): Promise<SftpClient> {
  const name: string = 'ssh2-sftp-client';
  try {
    const { default: Client } = (await import(name)) as { default: ClientClass };
    // Its own logging would write to stdout, into the result.
    return new Client('paytally', { error: ignore, end: ignore, close: ignore });
  } catch (cause) {
    throw failedDelivery(message('delivery.sftp.noPackage'), { cause });
  }
}
