import { PaytallyError } from '../src/errors.js';
import type { Target } from './targets.js';

/** Nothing that is read takes as long as this, but a reader that has lost its way. */
const LONGEST_MS = 20_000;

/** @throws Error for whatever is neither read nor refused in our own words, in time */
export async function attempt({ name, read }: Target, bytes: Uint8Array): Promise<'read' | 'refused'> {
  const beganMs = performance.now();
  const outcome = await read(bytes).then(
    () => 'read' as const,
    (error: unknown) => {
      if (error instanceof PaytallyError && error.message !== '') return 'refused' as const;
      throw error;
    },
  );
  const elapsedMs = performance.now() - beganMs;
  if (elapsedMs > LONGEST_MS) throw new Error(`${name} took ${Math.round(elapsedMs)} ms`);
  return outcome;
}
