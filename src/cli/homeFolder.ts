import { findConfigFolder } from '../config/load.js';
import type { Context } from '../context.js';

/** Where a command says what it has under way: beside the configuration, or here where there is none. */
export function homeFolder({ cwd }: Pick<Context, 'cwd'>, config?: string): string {
  return findConfigFolder({ path: config, cwd }) ?? cwd;
}
