import { attributeText } from '../../xml/escapeXml.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import { prefixOf } from '../../xml/xmlElement.js';
import { relationshipsPath, targetFrom } from '../package/partPath.js';
import type { TemplatePackage } from '../package/templatePackage.js';

export interface PartChanges {
  /** New part -> the part that it is a copy of. */
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /** New part -> its content type. */
  readonly typed: ReadonlyMap<string, string>;
  readonly workbookPart: string;
}

const TEMPLATE_TYPE = /spreadsheetml\.template\.main\+xml$/;

/** The list of content types for the parts that are written. A template (.xltx) becomes a workbook. */
export function writtenContentTypes(
  file: TemplatePackage,
  { added, removed, typed, workbookPart }: PartChanges,
): string {
  const { source, root } = file.xml('[Content_Types].xml');
  const edits = new XmlEdits(source);
  for (const element of root.children) {
    const part = (element.attributes.PartName ?? '').slice(1);
    if (removed.has(part)) edits.remove(element);
    const type = element.attributes.ContentType ?? '';
    if (part === workbookPart && TEMPLATE_TYPE.test(type))
      edits.setAttribute(element, 'ContentType', type.replace('template.main', 'sheet.main'));
  }
  const prefix = prefixOf(root);
  const types = [...added].map(([part, like]) => [part, file.contentType(like)] as const);
  for (const [part, type] of [...types, ...typed]) {
    const xml = `<${prefix}Override PartName="/${attributeText(part)}" ContentType="${attributeText(type)}"/>`;
    edits.insert(root.closeStart, xml);
  }
  return edits.apply();
}

/** A relationship of a copied part that the drawn one has only once. */
export interface AddedRelationship {
  readonly id: string;
  /** The drawn one that it is like. */
  readonly like: string;
  readonly target: string;
  /** The target is an address outside of the file. */
  readonly isExternal?: boolean;
}

/** The relationships of a copied part, which lead to copies where there are any. */
export function copiedRelationships(
  file: TemplatePackage,
  part: string,
  copies: ReadonlyMap<string, string>,
  added: readonly AddedRelationship[] = [],
  removed: ReadonlyMap<string, unknown> = new Map(),
): string | undefined {
  if (file.relationships(part).length === 0) return undefined;
  const edits = new XmlEdits(file.xml(relationshipsPath(part)).source);
  for (const { id, target, isExternal, element } of file.relationships(part)) {
    if (removed.has(id)) edits.remove(element);
    const copy = copies.get(target);
    // A copy lies in the folder of its original, so that all other targets stay right.
    if (copy !== undefined && !isExternal) edits.setAttribute(element, 'Target', targetFrom(part, copy));
  }
  const { root } = file.xml(relationshipsPath(part));
  for (const { id, like, target, isExternal = false } of added) {
    const type = file.relationships(part).find((each) => each.id === like)?.element.attributes.Type ?? '';
    const xml = `<${prefixOf(root)}Relationship Id="${id}" Type="${attributeText(type)}" Target="${attributeText(isExternal ? target : targetFrom(part, target))}"${isExternal ? ' TargetMode="External"' : ''}/>`;
    edits.insert(root.closeStart, xml);
  }
  return edits.apply();
}

/** Finds names for new parts beside the ones there are: `xl/worksheets/sheet7.xml`. */
export class PartNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  like(part: string): string {
    const found = /^(.*?)[0-9]*(\.[^./]+)?$/.exec(part);
    const [base, extension] = [found?.[1] ?? part, found?.[2] ?? ''];
    let number = this.#next.get(base) ?? 1;
    while (this.#taken.has(`${base}${number}${extension}`.toLowerCase())) number++;
    this.#next.set(base, number + 1);
    const name = `${base}${number}${extension}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
