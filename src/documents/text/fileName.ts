import type { DataRow } from '../dataSet.js';
import { type FilePart, partFields, safeInName } from './filePart.js';
import type { FileSpec } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';
import { liquidMessage, nested } from './rowText.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: names must not hold control characters
const FORBIDDEN = /[\u0000-\u001f<>:"/\\|?*]/;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const LONGEST = 200;

/** The file's name: its pattern, else `EMPLOYER_PERIOD_TEMPLATE.EXTENSION`. One that no system takes is a problem. */
export function fileName(context: RenderContext, file: FileSpec, part: FilePart): string {
  const name =
    file.fileName === undefined
      ? defaultName(context, file, part)
      : composedName(context, file.fileName, part);
  if (!isSafe(name)) context.problems.add('cannot be a file name', { column: 'fileName', value: name });
  return name;
}

function defaultName(context: RenderContext, file: FileSpec, part: FilePart): string {
  return `${context.model.run['run.employer']}_${part.label}_${context.templateName}.${file.extension}`;
}

function composedName(context: RenderContext, pattern: string, part: FilePart): string {
  const scope = {
    ...nested(safeValues({ ...context.model.run, ...partFields(part) })),
    variables: safeValues(context.variables),
  };
  try {
    return context.liquid.render(context.liquid.parse(pattern), scope).trim();
  } catch (cause) {
    context.problems.add(liquidMessage(cause), { column: 'fileName' });
    return 'unnamed';
  }
}

/** Names of employers and places may hold a slash or a quote. */
function safeValues(values: DataRow): DataRow {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? safeInName(value) : value,
    ]),
  );
}

function isSafe(name: string): boolean {
  return (
    name !== '' &&
    name.length <= LONGEST &&
    !FORBIDDEN.test(name) &&
    !RESERVED.test(name) &&
    !/^\.|[. ]$/.test(name)
  );
}
