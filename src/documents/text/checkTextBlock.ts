import { type RenderContext, resolve } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';

const VARIABLE = /\{\{[^}]*?\bvariables\.(\w+)/g;

/**
 * A line of a text block that holds the file's delimiter is a record: a variable in it that holds the delimiter too
 * would shift the fields, and there are no quotes to keep it together.
 */
export function checkTextBlock(
  context: RenderContext,
  { dialect }: ResolvedFile,
  text: string,
  place: string,
): void {
  const { quoting, delimiter } = dialect;
  // No variable holds a tab: that is said once, of the variable itself.
  if (quoting !== 'none' || delimiter === '' || delimiter === '\t') return;
  for (const line of text.split('\n').filter((each) => withoutPlaceholders(each).includes(delimiter))) {
    for (const [, variable = ''] of line.matchAll(VARIABLE)) {
      const value = String(resolve(context, { variable }));
      if (!value.includes(delimiter)) continue;
      const message = `the variable ${variable} holds ${JSON.stringify(delimiter)}, which separates the fields of its line`;
      context.problems.add(message, { column: place, value });
    }
  }
}

function withoutPlaceholders(line: string): string {
  return line.replace(/\{\{.*?\}\}|\{%.*?%\}/g, '');
}
