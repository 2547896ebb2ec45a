import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Context } from './context.js';
import { openQuestions } from './runtime/questions.js';
import { liveSecrets } from './runtime/secrets/scrubber.js';
import { openTerminal, type Streams } from './runtime/terminal.js';
import { type Http, systemClock } from './sources/transport/effects.js';
import type { UndiciHttpOptions } from './sources/transport/undiciHttp.js';

/** This file is in `dist/src`. */
const PACKAGE_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/** The environment that a program must supply, and the signal that interrupts a run. */
export interface ContextOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly streams: Streams & { readonly stdin?: Readable & { readonly isTTY?: boolean } };
  readonly signal: AbortSignal;
  /** The folder of `templates` and `samples`. @default the package that this file belongs to */
  readonly packageFolder?: string;
}

/** A context with the machine's clock, the network and the given streams. */
export function createContext(options: ContextOptions): Context {
  const { env, cwd, streams, signal, packageFolder = PACKAGE_FOLDER } = options;
  return {
    env,
    cwd,
    user: userName(),
    version: versionOf(packageFolder),
    packageFolder,
    signal,
    clock: systemClock,
    random: Math.random,
    scrubber: liveSecrets,
    questions: streams.stdin && openQuestions({ input: streams.stdin, output: streams.stderr, signal }),
    readInput: async () =>
      streams.stdin === undefined || streams.stdin.isTTY ? '' : inputText(streams.stdin, signal),
    openTerminal: (options) => openTerminal(streams, options, liveSecrets, env),
    openHttp,
  };
}

/** The client is loaded with the first request: most commands send none. */
function openHttp(options: UndiciHttpOptions): Http {
  let opened: Promise<Http> | undefined;
  const http = () => {
    opened ??= import('./sources/transport/undiciHttp.js').then(({ createUndiciHttp }) =>
      createUndiciHttp(options),
    );
    return opened;
  };
  return {
    request: async (request) => (await http()).request(request),
    close: async () => (await opened)?.close(),
  };
}

/** Waits for the end of the input, which may never come. @throws the abort reason of the signal */
async function inputText(input: Readable, signal: AbortSignal): Promise<string> {
  try {
    return await text(addAbortSignal(signal, input));
  } catch (failure) {
    signal.throwIfAborted();
    throw failure;
  }
}

function versionOf(packageFolder: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return manifest.version;
}

/** A user ID without an account on this system has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
