import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs through before it is optimised: four times what Node.js 20 takes. */
const BUDGET_BYTES = 4 * 132 * 1024;

/**
 * How V8 works in this process; holds for all of it, and is for its very start.
 * - What is made for a person is let go of before the next one. V8 takes the first people for things that stay, makes
 *   what follows among the old objects, and then copies whatever hangs on it: pay rules over years of entries take 1.7
 *   times the processor time and memory.
 * - A run optimises some seven hundred functions, most of which only its beginning calls: two seconds of processor time.
 *   What goes over records is optimised soon enough with a larger budget, too. Later V8 decide otherwise, have no such
 *   flag, and complain of it.
 */
export function setUpV8(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  if (versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`);
}
