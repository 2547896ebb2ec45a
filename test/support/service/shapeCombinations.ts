import { ASPECTS, type Aspect, type NamedShapes, SHAPES } from '../../../src/sandbox/shapes.js';

const namesOf = (aspect: Aspect): readonly string[] => Object.keys(SHAPES[aspect]);

/** Every combination of the prepared shapes of these aspects; the others keep their defaults. */
export function* shapeCombinations(aspects: readonly Aspect[]): Generator<NamedShapes> {
  const [first, ...rest] = aspects;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const name of namesOf(first)) {
    for (const others of shapeCombinations(rest)) yield { [first]: name, ...others };
  }
}

/**
 * A short list of combinations over all aspects that includes every pair of shapes of different aspects at least once
 * (all combinations would be millions).
 */
export function pairwiseShapes(): readonly NamedShapes[] {
  const open = new Set<string>();
  for (const [index, a] of ASPECTS.entries()) {
    for (const b of ASPECTS.slice(index + 1)) {
      for (const left of namesOf(a)) for (const right of namesOf(b)) open.add(pairOf(a, left, b, right));
    }
  }
  const rows: NamedShapes[] = [];
  while (open.size > 0) rows.push(takeRow(open));
  return rows;
}

const pairOf = (a: Aspect, left: string, b: Aspect, right: string) => `${a}=${left}&${b}=${right}`;

/** Begins with a pair not yet covered, then chooses for each aspect the shape that covers the most new pairs. */
function takeRow(open: Set<string>): NamedShapes {
  const [seed = ''] = open;
  const row = new Map<Aspect, string>(seed.split('&').map((part) => part.split('=') as [Aspect, string]));
  const closes = (aspect: Aspect, name: string) =>
    pairsWith(row, aspect, name).filter((pair) => open.has(pair)).length;
  for (const aspect of ASPECTS) {
    if (row.has(aspect)) continue;
    const [best = ''] = [...namesOf(aspect)].sort((a, b) => closes(aspect, b) - closes(aspect, a));
    row.set(aspect, best);
  }
  for (const [aspect, name] of row) for (const pair of pairsWith(row, aspect, name)) open.delete(pair);
  return Object.fromEntries(row);
}

function pairsWith(row: ReadonlyMap<Aspect, string>, aspect: Aspect, name: string): string[] {
  return [...row]
    .filter(([other]) => other !== aspect)
    .map(([other, otherName]) =>
      ASPECTS.indexOf(aspect) < ASPECTS.indexOf(other)
        ? pairOf(aspect, name, other, otherName)
        : pairOf(other, otherName, aspect, name),
    );
}
