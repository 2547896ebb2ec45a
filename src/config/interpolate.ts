import { PaytallyError } from '../errors.js';

export type Environment = Readonly<Record<string, string | undefined>>;

type Path = readonly (string | number)[];

/** Keys whose value is never filled in: a literal there is refused, and must not be shown. */
const SECRET_KEYS: readonly (string | number | undefined)[] = ['clientSecret', 'password'];

/**
 * Replaces `${NAME}` in every string value by the environment's.
 * @param secrets variables that hold secrets: those of the whole configuration, where it has several files
 * @throws PaytallyError CONFIG_INVALID for a variable that is not set, or that holds a secret
 */
export function interpolate(
  value: unknown,
  env: Environment,
  secrets: ReadonlySet<string> = secretVariables(value),
  path: Path = [],
): unknown {
  if (typeof value === 'string') return interpolateText(value, env, secrets, path);
  if (Array.isArray(value))
    return value.map((item, index) => interpolate(item, env, secrets, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, interpolate(item, env, secrets, [...path, key])]),
  );
}

/** The environment variables that a configuration reads secrets from: every `{ env: NAME }` in it. */
export function secretVariables(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const own = 'env' in value && typeof value.env === 'string' ? [value.env] : [];
  return new Set([...own, ...Object.values(value).flatMap((inner) => [...secretVariables(inner)])]);
}

function interpolateText(text: string, env: Environment, secrets: ReadonlySet<string>, path: Path): string {
  if (SECRET_KEYS.includes(path.at(-1))) return text;
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    if (secrets.has(name)) throw readsSecret(name, path);
    const value = env[name];
    if (value !== undefined) return value;
    throw new PaytallyError(
      'CONFIG_INVALID',
      `The environment has no variable ${name}, which ${path.join('.')} needs.`,
      {
        record: path.join('.'),
        remedy: `Set ${name} before the command runs, or write the value into the configuration.`,
      },
    );
  });
}

/** It would end up in a file, a title or a message. */
function readsSecret(name: string, path: Path): PaytallyError {
  return new PaytallyError(
    'CONFIG_INVALID',
    `${path.join('.')} reads \${${name}}, but ${name} holds a secret, which would be written where others read it.`,
    { record: path.join('.'), remedy: `Use another variable here; ${name} is for { env: ${name} } alone.` },
  );
}
