import { PaytallyError } from '../../errors.js';
import type { OutputFile } from '../../render/outputFile.js';

/** What file systems take: bytes, not characters. */
const MOST_BYTES = 255;
/** A dot before, and what a file's name bears behind it until the file is complete: `.0123456789ab.part.old`. */
const WHILE_WRITTEN_BYTES = 24;

/** Before anything is written: the system would refuse it in the midst of it. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export function refuseLongNames(files: readonly OutputFile[]): void {
  const most = MOST_BYTES - WHILE_WRITTEN_BYTES;
  const long = files.find(({ name }) => Buffer.byteLength(name) > most);
  if (long === undefined) return;
  throw new PaytallyError(
    'OUTPUT_NOT_WRITTEN',
    `The name of an output file has ${Buffer.byteLength(long.name)} bytes; ${most} is the most: ${long.name}`,
    {
      record: long.name,
      remedy: 'Shorten the file name of the template, the key of the employer, or the label of the period.',
    },
  );
}
