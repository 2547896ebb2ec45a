import { z } from 'zod';
import { decodeUtf8, readYaml } from '../../config/input/readYaml.js';
import { validateWithSchema } from '../../config/input/schemaProblems.js';
import { PaytallyError } from '../../errors.js';
import { textTemplate } from '../text/textTemplate.js';
import { REPORTS } from './template.js';

const workbook = z.strictObject({
  kind: z.literal('workbook'),
  description: z.string().default(''),
  file: z.string().regex(/^[^/\\]+\.xlsx$/i, 'must be the name of an .xlsx file beside template.yaml'),
});

const report = z.strictObject({
  kind: z.literal('report'),
  description: z.string().default(''),
  report: z.enum(REPORTS),
});

/** What a template.yaml may hold. */
const templateSchema = z.discriminatedUnion('kind', [textTemplate, workbook, report]);
export type TemplateFile = z.output<typeof templateSchema>;

const LONGEST_BYTES = 1_000_000;

/**
 * Reads the text of a template.yaml; `path` is how messages call it.
 * @throws PaytallyError TEMPLATE_INVALID with line, column, key and reason of everything that is wrong
 */
export function parseTemplateFile(bytes: Uint8Array, path: string): TemplateFile {
  if (bytes.length > LONGEST_BYTES) {
    throw invalid(path, `${path}: larger than ${LONGEST_BYTES} bytes`, 'Keep data out of a template.');
  }
  const read = decodeUtf8(bytes);
  if ('problem' in read) throw invalid(path, `${path} ${read.problem}`, read.remedy);
  const content = readYaml(read.text, path);
  if (content.kind === 'problem') throw invalid(path, content.message, content.remedy);
  const checked = validateWithSchema(templateSchema, content.value ?? {});
  if ('data' in checked) return checked.data;
  const messages = checked.problems.map(({ path: keys, message }) => {
    const { line, column } = content.placeOf(keys);
    return `${path}:${line}:${column}: ${keys.join('.') || 'the file'}: ${message}`;
  });
  throw invalid(path, messages.join('\n'));
}

function invalid(path: string, message: string, remedy?: string): PaytallyError {
  return new PaytallyError('TEMPLATE_INVALID', message, {
    record: path,
    ...(remedy === undefined ? {} : { remedy }),
  });
}
