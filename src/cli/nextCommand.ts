import type { Context } from '../context.js';
import { type AnyMessage, message } from '../i18n/message.js';
import { isStartedByNpm, type Terminal } from '../runtime/terminal.js';

export { commandLine } from '../app/session/commandLine.js';
export { periodArgument } from '../domain/period/period.js';

/** The next command: now, or after hours of a final have changed. */
export interface NextCommand {
  readonly when: 'now' | 'once changed';
  readonly command: string;
  /** Why, in a sentence. */
  readonly text?: AnyMessage;
}

interface SuggestionPlace {
  readonly terminal: Pick<Terminal, 'message'>;
  readonly context: Pick<Context, 'env'>;
  readonly options: { readonly json: boolean };
}

/** Prints it after the result and never in it; prints nothing for programs, or without a next command. */
export function suggestNextCommand(
  next: NextCommand | undefined,
  { terminal, context, options }: SuggestionPlace,
): void {
  if (next === undefined || options.json) return;
  if (next.text !== undefined) terminal.message(next.text);
  const command = localCommand(context, next.command);
  terminal.message(
    message(next.when === 'now' ? 'terminal.next.now' : 'terminal.next.onceChanged', { command }),
  );
}

/** The command as typed in this folder: after `npx` if npm started the program. */
export function localCommand({ env }: Pick<Context, 'env'>, command: string): string {
  return isStartedByNpm(env) ? `npx ${command}` : command;
}
