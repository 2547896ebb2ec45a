import { PaytallyError } from '../../errors.js';
import { type RenderContext, resolve } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { liquidMessage } from './rowText.js';

/** Text blocks end with a line break of the file's kind, whatever they have in the template. */
export function composedBlock(
  context: RenderContext,
  file: ResolvedFile,
  text: string | undefined,
  place: string,
  scope: object,
): string {
  if (text === undefined) return '';
  checkTextBlock(context, file, text, place);
  try {
    const rendered = context.liquid.render(context.liquid.parse(text), scope).replace(/\n*$/, '');
    if (rendered === '') return '';
    return `${checkedText(context, file, rendered, place).replace(/\r?\n/g, file.recordDelimiter)}${file.recordDelimiter}`;
  } catch (cause) {
    if (cause instanceof PaytallyError) throw cause;
    context.problems.add(liquidMessage(cause), { column: place });
    return '';
  }
}

export function checkedText(context: RenderContext, file: ResolvedFile, text: string, place: string): string {
  const prepared = file.charset.prepare(text);
  const lacking = file.charset.firstUnencodable(prepared);
  if (lacking !== undefined) {
    context.problems.add(`the character ${JSON.stringify(lacking)} does not exist in ${file.charset.name}`, {
      column: place,
      value: text,
    });
  }
  return prepared;
}

const VARIABLE = /\{\{[^}]*?\bvariables\.(\w+)/g;

/**
 * A line of a text block that holds the file's delimiter is a record: a variable in it that holds the delimiter too
 * would shift the fields, and there are no quotes to keep it together.
 */
function checkTextBlock(
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
