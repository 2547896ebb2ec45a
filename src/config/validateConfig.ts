import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { EmployerSettings, WholeConfig } from './config.js';
import { type Environment, isMap, parseSource, type Settings, settingAt } from './configSource.js';
import { problemsText, type SchemaProblem, validateWithSchema } from './input/schemaProblems.js';
import { type JoinedFiles, joinFiles, mergeSettings, placeText } from './mergeSources.js';
import {
  configSchema,
  programSchema,
  type SharedConfig,
  sharedSchema,
  sharedShape,
} from './schema/configSchema.js';
import { isWorkforce, WORKFORCE_KEYS } from './schema/sourceSchema.js';

/**
 * Parses the text of a `paytally.yaml` without includes. @param name of the file in messages
 * @throws PaytallyError CONFIG_INVALID, CONFIG_UNKNOWN_KEY with line, column, key and reason of every problem
 */
export function parseConfig(text: string, name: string, env: Environment): WholeConfig {
  return validateConfig(joinFiles([parseSource(text, name, env)]));
}

/**
 * Validates a configuration, and for every employer its own settings over the general ones.
 * @throws PaytallyError as `parseConfig`
 */
export function validateConfig(joined: JoinedFiles): WholeConfig {
  const { settings } = joined;
  const whole = validateWithSchema(configSchema, settings, missingForService(settings));
  const general = pickShared(settings);
  const own = new Map(Object.entries(employersIn(settings)).map(([key, each]) => [key, pickShared(each)]));
  const merged = new Map(
    [...own]
      .filter(([, each]) => Object.keys(each).length > 0)
      .map(([key, each]) => [
        key,
        validateWithSchema(sharedSchema, mergeSettings(sharedSchema, general, each)),
      ]),
  );
  const areAllMerged = own.size > 0 && merged.size === own.size;
  const problems = [
    ...('problems' in whole
      ? whole.problems.filter(({ path }) => !(areAllMerged && isLeftToEmployers(path, settings)))
      : []),
    ...[...merged].flatMap(([key, result]) =>
      'problems' in result
        ? result.problems.map((problem) => locateProblem(problem, key, own.get(key) ?? {}, settings))
        : [],
    ),
  ];
  if (problems.length > 0) throw problemsError(problems, joined);
  const shared = 'data' in whole ? pickShared(whole.data) : {};
  const { employers, ...program } = 'data' in whole ? whole.data : programSchema.parse(settings);
  const employerSettings = Object.entries(employers).map(([key, employer]) => {
    const result = merged.get(key);
    const holding = result !== undefined && 'data' in result ? result.data : shared;
    const employerId = employer.employerId ?? key;
    return [key, { ...withoutShared(employer), employerId, ...holding } as EmployerSettings] as const;
  });
  return { ...withoutShared(program), employers: Object.fromEntries(employerSettings) };
}

/** The settings that only the Workforce API needs, for the employers that have it as their source. */
function missingForService(settings: unknown): SchemaProblem[] {
  const general = isMap(settings) ? settings : {};
  const all = Object.entries(employersIn(settings));
  const ofService = all.filter(([, own]) => isMap(own) && isWorkforce(own.source ?? general.source));
  if (ofService.length === 0 && (all.length > 0 || !isWorkforce(general.source))) return [];
  const lacking = ofService.flatMap(([key, own]) =>
    WORKFORCE_KEYS.filter((name) => isMap(own) && own[name] === undefined).map((name) =>
      missingSetting(['employers', key, name]),
    ),
  );
  return [...(general.baseUrl === undefined ? [missingSetting(['baseUrl'])] : []), ...lacking];
}

function missingSetting(path: readonly string[]): SchemaProblem {
  const isSecret = path.at(-1) === 'clientSecret';
  const text = isSecret
    ? message('schema.missingBut', { problem: message('schema.secretPlace') })
    : message('schema.missing');
  return { path, message: text, unknownKey: false };
}

function employersIn(settings: unknown): Settings {
  const employers = isMap(settings) ? settings.employers : undefined;
  return isMap(employers) ? employers : {};
}

/** The settings of a block that are allowed both for all employers and for one. */
function pickShared(settings: unknown): Partial<SharedConfig> & Settings {
  if (!isMap(settings)) return {};
  return Object.fromEntries(Object.entries(settings).filter(([key]) => isShared(key)));
}

function withoutShared<Block extends object>(settings: Block): Omit<Block, keyof SharedConfig> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !isShared(key))) as Omit<
    Block,
    keyof SharedConfig
  >;
}

function isShared(key: PropertyKey | undefined): boolean {
  return typeof key === 'string' && Object.hasOwn(sharedShape, key);
}

/** A missing general setting is no problem if every employer has its own. */
function isLeftToEmployers(path: readonly PropertyKey[], settings: unknown): boolean {
  return isShared(path[0]) && settingAt(settings, path) === undefined;
}

/** A problem of merged settings, at the place where it can be corrected. */
function locateProblem(
  problem: SchemaProblem,
  employerKey: string,
  own: Settings,
  settings: unknown,
): SchemaProblem {
  const { path } = problem;
  const isOwn = settingAt(own, path) !== undefined;
  const isOfAll = !isOwn && settingAt(settings, path) !== undefined;
  if (isOfAll || (!isOwn && settingAt(own, path.slice(0, 1)) === undefined)) return problem;
  return { ...problem, path: ['employers', employerKey, ...path] };
}

function problemsError(problems: readonly SchemaProblem[], { placeOf }: JoinedFiles): PaytallyError {
  const code = problems.every((problem) => problem.unknownKey) ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID';
  const record = problems[0]?.path.join('.') || placeOf([]).file;
  return new PaytallyError(
    code,
    problemsText(problems, (path) => placeText(placeOf(path))),
    { record },
  );
}
