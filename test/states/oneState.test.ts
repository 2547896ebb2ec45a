import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { IS_GATE } from '../gate.js';
import { type PostgresServer, startPostgres, withoutPostgres } from '../support/servers/postgresServer.js';
import { History } from './history.js';
import { StateDesk } from './stateDesk.js';

const SEQUENCES = IS_GATE ? 3 : 60;
const STEPS = IS_GATE ? 6 : 14;

let desk: StateDesk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

/** Numbers from a seed (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 0x9e3779b1;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const only = process.env.STATE_SEED;
const seeds =
  only === undefined ? Array.from({ length: SEQUENCES }, (_, index) => index + 1) : [Number(only)];

/** @param store the address of a database; a file if undefined */
async function follow(seed: number, store?: string): Promise<void> {
  desk = await StateDesk.open(store);
  const history = new History(desk, numbersFrom(seed));
  try {
    for (let step = 0; step < STEPS; step += 1) await history.step();
  } catch (failure) {
    if (failure instanceof Error) failure.message = `${history.steps.join(', ')}: ${failure.message}`;
    throw failure;
  }
  expect(history.steps).toHaveLength(STEPS);
}

const LIMIT_MS = 240_000;

test.each(seeds)(
  'after any actions every surface says the same state, counts and totals: seed %i',
  (seed) => follow(seed),
  LIMIT_MS,
);

describe.skipIf(IS_GATE || withoutPostgres)('with a store in PostgreSQL', () => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  test.each(only === undefined ? [1, 2, 3, 4] : seeds)(
    'every surface says the same: seed %i',
    (seed) => follow(seed, server?.database()),
    LIMIT_MS,
  );
});
