import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadConfigText } from '../../config/load.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { withClaims } from '../../read/staging/withStore.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { replaceFile } from '../../store/replaceFile.js';
import { type AnswerChecks, presetPath } from './answerChecks.js';
import type { InitDialogue } from './dialogue.js';
import { type Answers, presetFile } from './initialConfig.js';

/** Typed, or read from stdin; undefined where it is kept elsewhere, or in a file that is there. */
export async function readNewSecret(
  { secret, key }: Pick<Answers, 'secret' | 'key'>,
  context: Context,
  { questions }: InitDialogue,
  checks: AnswerChecks,
): Promise<Secret | undefined> {
  if ('env' in secret || existsSync(resolve(context.cwd, secret.file))) return undefined;
  const typed = (await questions?.secret('Secret of the integration')) ?? (await context.readInput());
  const value = typed.replace(/\r?\n$/, '');
  if (value !== '') return checks.secret(value, secret.file);
  throw new PaytallyError('SECRET_MISSING', `There is no secret for ${key}; nothing was written.`, {
    record: secret.file,
    remedy: `Give it through stdin, make the file ${secret.file} first, or name a variable with --secret-env NAME.`,
  });
}

/**
 * Everything or nothing: the configuration comes last, once it is known to load, and what was there before comes back
 * where something cannot be written.
 */
export async function writeAnswers(
  path: string,
  answers: Answers,
  checks: AnswerChecks,
  context: Context,
): Promise<readonly string[]> {
  const { cwd, env, packageFolder, signal } = context;
  const { secret, typedSecret, preset } = answers;
  const before: { path: string; bytes: Uint8Array | undefined }[] = [];
  const put = async (file: string, text: string) => {
    before.push({ path: file, bytes: existsSync(file) ? await readFile(file) : undefined });
    await replace(cwd, file, text);
  };
  try {
    signal.throwIfAborted();
    const text = checks.configText(answers);
    if (typedSecret !== undefined && 'file' in secret)
      await put(resolve(cwd, secret.file), `${typedSecret.reveal()}\n`);
    if (preset !== undefined)
      await put(join(cwd, presetFile(preset)), await readFile(presetPath(packageFolder, preset), 'utf8'));
    await loadConfigText(text, path, env);
    await put(path, text);
    return before.map((file) => file.path);
  } catch (failure) {
    for (const { path: file, bytes } of before.reverse()) {
      if (bytes === undefined) await rm(file, { force: true });
      else await replace(cwd, file, bytes);
    }
    throw failure;
  }
}

function replace(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  return withClaims(folder, (claims) => replaceFile(path, Buffer.from(content), claims));
}
