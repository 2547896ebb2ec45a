import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import { utf8Text } from '../inputErrors/utf8Text.js';
import type { LoadedConfig } from './config.js';
import type { Environment } from './interpolate.js';
import { parseConfig } from './parse.js';

export const CONFIG_NAME = 'paytally.yaml';

export interface LoadOptions {
  /** As given with --config; otherwise `paytally.yaml` is searched from `cwd` upwards. */
  readonly path?: string | undefined;
  readonly cwd: string;
  readonly env: Environment;
}

/**
 * Finds, reads and checks the configuration.
 * @throws PaytallyError CONFIG_NOT_FOUND, CONFIG_INVALID, CONFIG_UNKNOWN_KEY
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { path, text } = options.path
    ? await readNamed(resolve(options.cwd, options.path))
    : await searchUpwards(options.cwd);
  return { config: parseConfig(text, path, options.env), path, folder: dirname(path) };
}

async function readNamed(path: string): Promise<{ path: string; text: string }> {
  const text = await readIfThere(path);
  if (text !== undefined) return { path, text };
  throw new PaytallyError('CONFIG_NOT_FOUND', `There is no configuration at ${path}.`, { record: path });
}

async function searchUpwards(from: string): Promise<{ path: string; text: string }> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    const text = await readIfThere(path);
    if (text !== undefined) return { path, text };
    if (folder === dirname(folder)) break;
  }
  throw new PaytallyError('CONFIG_NOT_FOUND', `No ${CONFIG_NAME} was found in ${from} or a folder above it.`);
}

/** undefined where nothing is there; anything else that stops the reading is said. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return textOf(await readFile(path), path);
  } catch (cause) {
    if (cause instanceof PaytallyError) throw cause;
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return undefined;
    throw new PaytallyError('CONFIG_INVALID', `The configuration ${path} cannot be read: ${codeOf(cause)}.`, {
      record: path,
      remedy: 'Give this user the right to read the file, or name another one with --config FILE.',
      cause,
    });
  }
}

function textOf(bytes: Uint8Array, path: string): string {
  const read = utf8Text(bytes);
  if ('text' in read) return read.text;
  throw new PaytallyError('CONFIG_INVALID', `The configuration ${path} ${read.problem}.`, {
    record: path,
    remedy: read.remedy,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
