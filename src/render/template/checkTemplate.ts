import { join } from 'node:path';
import { PaytallyError } from '../../errors.js';
import type { OutputFile } from '../outputFile.js';
import { renderText, type TextTemplate } from '../text/renderText.js';
import { firstDifference } from './firstDifference.js';
import { sampleFor } from './sampleFor.js';
import type { TemplateOrigin } from './template.js';
import type { TemplateFiles } from './templateFiles.js';

/** The folder beside a template that holds what the sample must give, byte for byte. */
export const GOLDEN_FOLDER = 'golden';

export interface TemplateCheck {
  /** What the sample gave; empty where it could not be rendered. */
  readonly files: readonly OutputFile[];
  /** What is wrong, in words; empty where all is well. */
  readonly problems: readonly string[];
  /** False where no golden folder stands beside the template. */
  readonly hasGolden: boolean;
}

/** Renders the sample with a text template and compares it with the golden files beside it. */
export async function checkTemplate(
  template: TextTemplate & TemplateOrigin,
  disk: TemplateFiles,
): Promise<TemplateCheck> {
  const folder = join(template.folder, GOLDEN_FOLDER);
  const expected = await disk.list(folder);
  const { files, problems } = rendered(template);
  if (problems.length > 0) return { files, problems, hasGolden: expected.length > 0 };
  const differences = expected.length === 0 ? [] : await compare(files, expected, folder, disk);
  return { files, problems: differences, hasGolden: expected.length > 0 };
}

function rendered(template: TextTemplate): { files: OutputFile[]; problems: string[] } {
  const sample = sampleFor(template.spec);
  try {
    return { files: renderText(template, sample.model, { variables: sample.variables }), problems: [] };
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
    return { files: [], problems: [failure.message] };
  }
}

async function compare(
  files: readonly OutputFile[],
  expected: readonly string[],
  folder: string,
  disk: TemplateFiles,
): Promise<string[]> {
  const problems: string[] = [];
  for (const name of expected) {
    if (!files.some((file) => file.name === name))
      problems.push(`${join(folder, name)}: the sample gives no such file`);
  }
  for (const file of files) {
    const golden = await disk.read(join(folder, file.name));
    if (golden === undefined)
      problems.push(`${join(folder, file.name)}: the sample gives this file, but there is no golden file`);
    else if (file.content instanceof Uint8Array) {
      const difference = firstDifference(golden, file.content);
      if (difference !== undefined) problems.push(`${join(folder, file.name)}: ${difference}`);
    }
  }
  return problems;
}
