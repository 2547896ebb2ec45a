import { type Random, randomFor } from '../../samples/generator/random.js';
import { Broken, type Setup, Simulation } from './simulation.js';
import { carryOut, KILLABLE, STEPS, type Step, type StepName } from './steps.js';

/** Plain data: what a seed generates, what a failure prints, and what a test keeps. */
export interface History {
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

/** The first step that failed. */
export interface Failure {
  readonly at: number;
  readonly error: Error;
}

const PICKS = 12;
const LARGEST_PICK = 9973;
const KILL_CHANCE = 0.12;

/** The same history for the same seed, on every machine. */
export function historyOf(seed: number, length: number): History {
  const random = randomFor(`history ${seed}`);
  const setup = { isMinutesOnly: random.chance(0.4), hasInbox: random.chance(0.5) };
  // A month has some work before the first payment.
  const start: Step[] = [...Array(8).keys()].map(() => stepOf('add', random));
  return {
    setup,
    steps: [...start, ...[...Array(length - start.length).keys()].map(() => stepOf(anyName(random), random))],
  };
}

/** Each name as often as its weight. */
function anyName(random: Random): StepName {
  const names = Object.keys(STEPS) as StepName[];
  const ends = names.map((_, index) =>
    names.slice(0, index + 1).reduce((sum, name) => sum + STEPS[name].weight, 0),
  );
  const at = random.next() * (ends.at(-1) ?? 0);
  return names[ends.findIndex((end) => at < end)] ?? 'add';
}

function stepOf(name: StepName, random: Random): Step {
  const picks = [...Array(PICKS).keys()].map(() => random.between(0, LARGEST_PICK));
  const isKilled = KILLABLE.includes(name) && random.chance(KILL_CHANCE);
  if (!isKilled) return { do: name, picks };
  return {
    do: name,
    picks,
    kill: { at: random.between(0, 999), when: random.chance(0.5) ? 'before' : 'after' },
  };
}

/** Plays a history from the start. @returns the step that failed; undefined if all checks passed */
export async function play({ setup, steps }: History): Promise<Failure | undefined> {
  const simulation = new Simulation(setup);
  try {
    for (const [at, step] of steps.entries()) {
      try {
        await carryOut(simulation, step);
      } catch (error) {
        return { at, error: error instanceof Error ? error : new Error(String(error)) };
      }
    }
    return undefined;
  } finally {
    simulation.remove();
  }
}

/**
 * A shorter history with the same failure: removes steps until that no longer helps, within a maximum number of
 * attempts.
 */
export async function shrunk(
  history: History,
  failure: Failure,
  tries: number,
  again: (history: History) => Promise<Failure | undefined>,
): Promise<{ history: History; failure: Failure }> {
  let best = { history: { ...history, steps: history.steps.slice(0, failure.at + 1) }, failure };
  let left = tries;
  for (
    let size = Math.ceil(best.history.steps.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = best.history.steps.length - size; from >= 0 && left > 0; from -= size) {
      const steps = best.history.steps.toSpliced(from, size);
      left -= 1;
      const found = await again({ ...history, steps });
      if (found !== undefined && nameOf(found.error) === nameOf(failure.error))
        best = { history: { ...history, steps: steps.slice(0, found.at + 1) }, failure: found };
    }
  }
  return best;
}

/** The failure, without the figures of the case. */
function nameOf(error: Error): string {
  return error instanceof Broken ? error.invariant : (error.message.split('\n')[0] ?? '');
}

/** For people: the failure, and how to reproduce it. */
export function toldFailure(name: string, { setup, steps }: History, { at, error }: Failure): string {
  const list = steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n');
  const history = `{ "setup": ${JSON.stringify(setup)}, "steps": [\n${list}\n] }`;
  return `${error.stack}\n\n${name}, step ${at + 1} of ${steps.length}. As test/histories/found/NAME.json it is tried every time:\n${history}`;
}
