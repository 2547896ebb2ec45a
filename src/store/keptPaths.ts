import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Stored paths: those within the store's base folder are relative to it, so that the folder can be moved as a whole.
 */
export interface KeptPaths {
  /** Absolute. */
  readonly base: string;
  /** The stored form: relative with `/` within the base, otherwise absolute. */
  kept(path: string): string;
  /** The absolute form. */
  placed(kept: string): string;
}

export function keptPaths(base: string): KeptPaths {
  return {
    base,
    kept: (path) => {
      const within = relative(base, path);
      const isOutside = within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within);
      return isOutside ? resolve(path) : within.split(sep).join('/');
    },
    placed: (kept) => (isAbsolute(kept) ? kept : join(base, kept)),
  };
}
