/* The window also runs this module in the browser: it imports nothing. */

/** The options that a suggested command line shares with the typed one. */
export interface SharedOptions {
  readonly config?: string | undefined;
  readonly employer?: readonly string[];
  readonly template?: readonly string[];
}

/**
 * `paytally check 2026-10 --employer bakery --config other.yaml`: the words and the chosen options, quoted for a shell.
 */
export function commandLine(
  words: readonly string[],
  { config, employer = [], template = [] }: SharedOptions = {},
): string {
  const options = [
    ...employer.flatMap((key) => ['--employer', key]),
    ...template.flatMap((name) => ['--template', name]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
  return ['paytally', ...words, ...options].map(quoteForShell).join(' ');
}

const PLAIN_WORD = /^[\w./:@=+-]+$/;

/** Quoted if it has special characters, with quotes that every shell accepts if possible. */
function quoteForShell(word: string): string {
  if (PLAIN_WORD.test(word)) return word;
  return /["$`!%]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** What a button of the window orders for an employer's period. */
export interface RunOrder {
  readonly employer: string;
  readonly period: string;
  /** Code, or code and record -> reason. */
  readonly accept?: Readonly<Record<string, string>>;
  /** Line -> reason. */
  readonly settle?: Readonly<Record<string, string>>;
  readonly supersede?: string | undefined;
  /** Those of the configuration if empty. */
  readonly template?: readonly string[];
  readonly deliver?: boolean;
}

/** The words of the command that does the same as an order. */
export function orderWords([command, ...options]: readonly [string, ...string[]], order: RunOrder): string[] {
  const { employer, period, accept = {}, settle = {}, supersede, template = [], deliver = false } = order;
  const reasons = (option: string, given: Readonly<Record<string, string>>) =>
    Object.entries(given).flatMap(([key, reason]) => [option, `${key}=${reason}`]);
  return [
    ...[command, period, ...options, ...reasons('--accept', accept), ...reasons('--settle', settle)],
    ...(supersede === undefined ? [] : ['--supersede', supersede]),
    ...template.flatMap((name) => ['--template', name]),
    ...[...(deliver ? ['--deliver'] : []), '--employer', employer],
  ];
}
