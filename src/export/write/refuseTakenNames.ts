import { join } from 'node:path';
import { PaytallyError } from '../../errors.js';
import type { TemplateOutput } from '../../render/outputFile.js';

/**
 * Two employers of one command must not write the same file: the first one's would be gone without a word. The names
 * are added to `takenPaths` (path -> employer).
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export function refuseTakenNames(
  takenPaths: Map<string, string>,
  folder: string,
  employerKey: string,
  outputs: readonly TemplateOutput[],
): void {
  for (const { template, file } of outputs) {
    const path = join(folder, file.name);
    const owner = takenPaths.get(path) ?? employerKey;
    if (owner !== employerKey) {
      throw new PaytallyError('OUTPUT_NOT_WRITTEN', `${path} is already a file of ${owner}.`, {
        record: template,
        remedy: `Give ${template} a file name that holds the employer, or run the employers into different folders.`,
      });
    }
    takenPaths.set(path, employerKey);
  }
}
