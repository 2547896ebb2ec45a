import { setFlagsFromString } from 'node:v8';

/**
 * What is made for a person is let go of before the next one. V8 takes the first people for things that stay, makes what
 * follows among the old objects, and then copies whatever hangs on it: pay rules over years of entries take 1.7 times
 * the processor time and memory. Holds for the whole process, and is for its very start.
 */
export function letGoPersonByPerson(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
