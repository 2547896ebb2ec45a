import { PaytallyError } from '../errors.js';
import { didYouMean } from '../inputErrors/nearestName.js';

/** The keys given with --employer, each once; all of the configuration where there are none. @throws PaytallyError EMPLOYER_UNKNOWN */
export function chosenEmployers(chosen: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = chosen.find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new PaytallyError(
      'EMPLOYER_UNKNOWN',
      `The configuration has no employer "${unknown}".${didYouMean(unknown, known)}`,
      {
        record: unknown,
        remedy: `Use one of: ${known.join(', ')}.`,
      },
    );
  }
  return chosen.length > 0 ? [...new Set(chosen)] : known;
}
