import type { FileSpec } from './fileSpec.js';

/** Whether a file, as it is written in this run, mentions a field. */
export type Mentions = (field: string) => boolean;

/**
 * Looks for fields in what a file is made of. What is switched off by a `when` is not in the file, and mentions nothing.
 * @param variables of the template, defaults included
 */
export function mentionedFields(file: FileSpec, variables: Readonly<Record<string, string>>): Mentions {
  const { fileName, split, preamble, sections, rows, blocks, footer, tree } = file;
  const parts = { fileName, split, preamble, sections, rows, blocks, footer, tree };
  const json = JSON.stringify(parts, (_, value) => (isSwitchedOff(value, variables) ? null : value));
  const text = json.replace(/\\[a-z]/g, ' ');
  const known = new Map<string, boolean>();
  return (field) => {
    const isMentioned = known.get(field) ?? isIn(text, field);
    known.set(field, isMentioned);
    return isMentioned;
  };
}

function isSwitchedOff(value: unknown, variables: Readonly<Record<string, string>>): boolean {
  if (typeof value !== 'object' || value === null || !('when' in value)) return false;
  return Object.entries(value.when ?? {}).some(([name, wanted]) => {
    const values: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    return !values.includes(variables[name] ?? '');
  });
}

const PART_OF_NAME = /\w/;

/** `costCenter` is not in `costCenters`. */
function isIn(text: string, field: string): boolean {
  for (let at = text.indexOf(field); at >= 0; at = text.indexOf(field, at + 1)) {
    const around = [text[at - 1] ?? '', text[at + field.length] ?? ''];
    if (!around.some((sign) => PART_OF_NAME.test(sign))) return true;
  }
  return false;
}
