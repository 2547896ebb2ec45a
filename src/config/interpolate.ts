import { PaytallyError } from '../errors.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces `${NAME}` in every string value by the environment's; `path` is where the value stands. */
export function interpolate(
  value: unknown,
  env: Environment,
  path: readonly (string | number)[] = [],
): unknown {
  if (typeof value === 'string') return interpolateText(value, env, path);
  if (Array.isArray(value)) return value.map((item, index) => interpolate(item, env, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, interpolate(item, env, [...path, key])]),
  );
}

function interpolateText(text: string, env: Environment, path: readonly (string | number)[]): string {
  if (path.at(-1) === 'clientSecret') return text;
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
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
