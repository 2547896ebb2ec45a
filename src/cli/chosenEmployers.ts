import { unknownEmployer } from '../config/config.js';

/** The keys given with --employer, each once; all of the configuration where there are none. @throws PaytallyError EMPLOYER_UNKNOWN */
export function chosenEmployers(chosen: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = chosen.find((key) => !known.includes(key));
  if (unknown !== undefined) throw unknownEmployer(unknown, known);
  return chosen.length > 0 ? [...new Set(chosen)] : known;
}
