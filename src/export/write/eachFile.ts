import { PaytallyError } from '../../errors.js';
import type { OutputFile } from '../../render/outputFile.js';
import { joinedFailure } from '../../runtime/joinedFailure.js';

/**
 * Does something with every file, one after the other, covers after the files that they name. Some files find only while they are made that a value does not
 * fit: the others are then made all the same, so that one error tells everything.
 * @returns what each gave, in the order of the files
 * @throws PaytallyError RENDER_REFUSED; any other failure at once
 */
export async function eachFile<Result>(
  files: readonly OutputFile[],
  use: (file: OutputFile) => Promise<Result>,
): Promise<Result[]> {
  const refusals: unknown[] = [];
  const results = new Map<OutputFile, Result>();
  for (const file of [...files].sort((a, b) => (a.coverRank ?? 0) - (b.coverRank ?? 0))) {
    try {
      results.set(file, await use(file));
    } catch (failure) {
      if (!(failure instanceof PaytallyError && failure.code === 'RENDER_REFUSED')) throw failure;
      refusals.push(failure);
    }
  }
  if (refusals.length > 0) throw joinedFailure(refusals);
  return files.flatMap((file) => results.get(file) ?? []);
}
