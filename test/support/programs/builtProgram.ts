import { join } from 'node:path';

/** The built sources. */
export const DIST = join(import.meta.dirname, '..', '..', '..', 'dist', 'src');
/** The built program. */
export const MAIN = join(DIST, 'main.js');
