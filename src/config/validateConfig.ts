import { PaytallyError } from '../errors.js';
import type { EmployerSettings, WholeConfig } from './config.js';
import { type Environment, isMap, parseSource, type Settings, settingAt } from './configSource.js';
import { type SchemaProblem, validateWithSchema } from './input/schemaProblems.js';
import { type JoinedFiles, joinFiles, mergeSettings } from './mergeSources.js';
import {
  configSchema,
  programSchema,
  type SharedConfig,
  sharedSchema,
  sharedShape,
} from './schema/configSchema.js';

/**
 * Reads the text of a `paytally.yaml` that includes nothing; `name` is how messages call it.
 * @throws PaytallyError CONFIG_INVALID, CONFIG_UNKNOWN_KEY with line, column, key and reason of every problem
 */
export function parseConfig(text: string, name: string, env: Environment): WholeConfig {
  return validateConfig(joinFiles([parseSource(text, name, env)]));
}

/**
 * Checks a configuration, and for every employer its own settings over those of all.
 * @throws PaytallyError as `parseConfig`
 */
export function validateConfig(joined: JoinedFiles): WholeConfig {
  const { settings } = joined;
  const whole = validateWithSchema(configSchema, settings);
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
  const { employers, ...program } = programSchema.parse(settings);
  const employerSettings = Object.entries(employers).map(([key, employer]) => {
    const result = merged.get(key);
    const holding = result !== undefined && 'data' in result ? result.data : shared;
    return [key, { ...withoutShared(employer), ...holding } as EmployerSettings] as const;
  });
  return { ...withoutShared(program), employers: Object.fromEntries(employerSettings) };
}

function employersIn(settings: unknown): Settings {
  const employers = isMap(settings) ? settings.employers : undefined;
  return isMap(employers) ? employers : {};
}

/** What of a block may stand both for all and in an employer. */
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

/** Something that is missing for all is no problem where every employer brings its own. */
function isLeftToEmployers(path: readonly PropertyKey[], settings: unknown): boolean {
  return isShared(path[0]) && settingAt(settings, path) === undefined;
}

/** A problem of merged settings at the place where it can be mended. */
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
  const lines = problems.map(({ path, message }) => {
    const { file, line, column } = placeOf(path);
    return `${file}:${line}:${column}: ${path.join('.') || 'the file'}: ${message}`;
  });
  const code = problems.every((problem) => problem.unknownKey) ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID';
  const record = problems[0]?.path.join('.') || placeOf([]).file;
  return new PaytallyError(code, [...new Set(lines)].join('\n'), { record });
}
