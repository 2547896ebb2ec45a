import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { PaytallyError } from '../../errors.js';
import { schemaMessages } from './schemaMessages.js';
import { type TemplateFile, templateSchema } from './templateSchema.js';

const LONGEST_BYTES = 1_000_000;

/**
 * Reads the text of a template.yaml; `path` is how messages call it.
 * @throws PaytallyError TEMPLATE_INVALID with line, key and reason of everything that is wrong
 */
export function parseTemplateFile(bytes: Uint8Array, path: string): TemplateFile {
  if (bytes.length > LONGEST_BYTES) throw invalid(path, [`${path}: larger than ${LONGEST_BYTES} bytes`]);
  const lines = new LineCounter();
  const document = parseDocument(new TextDecoder().decode(bytes), { lineCounter: lines });
  if (document.errors.length > 0)
    throw invalid(
      path,
      document.errors.map((error) => `${path}: ${error.message.split('\n')[0]}`),
    );
  const result = templateSchema.safeParse(contentOf(document, path));
  if (result.success) return result.data;
  const messages = schemaMessages(result.error, templateSchema).map(({ path: keys, message }) => {
    return `${path}:${lineOf(document, keys, lines)}: ${keys.join('.') || 'the file'}: ${message}`;
  });
  throw invalid(path, messages);
}

/** Aliases are expanded to a limit: a few lines cannot become gigabytes. */
function contentOf(document: Document.Parsed, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch (cause) {
    throw invalid(path, [`${path}: ${cause instanceof Error ? cause.message : String(cause)}`]);
  }
}

/** The line of the key, or of the nearest place above it that exists. */
function lineOf(document: Document.Parsed, keys: readonly PropertyKey[], lines: LineCounter): number {
  for (let depth = keys.length; depth > 0; depth--) {
    const node = document.getIn(keys.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function invalid(path: string, messages: readonly string[]): PaytallyError {
  return new PaytallyError('TEMPLATE_INVALID', messages.join('\n'), { record: path });
}
