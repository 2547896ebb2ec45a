import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Paths as a store keeps them: those within its base folder are relative to it, so that the folder can be moved whole. */
export interface KeptPaths {
  /** Absolute. */
  readonly base: string;
  /** As it is kept: relative and with `/` within the base, else absolute. */
  kept(path: string): string;
  /** As it is used: absolute. */
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
