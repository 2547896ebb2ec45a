import type { OutputFile } from '../../documents/outputFile.js';
import { PaytallyError } from '../../errors.js';
import { joinedFailure } from '../joinedFailure.js';

/**
 * Does something with every file, one after the other. Some files find only while they are made that a value does not
 * fit: the others are then made all the same, so that one error tells everything.
 * @throws PaytallyError RENDER_REFUSED; any other failure at once
 */
export async function eachFile(
  files: readonly OutputFile[],
  use: (file: OutputFile) => Promise<void>,
): Promise<void> {
  const refusals: unknown[] = [];
  for (const file of files) {
    try {
      await use(file);
    } catch (failure) {
      if (!(failure instanceof PaytallyError && failure.code === 'RENDER_REFUSED')) throw failure;
      refusals.push(failure);
    }
  }
  if (refusals.length > 0) throw joinedFailure(refusals);
}
