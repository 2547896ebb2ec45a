import type { Context } from '../context.js';

/** How a command of ours is typed where this one ran: after `npx` where npm has started it, as in a folder of its own. */
export function typedHere({ env }: Pick<Context, 'env'>): (command: string) => string {
  const isByNpm = env.npm_execpath !== undefined && env.npm_execpath !== '';
  return (command) => (isByNpm ? `npx ${command}` : command);
}
