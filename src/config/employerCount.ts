import { PaytallyError } from '../errors.js';

/** Ten times the largest bureau: more are a mistake of whoever made the files, and would be read for minutes. */
const MOST_EMPLOYERS = 5000;

/** @throws PaytallyError CONFIG_INVALID */
export type CountEmployers = (text: string, path: string) => void;

/**
 * Counts the employers of all files by their key, before any file is read through: to read a hundred thousand takes
 * minutes and all memory there is.
 */
export function employerCount(): CountEmployers {
  let employers = 0;
  return (text, path) => {
    employers += text.match(/\bemployerId["']?\s*:/g)?.length ?? 0;
    if (employers <= MOST_EMPLOYERS) return;
    throw new PaytallyError(
      'CONFIG_INVALID',
      `The configuration names more than ${MOST_EMPLOYERS} employers: ${employers} up to the end of ${path}.`,
      { record: path, remedy: 'Give each group of employers a configuration of its own (--config FILE).' },
    );
  };
}
