import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadConfigText } from '../../config/load.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { withClaims } from '../../read/staging/withStore.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { replaceFile } from '../../store/replaceFile.js';
import { type AnswerChecks, presetPath } from './answerChecks.js';
import type { InitDialogue } from './dialogue.js';
import { type Answers, presetFile } from './initialConfig.js';

/** The secret from the user or stdin; undefined if it is in a variable or in an existing file. */
export async function readNewSecret(
  { secret, key }: Pick<Answers, 'secret' | 'key'>,
  context: Context,
  { questions, say }: InitDialogue,
  checks: AnswerChecks,
): Promise<Secret | undefined> {
  if ('env' in secret || existsSync(resolve(context.cwd, secret.file))) return undefined;
  const typed = (await questions?.secret(say('init.ask.secret'))) ?? (await context.readInput());
  const value = typed.replace(/\r?\n$/, '');
  if (value !== '') return checks.secret(value, secret.file, secret.file);
  const { file } = secret;
  throw new PaytallyError('SECRET_MISSING', message('init.noSecret', { key, file }), { record: file });
}

/**
 * Writes all files or none. Writes the configuration last, after a test load, and restores the previous files if one
 * cannot be written.
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
