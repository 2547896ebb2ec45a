import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadConfigText } from '../../../config/load.js';
import type { Context } from '../../../context.js';
import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import type { Secret } from '../../../runtime/secrets/secret.js';
import { type FileToWrite, writeTogether } from '../writeTogether.js';
import { type AnswerChecks, presetPath } from './answerChecks.js';
import type { InitDialogue } from './dialogue.js';
import { type Answers, mappingFile, presetFile } from './initialConfig.js';

/** The payroll IDs of the sample employer. */
function practiceMapping(packageFolder: string): string {
  return join(packageFolder, 'samples/employees-bakery.csv');
}

/** The secret from the user or stdin; undefined if it is in a variable or in an existing file. */
export async function readNewSecret(
  { secret, key }: Pick<Answers, 'secret' | 'key'>,
  context: Context,
  { questions, say }: InitDialogue,
  checks: AnswerChecks,
): Promise<Secret | undefined> {
  if ('env' in secret || existsSync(resolve(context.cwd, secret.file))) return undefined;
  const input = (await questions?.secret(say('init.ask.secret'))) ?? (await context.readInput());
  const value = input.replace(/\r?\n$/, '');
  if (value !== '') return checks.secret(value, secret.file, secret.file);
  const { file } = secret;
  throw new PaytallyError('SECRET_MISSING', message('init.noSecret', { key, file }), { record: file });
}

/** Writes all files or none: the secret, the sample pay rules, the payroll IDs of the sample employer, and the configuration last. Returns their paths. */
export async function writeAnswers(
  path: string,
  answers: Answers,
  checks: AnswerChecks,
  { cwd, env, packageFolder, signal }: Context,
): Promise<readonly string[]> {
  const { secret, enteredSecret, preset, isPractice = false, key } = answers;
  signal.throwIfAborted();
  const text = checks.configText(answers);
  const files: FileToWrite[] = [];
  if (enteredSecret !== undefined && 'file' in secret)
    files.push([resolve(cwd, secret.file), `${enteredSecret.reveal()}\n`]);
  if (preset !== undefined) {
    const rules = join(cwd, presetFile(preset));
    const sample = await readFile(presetPath(packageFolder, preset));
    const isAdapted = existsSync(rules) && !sample.equals(await readFile(rules));
    if (isAdapted) checks.keptRules(presetFile(preset));
    else files.push([rules, sample]);
  }
  const mapping = join(cwd, mappingFile(key));
  // An existing file may have payroll IDs that a user entered.
  if (isPractice && !existsSync(mapping))
    files.push([mapping, await readFile(practiceMapping(packageFolder))]);
  files.push([path, text]);
  await writeTogether(cwd, files, () => loadConfigText(text, path, env));
  return files.map(([file]) => file);
}
