import type { Context } from '../context.js';
import type { Terminal } from '../runtime/terminal.js';
import { typedHere } from './typedHere.js';

/** What a command line has in common with the one that was typed. */
export interface SameChoice {
  readonly config?: string | undefined;
  readonly employer?: readonly string[];
  readonly template?: readonly string[];
}

/** `paytally check 2026-10 --employer bakery --config other.yaml`: words and what was chosen, as a shell takes them. */
export function commandLine(
  words: readonly string[],
  { config, employer = [], template = [] }: SameChoice,
): string {
  const options = [
    ...employer.flatMap((key) => ['--employer', key]),
    ...template.flatMap((name) => ['--template', name]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
  return ['paytally', ...words, ...options].map(shellWord).join(' ');
}

const PLAIN_WORD = /^[\w./:@=+-]+$/;

/** In quotes where it has more than plain characters: in those that every shell takes, while nothing in it is special. */
function shellWord(word: string): string {
  if (PLAIN_WORD.test(word)) return word;
  return /["$`!%]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** The command that comes next: at once, or once hours of a final have changed. */
export interface Next {
  readonly when: 'now' | 'once changed';
  readonly command: string;
}

interface Told {
  readonly terminal: Pick<Terminal, 'message'>;
  readonly context: Pick<Context, 'env'>;
  readonly options: { readonly json: boolean };
}

/** Names it beside the result and never in it; nothing where a program reads, or where nothing comes next. */
export function tellNext(next: Next | undefined, { terminal, context, options }: Told): void {
  if (next === undefined || options.json) return;
  const command = typedHere(context)(next.command);
  terminal.message(
    next.when === 'now'
      ? `Next: ${command}`
      : `Should hours of these days change later, this shows what: ${command}`,
  );
}
