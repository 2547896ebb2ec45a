import { randomFor } from '../../samples/generator/random.js';
import { IS_GATE, IS_LONG, sampleInGate } from '../gate.js';

/** Tests name it, so that the same cases can be tried again. */
export const SEED = process.env.PAYTALLY_SEED ?? String(Date.now() % 1_000_000);

/** All of the cases in `npm run test:long`, some in the gate, and otherwise as many as fit in the suite, by the seed. */
export function chosenCases<T>(
  cases: readonly T[],
  { inGate, inSuite }: { readonly inGate: number; readonly inSuite: number },
): readonly T[] {
  if (IS_LONG) return cases;
  if (IS_GATE) return sampleInGate(cases, inGate);
  const random = randomFor(SEED);
  const placed = cases.map((each) => ({ each, place: random.between(0, 1_000_000) }));
  return placed
    .sort((one, other) => one.place - other.place)
    .slice(0, inSuite)
    .map(({ each }) => each);
}
