/** What a command line has in common with the one that was typed. */
export interface SharedOptions {
  readonly config?: string | undefined;
  readonly employer?: readonly string[];
  readonly template?: readonly string[];
}

/** `paytally check 2026-10 --employer bakery --config other.yaml`: words and what was chosen, as a shell takes them. */
export function commandLine(
  words: readonly string[],
  { config, employer = [], template = [] }: SharedOptions,
): string {
  const options = [
    ...employer.flatMap((key) => ['--employer', key]),
    ...template.flatMap((name) => ['--template', name]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
  return ['paytally', ...words, ...options].map(quoteForShell).join(' ');
}

const PLAIN_WORD = /^[\w./:@=+-]+$/;

/** In quotes where it has more than plain characters: in those that every shell takes, while nothing in it is special. */
function quoteForShell(word: string): string {
  if (PLAIN_WORD.test(word)) return word;
  return /["$`!%]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
