import { PaytallyError } from '../src/errors.js';
import type { Target } from './targets.js';

/** No valid input takes this long; a reader that does is stuck in a loop. */
const LONGEST_MS = 20_000;

/** @throws Error if the input is neither read nor refused with an error of ours in time */
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
