import { existsSync, promises } from 'node:fs';
import { join } from 'node:path';
import type { LoadedConfig } from '../../../config/config.js';
import { CONFIG_NAME } from '../../../config/findConfig.js';
import { loadConfig } from '../../../config/load.js';
import type { Context } from '../../../context.js';
import { templatePlaces } from '../../../documents/template/loadTemplate.js';
import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import { readDataFolder } from '../../../sandbox/dataFolder.js';
import { AnswerChecks } from './answerChecks.js';
import { collectAnswers } from './answers.js';
import type { InitDialogue } from './dialogue.js';
import { type InitFlags, refuseSharedFlags } from './initialConfig.js';
import { readPayrollSystems } from './payrollSystems.js';
import { sandboxAnswers } from './sandboxAnswers.js';
import { readNewSecret, writeAnswers } from './writeAnswers.js';

interface InitOptions extends InitFlags {
  /** Replaces an existing configuration without a question. */
  readonly force: boolean;
  /** Whether the service may be asked. */
  readonly check: boolean;
}

/** A configuration that has just been written. */
export interface Initialised {
  /** Absolute paths. */
  readonly written: readonly string[];
  /** Key of the new employer. */
  readonly employer: string;
  readonly loaded: LoadedConfig;
}

/** Asks for an employer of the service, and adds it to the configuration or begins a new one. @throws PaytallyError */
export async function initialiseEmployer(
  options: InitOptions,
  context: Context,
  dialogue: InitDialogue,
): Promise<Initialised> {
  const { cwd, env } = context;
  const path = join(cwd, CONFIG_NAME);
  const isFirst = options.force || !existsSync(path) || (await mayReplace(path, dialogue));
  if (!isFirst) {
    // An invalid configuration would remain invalid with another employer.
    await loadConfig({ path, cwd, env });
    await refuseSharedFlags(options, path);
  }
  const text = isFirst ? undefined : await promises.readFile(path, 'utf8');
  const checks = new AnswerChecks(context, { path, text, asksService: options.check }, dialogue);
  const answers = await collectAnswers(options, dialogue, checks, {
    isFirst,
    payrollSystems: () => readPayrollSystems(templatePlaces(context), dialogue.language),
    readSecret: (draft) => readNewSecret(draft, context, dialogue, checks),
  });
  const written = await writeAnswers(path, answers, checks, context);
  return { written, employer: answers.key, loaded: await loadConfig({ path, cwd, env }) };
}

/** Without a terminal, an employer is added. */
async function mayReplace(path: string, { questions, say }: InitDialogue): Promise<boolean> {
  if (questions === undefined) return false;
  const next = await questions.choose(say('init.ask.exists', { path }), [
    { value: 'add', label: say('init.ask.add') },
    { value: 'replace', label: say('init.ask.overwrite') },
  ]);
  return next === 'replace';
}

/**
 * Writes a configuration for the sandbox that the user starts, and passes it to `use` with the address of one that runs
 * in this process meanwhile.
 * @throws PaytallyError USAGE if there is a configuration already
 */
export async function initialiseSandbox<Result>(
  options: InitOptions,
  context: Context,
  dialogue: InitDialogue,
  use: (initialised: Initialised, reachable: LoadedConfig) => Promise<Result>,
): Promise<Result> {
  const { cwd, env } = context;
  const path = join(cwd, CONFIG_NAME);
  if (existsSync(path) && !options.force)
    throw new PaytallyError('USAGE', message('init.exists', { path }), { record: path });
  const data = await readDataFolder(join(context.packageFolder, 'samples/data'));
  const checks = new AnswerChecks(context, { path, text: undefined, asksService: false }, dialogue);
  const answers = await sandboxAnswers(data, options, dialogue, checks);
  const written = await writeAnswers(path, answers, checks, context);
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../../../sandbox/startSandbox.js');
  const { baseUrl, stop } = await startSandbox(data);
  try {
    const loaded = await loadConfig({ path, cwd, env });
    const reachable = { ...loaded, config: { ...loaded.config, baseUrl } };
    return await use({ written, employer: answers.key, loaded }, reachable);
  } finally {
    await stop();
  }
}
