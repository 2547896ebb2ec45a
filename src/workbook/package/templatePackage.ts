import { type Message, message, type Text } from '../messages.js';
import { invalidTemplate, shortQuote, WorkbookError } from '../workbookError.js';
import { parseXml, type XmlCount, type XmlElement } from '../xml/xml.js';
import { readZip } from '../zip/readZip.js';

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
  readonly #counts: Record<XmlCount, number> = { characters: 0, cells: 0, elements: 0, attributes: 0 };
  /** Part names are case-insensitive: original names by their lower-case forms. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(
    readonly subject: string,
    readonly parts: ReadonlyMap<string, Uint8Array>,
  ) {
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
    const source = this.text(part);
    this.#refuseHuge(source);
    const read = { source, root: parseXml(source, this.#subjectOf(part), this.#count) };
    this.#xml.set(part, read);
    return read;
  }

  /** The text of an XML part that is not kept. @throws WorkbookError TEMPLATE_INVALID if it is missing, or not UTF-8 */
  text(part: string): string {
    const bytes = this.parts.get(part);
    const subject = this.#subjectOf(part);
    if (!bytes) throw invalidTemplate(message('file.noPart', { file: subject }));
    return decodeXml(bytes, subject);
  }

  /** Before it is parsed, which would take the memory first. Each element begins with one of these characters. */
  #refuseHuge(source: string): void {
    let tags = 0;
    for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1))
      if (source[at + 1] !== '/') tags += 1;
    const [kind, most] = ['elements', MOST_XML.elements] as const;
    if (this.#counts.elements + tags > most)
      throw invalidTemplate(message('xml.tooMuch', { file: this.subject, most, kind }));
  }

  #subjectOf(part: string): Message {
    return message('part', { file: this.subject, part: shortQuote(part) });
  }

  readonly #count = (kind: XmlCount, count: number): void => {
    this.#counts[kind] += count;
    const most = MOST_XML[kind];
    if (this.#counts[kind] > most)
      throw invalidTemplate(message('xml.tooMuch', { file: this.subject, most, kind }));
  };

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
    throw invalidTemplate(message('file.protected', { file: subject }));
  }
  const parts = await readZip(bytes, subject);
  if (!parts.has('[Content_Types].xml')) {
    throw invalidTemplate(message('file.notXlsx', { file: subject }));
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

/** The charts in a drawing, including newer kinds (waterfall, treemap, …). */
export function listDrawingCharts(file: TemplatePackage, drawing: string): string[] {
  return [...file.related(drawing, 'chart'), ...file.related(drawing, 'chartEx')];
}

/**
 * For each part of a sheet, starting with the sheet's own: its name from `nameFor`.
 * @param without parts that are left out, with those that only they refer to
 */
export function listSheetParts(
  file: TemplatePackage,
  sheetPart: string,
  nameFor: (part: string) => string,
  without: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (part: string): void => {
    if (parts.has(part) || without.has(part)) return;
    parts.set(part, nameFor(part));
    for (const { type, target, isExternal } of file.relationships(part)) {
      if (COPIED.has(type) && !isExternal) add(target);
    }
  };
  add(sheetPart);
  return parts;
}

/** Encodings with one byte per character that include ASCII, so that the declaration itself can be read. */
const SINGLE_BYTE = /^(us-ascii|ascii|iso-8859-\d{1,2}|latin1|windows-125\d)$/i;
const DECLARED = /^(?:\ufeff|\xef\xbb\xbf)?<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/;

/**
 * The text of an XML part, with a declaration of UTF-8, because it is written as UTF-8.
 * @throws WorkbookError TEMPLATE_INVALID for other encodings, and if the bytes do not match the declared one
 */
function decodeXml(bytes: Uint8Array, subject: Text): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return asUtf8(decoded(bytes, wide, subject));
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  const [, double, single] = DECLARED.exec(head) ?? [];
  const name = double ?? single ?? 'utf-8';
  if (/^utf-?8$/i.test(name)) return decoded(bytes, 'utf-8', subject);
  const named = { file: subject, encoding: shortQuote(name) };
  if (!SINGLE_BYTE.test(name)) throw invalidTemplate(message('xml.otherEncoding', named));
  // A byte order mark has priority over the declaration, and ASCII is valid UTF-8.
  const isUtf8 = head.startsWith('\xef\xbb\xbf') || /ascii$/i.test(name);
  const source = decoded(bytes, isUtf8 ? 'utf-8' : name, subject);
  return asUtf8(source);
}

/** UTF-16 by its mark, or by the first `<`. */
function wideEncoding([a, b]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

function asUtf8(source: string): string {
  return source.replace(/^\ufeff/, '').replace(DECLARED, (declaration, double?: string, single?: string) => {
    const quote = declaration.slice(-1);
    const name = double ?? single ?? '';
    return `${declaration.slice(0, -2 - name.length)}${quote}UTF-8${quote}`;
  });
}

function decoded(bytes: Uint8Array, encoding: string, subject: Text): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const named = { file: subject, encoding: encoding.toUpperCase() };
    throw invalidTemplate(message('xml.badEncoding', named), cause);
  }
}

const XML_EXTENSION = /\.(xml|rels|vml)$/i;
const XML_TYPE = /[+/](xml|vmlDrawing)$/i;

/**
 * Refuses document type declarations in any part, also in those that are only copied: a program that opens the report
 * would resolve their entities. Encodings in which they could hide are refused as well.
 * @throws WorkbookError TEMPLATE_INVALID
 */
function refuseDoctypes(
  parts: ReadonlyMap<string, Uint8Array>,
  contentType: (part: string) => string,
  subject: string,
): void {
  for (const [part, bytes] of parts) {
    const first = firstMarkup(bytes);
    const file = message('part', { file: subject, part: shortQuote(part) });
    const refuse = (text: Message) => new WorkbookError('TEMPLATE_INVALID', text, { record: subject });
    if (/^<!DOCTYPE/i.test(first)) throw refuse(message('xml.dtd', { file }));
    const isXml = XML_EXTENSION.test(part) || XML_TYPE.test(contentType(part));
    if (isXml && first !== '' && !/^<[^!?]/.test(first)) throw refuse(message('xml.malformed', { file }));
  }
}

const SKIPPED = /[\0-\x20]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;

/** The first characters after spaces, instructions and comments: those of the first element in a valid part. */
function firstMarkup(bytes: Uint8Array): string {
  const text = asText(bytes);
  let at = 0;
  do {
    SKIPPED.lastIndex = at;
    at += SKIPPED.exec(text)?.[0].length ?? 0;
  } while (SKIPPED.lastIndex > 0);
  return text.slice(at, at + 9);
}

/** Markup is ASCII, so wrongly decoded letters do not matter here. */
function asText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/^\xef\xbb\xbf/, '');
}

/**
 * Size limits of the parts that are read, because they are kept in memory during filling. 200,000 cells are 4,000 rows
 * by 50 columns, far more than a person draws.
 */
const MOST_XML = {
  characters: 40 * 1024 * 1024,
  cells: 200_000,
  elements: 1_000_000,
  attributes: 1_500_000,
};
