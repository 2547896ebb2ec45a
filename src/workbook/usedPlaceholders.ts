import { parseRuleName } from './language/directive.js';
import { TemplatePackage } from './package/templatePackage.js';
import { isIntendedRule } from './template/findDirectives.js';
import { decodeBraces, findWorkbook } from './template/readSheets.js';
import { resultUnless, WorkbookError } from './workbookError.js';
import { childOf, childrenOf, deepText, type XmlElement } from './xml/parseXml.js';
import { readZip } from './zip/readZip.js';

/**
 * A workbook's data instructions, each once and in order: all text between braces, in any part, and the names that
 * repeat rows, with their comments.
 * @param knownSets names of data sets: other names may only look similar
 * @throws WorkbookError TEMPLATE_INVALID if the file cannot be read
 */
export async function usedPlaceholders(
  template: Uint8Array,
  subject: string,
  knownSets: ReadonlySet<string>,
): Promise<string[]> {
  const file = new TemplatePackage(subject, await readZip(template, subject));
  const found = new Set<string>();
  for (const [part, bytes] of file.parts) {
    if (!/\.(?:xml|vml|rels)$/i.test(part) || !mayHoldBraces(bytes)) continue;
    // Parts that other programs keep in the file are copied unread.
    const root = resultUnless(WorkbookError, () => file.xml(part).root);
    const isLinks = part.toLowerCase().endsWith('.rels');
    if (root) for (const text of textsOf(root)) addBraces(isLinks ? decodeBraces(text) : text, found);
  }
  for (const name of ruleNames(file, knownSets)) found.add(name);
  return [...found].sort();
}

/**
 * A quick test that avoids parsing, for example, cached rows of pivot tables: a brace appears literally, as a character
 * reference, or URL-encoded.
 */
function mayHoldBraces({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.includes('{') || bytes.includes('&#') || bytes.includes('%7B') || bytes.includes('%7b');
}

/** Cells, notes, headers and text boxes, perhaps split by formats; names of tabs and alternative texts. */
function* textsOf(root: XmlElement): Generator<string> {
  yield deepText(root);
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    yield* Object.values(element.attributes);
    open.push(...element.children);
  }
}

function addBraces(text: string, found: Set<string>): void {
  if (!text.includes('{{')) return;
  for (const [placeholder] of text.matchAll(/\{\{[^{}]+\}\}/g)) found.add(placeholder);
}

/** `each_employee_days`, and `each_employee_days: group by employee.id` if the name has a comment. */
function ruleNames(file: TemplatePackage, knownSets: ReadonlySet<string>): string[] {
  const names = childrenOf(childOf(file.xml(findWorkbook(file)).root, 'definedNames'), 'definedName');
  return names.flatMap(({ attributes: { name = '', comment = '' } }) => {
    const rule = parseRuleName(name);
    if (!rule || !isIntendedRule(rule, comment, knownSets)) return [];
    return [comment === '' ? name : `${name}: ${comment}`];
  });
}
