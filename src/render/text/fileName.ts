import { message } from '../../i18n/message.js';
import { hasSteering } from '../../runtime/outsideText.js';
import type { DataRow } from '../dataSet.js';
import { nestFields } from './fieldValues.js';
import { type FilePart, partFields, safeInName } from './filePart.js';
import { extensionOf, type FileSpec } from './fileSpec.js';
import { liquidMessage } from './liquidEngine.js';
import type { RenderContext } from './renderContext.js';

/**
 * The file's name: its pattern, otherwise `EMPLOYER_PERIOD_TEMPLATE.EXTENSION`. A name that is not valid everywhere is
 * a problem.
 */
export function buildFileName(context: RenderContext, file: FileSpec, part: FilePart): string {
  const name =
    file.fileName === undefined ? defaultName(context, file, part) : renderName(context, file.fileName, part);
  if (!isSafeFileName(name))
    context.problems.add(message('template.fileName.invalid'), { column: 'fileName', value: name });
  return name;
}

function defaultName(context: RenderContext, file: FileSpec, part: FilePart): string {
  return `${context.model.run['run.employer']}_${part.label}_${context.templateName}.${extensionOf(file)}`;
}

function renderName(context: RenderContext, pattern: string, part: FilePart): string {
  const scope = {
    ...nestFields(safeValues({ ...context.model.run, ...partFields(part) })),
    variables: safeValues(context.variables),
  };
  try {
    return context.liquid.render(context.liquid.parse(pattern), scope).trim();
  } catch (cause) {
    context.problems.add(liquidMessage(cause), { column: 'fileName' });
    return 'unnamed';
  }
}

/** Names of employers and places may contain a slash or a quote. */
function safeValues(values: DataRow): DataRow {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? safeInName(value) : value,
    ]),
  );
}

const FORBIDDEN = /[<>:"/\\|?*]/;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const LONGEST = 200;

/** Whether a name is valid on all file systems, and is not a path. */
export function isSafeFileName(name: string): boolean {
  return (
    name !== '' &&
    name.length <= LONGEST &&
    !FORBIDDEN.test(name) &&
    !hasSteering(name) &&
    !RESERVED.test(name) &&
    !/^\.|[. ]$/.test(name)
  );
}
