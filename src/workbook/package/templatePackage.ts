import { message } from '../../i18n/message.js';
import { invalidTemplate, shortQuote } from '../workbookError.js';
import { parseXml, type XmlElement } from '../xml/parseXml.js';
import { readZip } from '../zip/readZip.js';
import { decodeXml, refuseDoctypes, XmlMeter } from './decodeXml.js';

interface PartRelationship {
  readonly id: string;
  /** The last segment of its type's URI: `worksheet`, `drawing`, `chart`. */
  readonly type: string;
  /** Path of the part, or an address outside of the file. */
  readonly target: string;
  readonly isExternal: boolean;
  readonly element: XmlElement;
}

export interface XmlPart {
  readonly source: string;
  readonly root: XmlElement;
}

/** The parts of a workbook file: their bytes, their XML (parsed once) and their relationships. */
export class TemplatePackage {
  readonly #xml = new Map<string, XmlPart>();
  readonly #relationships = new Map<string, readonly PartRelationship[]>();
  readonly #overrides = new Map<string, string>();
  readonly #defaults = new Map<string, string>();
  readonly #meter: XmlMeter;
  /** Part names differ in more than case: the original name by its lower-case form. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(
    readonly subject: string,
    readonly parts: ReadonlyMap<string, Uint8Array>,
  ) {
    this.#meter = new XmlMeter(subject);
    this.#names = new Map([...parts.keys()].map((part) => [part.toLowerCase(), part]));
    for (const { local, attributes } of this.xml('[Content_Types].xml').root.children) {
      const type = attributes.ContentType ?? '';
      if (local === 'Override') this.#overrides.set((attributes.PartName ?? '').toLowerCase(), type);
      else this.#defaults.set((attributes.Extension ?? '').toLowerCase(), type);
    }
    refuseDoctypes(parts, (part) => this.contentType(part), subject);
  }

  has(part: string): boolean {
    return this.parts.has(part);
  }

  /** @throws WorkbookError TEMPLATE_INVALID if it is missing, not XML, or not UTF-8 */
  xml(part: string): XmlPart {
    const known = this.#xml.get(part);
    if (known) return known;
    const bytes = this.parts.get(part);
    const subject = message('workbook.part', { file: this.subject, part: shortQuote(part) });
    if (!bytes) throw invalidTemplate(subject, message('workbook.file.noPart', { file: subject }));
    const source = decodeXml(bytes, subject);
    this.#meter.add(source);
    const read = { source, root: parseXml(source, subject) };
    this.#xml.set(part, read);
    return read;
  }

  contentType(part: string): string {
    const extension = part.slice(part.lastIndexOf('.') + 1).toLowerCase();
    return this.#overrides.get(`/${part.toLowerCase()}`) ?? this.#defaults.get(extension) ?? '';
  }

  /** The relationships of a part, or of the package itself (''). */
  relationships(part: string): readonly PartRelationship[] {
    const known = this.#relationships.get(part);
    if (known) return known;
    const path = this.#written(relationshipsPath(part));
    const list = this.has(path)
      ? this.xml(path).root.children.map((element) => this.#relationship(part, element))
      : [];
    this.#relationships.set(part, list);
    return list;
  }

  /** The parts that a part refers to by relationships of this type. */
  related(part: string, type: string): string[] {
    const found = this.relationships(part).filter((each) => each.type === type && !each.isExternal);
    return found.map((each) => each.target);
  }

  #written(part: string): string {
    return this.#names.get(part.toLowerCase()) ?? part;
  }

  #relationship(part: string, element: XmlElement): PartRelationship {
    const { Id: id = '', Type = '', Target = '', TargetMode } = element.attributes;
    const isExternal = TargetMode === 'External';
    const target = isExternal ? Target : this.#written(resolveTarget(part, Target));
    return { id, type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal, element };
  }
}

/**
 * Opens a workbook file from memory. It is not trusted: sizes, names and XML are checked before they are used.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export async function openTemplate(bytes: Uint8Array, subject: string): Promise<TemplatePackage> {
  if (Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0') {
    throw invalidTemplate(subject, message('workbook.file.protected', { file: subject }));
  }
  const parts = await readZip(bytes, subject);
  if (!parts.has('[Content_Types].xml')) {
    throw invalidTemplate(subject, message('workbook.file.notXlsx', { file: subject }));
  }
  return new TemplatePackage(subject, parts);
}

/** The path of a relationship's target, relative to the folder of its source part. `..` cannot leave the package. */
function resolveTarget(source: string, target: string): string {
  const folders = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..') folders.pop();
    else folders.push(step);
  }
  return folders.join('/');
}

/** The relationships part of a part: `xl/_rels/workbook.xml.rels`; for the package itself use ''. */
export function relationshipsPath(part: string): string {
  const at = part.lastIndexOf('/') + 1;
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
}

/** A target as written in a relationship of `source`: relative to the folder of its source part. */
export function relativeTarget(source: string, part: string): string {
  const from = source.split('/').slice(0, -1);
  const to = part.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** Relationships to parts of a single sheet, which are copied with it; others (pictures) are shared. */
const COPIED = new Set([
  'drawing',
  'vmlDrawing',
  'comments',
  'table',
  'chart',
  'chartEx',
  'chartUserShapes',
  'chartStyle',
  'chartColorStyle',
  'pivotTable',
  'threadedComment',
]);

/** The charts that a drawing shows, those of newer kinds (waterfall, treemap, …) too. */
export function listDrawingCharts(file: TemplatePackage, drawing: string): string[] {
  return [...file.related(drawing, 'chart'), ...file.related(drawing, 'chartEx')];
}

/** For each part of a sheet, starting with the sheet's own: its name from `nameFor`. */
export function listSheetParts(
  file: TemplatePackage,
  sheetPart: string,
  nameFor: (part: string) => string,
): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (part: string): void => {
    if (parts.has(part)) return;
    parts.set(part, nameFor(part));
    for (const { type, target, isExternal } of file.relationships(part)) {
      if (COPIED.has(type) && !isExternal) add(target);
    }
  };
  add(sheetPart);
  return parts;
}
