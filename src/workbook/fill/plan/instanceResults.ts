import type { CellResult } from '../formula/cellResult.js';

/** Marks: the formula is being calculated (so it refers to itself), or is left to Excel. */
export const RUNNING = Symbol('running');
export const LEFT_TO_EXCEL = Symbol('left to Excel');

export type InstanceResult = CellResult | typeof RUNNING | typeof LEFT_TO_EXCEL;

const FIRST_SIZE = 16;

/** What stands for an instance. */
const [NOTHING, NUMBER, IS_RUNNING, IS_LEFT, OTHER] = [0, 1, 2, 3, 4];

/** What a formula gave, by instance. There may be a million numbers: they are held as bytes. */
export class InstanceResults {
  #numbers = new Float64Array(FIRST_SIZE);
  #states = new Uint8Array(FIRST_SIZE);
  readonly #others = new Map<number, InstanceResult>();

  get(instance: number): InstanceResult {
    switch (this.#states[instance]) {
      case NUMBER:
        return this.#numbers[instance];
      case IS_RUNNING:
        return RUNNING;
      case IS_LEFT:
        return LEFT_TO_EXCEL;
      case OTHER:
        return this.#others.get(instance);
      default:
        return undefined;
    }
  }

  set(instance: number, result: InstanceResult): void {
    if (instance >= this.#states.length) this.#grow(instance + 1);
    const state = stateOf(result);
    this.#states[instance] = state;
    if (state === NUMBER) this.#numbers[instance] = result as number;
    else if (state === OTHER) this.#others.set(instance, result);
  }

  #grow(least: number): void {
    const size = Math.max(least, Math.ceil(this.#numbers.length * 1.5));
    const [numbers, states] = [new Float64Array(size), new Uint8Array(size)];
    numbers.set(this.#numbers);
    states.set(this.#states);
    this.#numbers = numbers;
    this.#states = states;
  }
}

function stateOf(result: InstanceResult): number {
  if (typeof result === 'number') return NUMBER;
  if (result === RUNNING) return IS_RUNNING;
  if (result === LEFT_TO_EXCEL) return IS_LEFT;
  return result === undefined ? NOTHING : OTHER;
}
