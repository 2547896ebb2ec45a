import { attributeText } from '../../xml/escapeXml.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import { prefixOf } from '../../xml/xmlElement.js';
import type { TemplatePackage } from '../package/templatePackage.js';

export interface PartChanges {
  /** New part -> the part that it is a copy of. */
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  readonly workbookPart: string;
}

const TEMPLATE_TYPE = /spreadsheetml\.template\.main\+xml$/;

/** The list of content types for the parts that are written. A template (.xltx) becomes a workbook. */
export function writtenContentTypes(
  file: TemplatePackage,
  { added, removed, workbookPart }: PartChanges,
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
  for (const [part, like] of added) {
    const type = attributeText(file.contentType(like));
    edits.insert(
      root.closeStart,
      `<${prefix}Override PartName="/${attributeText(part)}" ContentType="${type}"/>`,
    );
  }
  return edits.apply();
}
