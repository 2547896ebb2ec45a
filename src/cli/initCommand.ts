import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.js';
import { CONFIG_NAME, loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { loadTemplate } from '../documents/template/loadTemplate.js';
import { diskTemplateFiles } from '../documents/template/templateFiles.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { Language } from '../language/language.js';
import { translated } from '../language/messages/messages.js';
import { withClaims } from '../pipeline/read/withStore.js';
import { replaceFile } from '../pipeline/write/replaceFile.js';
import type { Questions } from '../questions.js';
import { readDataFolder } from '../sandbox/dataFolder.js';
import { command } from './command.js';
import { many, type OutputOptions, once, withOutputOptions } from './commonOptions.js';
import { type Answers, answersOf, type InitFlags } from './init/answers.js';
import { firstLook } from './init/firstLook.js';
import { initialConfig, presetFile, withEmployer } from './init/initialConfig.js';
import { refuseForAll } from './init/refuseForAll.js';
import { SANDBOX_PORT, sandboxAnswers } from './init/sandboxAnswers.js';
import { spokenQuestions } from './init/spokenQuestions.js';
import { languageOfArguments, spokenTerminal } from './spokenTerminal.js';
import { fittedText } from './terminalText.js';
import { typedHere } from './typedHere.js';

interface InitOptions extends OutputOptions, InitFlags {
  readonly sandbox: boolean;
  readonly force: boolean;
  readonly check: boolean;
}

const TEXTS = {
  'base-url': 'Address of the Workforce API',
  key: 'Key of the employer, for command lines and file names; default: made from the name',
  'employer-id': 'Employer id, as the portal shows it beside the integration',
  name: 'Name of the employer, as people read it',
  'client-id': 'Client id of the integration',
  'secret-env': 'Environment variable that holds the secret',
  'secret-file':
    'File that holds the secret, or gets it; default: secrets/KEY. Without a terminal the secret is read from stdin',
  country:
    'BE, NL, DE, FR, AT, LU, CH, GB, US or other: language, locale, zone and payroll systems that suit it',
  language: 'Language of reports: en, nl, fr or de; default: that of the country',
  locale: 'How CSV for people is written: de-DE, fr-BE, nl-BE, en-GB or en-US; default: that of the country',
  preset: 'Pay rules to begin with: a file of samples/presets such as belgium, or none',
} as const;

export const initCommand = command<InitOptions>({
  usage: 'init',
  describe:
    'Ask what is needed, write paytally.yaml and the file of the secret, and look whether all is well',
  examples: [
    ['$0 init', 'Asks; can be run again for the next employer'],
    ['$0 init --sandbox', 'Tries it all without an account'],
    [
      '$0 init --base-url https://api.example.com --employer-id 0e6f --client-id payroll --secret-env PAYROLL_SECRET',
      'Asks nothing',
    ],
  ],
  json: '{ "files", "employer", "findings", "next" }',
  options: (args) => {
    const named = Object.entries(TEXTS).reduce(
      (each, [name, describe]) => each.option(name, { type: 'string', describe, coerce: once(name) }),
      args,
    );
    return withOutputOptions(
      named
        .option('template', many('Template of exports (repeatable)', 'monthly-hours'))
        .option('sandbox', {
          type: 'boolean',
          default: false,
          describe: `A configuration for "paytally sandbox --port ${SANDBOX_PORT}" with the sample employer`,
        })
        .option('force', {
          type: 'boolean',
          default: false,
          describe: 'Write over a paytally.yaml instead of adding an employer to it',
        })
        .option('check', {
          type: 'boolean',
          default: true,
          describe: 'Look whether all is well (--no-check only writes the files)',
        }),
    );
  },
  run,
});

async function run(options: InitOptions, context: Context): Promise<ExitStatus> {
  const path = join(context.cwd, CONFIG_NAME);
  if (options.sandbox) return inSandbox(path, options, context);
  const { questions } = context;
  const language = options.language ?? (await languageOfArguments([], context));
  const isFirst = options.force || !existsSync(path) || (await isToBeReplaced(path, questions, language));
  if (!isFirst) await refuseForAll(options, path);
  const answers = await answersOf(options, questions, {
    isFirst,
    language,
    isWeak: (name) => isWeak(name, context),
  });
  const secret = await secretOf(answers, context);
  const written = [
    ...(secret === undefined ? [] : [await writeSecret(answers, secret, context)]),
    ...(await writeConfig(path, answers, isFirst, context)),
  ];
  return finish(answers, written, options, context);
}

async function isWeak(name: string, { packageFolder, cwd }: Context): Promise<boolean> {
  const templatesRoot = join(packageFolder, 'templates');
  const template = await loadTemplate(name, { templatesRoot, baseFolder: cwd, files: diskTemplateFiles });
  return template.kind === 'text' && template.spec.confidence === 'WEAK';
}

/** Without anybody to ask, an employer is added. */
async function isToBeReplaced(
  path: string,
  questions: Questions | undefined,
  language: Language,
): Promise<boolean> {
  if (questions === undefined) return false;
  const next = await spokenQuestions(questions, language).choose(`${path} is there already.`, [
    { value: 'add', label: 'Add an employer to it' },
    { value: 'replace', label: 'Write it anew: what stands in it is lost' },
  ]);
  return next === 'replace';
}

/** Typed, or read from stdin; undefined where it is kept elsewhere, or in a file that is there. */
async function secretOf({ secret, key, language }: Answers, context: Context): Promise<string | undefined> {
  if ('env' in secret || existsSync(resolve(context.cwd, secret.file))) return undefined;
  const questions =
    context.questions === undefined ? undefined : spokenQuestions(context.questions, language);
  const typed = (await questions?.secret('Secret of the integration')) ?? (await context.readInput());
  const value = typed.replace(/\r?\n$/, '');
  if (value !== '') return value;
  throw new PaytallyError('SECRET_MISSING', `There is no secret for ${key}; nothing was written.`, {
    record: secret.file,
    remedy: `Give it through stdin, make the file ${secret.file} first, or name a variable with --secret-env NAME.`,
  });
}

async function writeSecret({ secret }: Answers, value: string, { cwd }: Context): Promise<string> {
  const path = resolve(cwd, 'file' in secret ? secret.file : '');
  await write(cwd, path, `${value}\n`);
  return path;
}

async function writeConfig(
  path: string,
  answers: Answers,
  isFirst: boolean,
  { packageFolder, cwd }: Context,
): Promise<string[]> {
  const written: string[] = [];
  if (isFirst && answers.preset !== undefined) {
    const preset = await readFile(
      join(packageFolder, 'samples/presets', `${answers.preset}.yaml`),
      'utf8',
    ).catch(() => {
      throw new PaytallyError('USAGE', `There are no pay rules "${answers.preset}".`, { record: '--preset' });
    });
    written.push(join(cwd, presetFile(answers.preset)));
    await write(cwd, join(cwd, presetFile(answers.preset)), preset);
  }
  const schema = relative(cwd, join(packageFolder, 'paytally.schema.json'));
  const text = isFirst
    ? initialConfig(answers, isAbsolute(schema) ? schema : schema.replaceAll('\\', '/'))
    : withEmployer(await readFile(path, 'utf8'), path, answers);
  await write(cwd, path, text);
  return [...written, path];
}

function write(folder: string, path: string, text: string): Promise<void> {
  return withClaims(folder, (claims) => replaceFile(path, Buffer.from(text), claims));
}

/** Everything is tried against a sandbox of this process; the configuration names the one that the user starts. */
async function inSandbox(path: string, options: InitOptions, context: Context): Promise<ExitStatus> {
  if (existsSync(path) && !options.force) {
    throw new PaytallyError('USAGE', `${path} is there already; nothing was changed.`, {
      record: path,
      remedy: 'Run "paytally init --sandbox" in an empty folder.',
    });
  }
  const data = await readDataFolder(join(context.packageFolder, 'samples/data'));
  const { answers, secret } = await sandboxAnswers(data, options);
  const written = [
    await writeSecret(answers, secret, context),
    ...(await writeConfig(path, answers, true, context)),
  ];
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../sandbox/startSandbox.js');
  const sandbox = await startSandbox(data);
  try {
    return await finish(answers, written, options, context, sandbox.baseUrl);
  } finally {
    await sandbox.stop();
  }
}

/** @param sandboxUrl where the service runs for now, in place of the configured address */
async function finish(
  answers: Answers,
  written: readonly string[],
  options: InitOptions,
  context: Context,
  sandboxUrl?: string,
): Promise<ExitStatus> {
  const loaded = await loadConfig({
    path: join(context.cwd, CONFIG_NAME),
    cwd: context.cwd,
    env: context.env,
  });
  const reachable: LoadedConfig =
    sandboxUrl === undefined ? loaded : { ...loaded, config: { ...loaded.config, baseUrl: sandboxUrl } };
  const terminal = spokenTerminal(context, options, loaded);
  const files = written.map((path) => relative(context.cwd, path));
  terminal.message(`Wrote ${files.join(', ')}.`);
  const look = options.check
    ? await firstLook(reachable, answers.key, options, context, terminal)
    : undefined;
  const month = sandboxUrl === undefined ? 'last-month' : '2026-10';
  const next = `paytally check ${month} --employer ${answers.key}`;
  const typed = typedHere(context);
  if (options.json) {
    terminal.result(
      JSON.stringify({ files: written, employer: answers.key, findings: look?.findings ?? [], next }),
    );
  } else {
    const sandboxLine =
      sandboxUrl === undefined
        ? []
        : [
            `In another terminal: ${typed(`paytally sandbox --port ${new URL(loaded.config.baseUrl).port || '80'}`)}`,
          ];
    const isReady = look === undefined || look.status === ExitStatus.done;
    const told = look === undefined ? [] : [look.text, ''];
    const lines = [
      ...sandboxLine,
      isReady ? `Next: ${typed(next)}` : 'Next: correct what is named, then run "paytally doctor".',
    ];
    const spoken = translated(lines.join('\n'), loaded.language);
    terminal.result(fittedText([...told, spoken].join('\n'), terminal.width));
  }
  return look?.status ?? ExitStatus.done;
}
