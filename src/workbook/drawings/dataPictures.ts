import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { message } from '../../i18n/message.js';
import { resolveAt } from '../content/valueContent.js';
import type { Band } from '../language/bands.js';
import type { ResolvedPlaceholder } from '../language/filling.js';
import { formatValue } from '../language/formats.js';
import { type Expression, expressionText } from '../language/grammar.js';
import { parseText } from '../language/placeholder.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { renderRefused, shortQuote, TemplateError, type WorkbookError } from '../workbookError.js';
import { childOf, descendantsOf, type XmlElement } from '../xml/parseXml.js';
import { bandAround, listObjects } from './drawing.js';
import { PICTURE_CHOICE } from './shapeTexts.js';

/** Kinds of pictures, with their content types. */
export const PICTURE_TYPES: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
};

/** A placeholder picture: the data determine the picture in its box. */
export interface DataPicture {
  readonly drawing: string;
  readonly picture: XmlElement;
  /** The relationship of the drawn picture. */
  readonly relationship: string;
  readonly band: Band;
  /** The expression that chooses the picture. */
  readonly choice: Expression;
  /** The folder of the pictures, and the name of the fallback picture. */
  readonly folder: string;
  readonly otherwise: string | undefined;
  /** Whether the text itself is shown as a QR code. */
  readonly isCode: boolean;
}

/** The placeholder pictures of a sheet. @throws TemplateError */
export function dataPictures(sheet: DrawnSheet, file: TemplatePackage): DataPicture[] {
  return file.related(sheet.partName, 'drawing').flatMap((drawing) =>
    listObjects(file.xml(drawing)).flatMap((object) => {
      const band = bandAround(object, sheet);
      return [...descendantsOf(object, 'pic')].flatMap((picture) => {
        const found = readChoice(picture);
        return found ? [{ drawing, picture, band, ...found }] : [];
      });
    }),
  );
}

function readChoice(picture: XmlElement) {
  const properties = childOf(childOf(picture, 'nvPicPr'), 'cNvPr')?.attributes ?? {};
  const written = PICTURE_CHOICE.exec(properties.descr ?? '')?.[0];
  const blip = [...descendantsOf(picture, 'blip')][0];
  const relationship = Object.entries(blip?.attributes ?? {}).find(([name]) => name.endsWith(':embed'))?.[1];
  if (written === undefined || relationship === undefined) return undefined;
  const [placeholder] = parseText(written);
  if (placeholder === undefined || typeof placeholder === 'string') return undefined;
  const { expression, source } = placeholder;
  const { name, inputs } = expression.kind === 'format' ? expression.call : { name: '', inputs: [] };
  const most = { picture: 2, qr: 0 }[name];
  if (expression.kind !== 'format' || most === undefined || inputs.length > most)
    throw new TemplateError(message('workbook.picture.noChoice', { source }));
  const [folder = '', otherwise] = inputs.map(String);
  return { relationship, choice: expression.of, folder, otherwise, isCode: name === 'qr' };
}

/** Checks a picture's placeholder. @throws TemplateError */
export function resolvePicture(
  { choice, band }: DataPicture,
  sheet: DrawnSheet,
  context: CompileContext,
): ResolvedPlaceholder {
  const bands = { rows: band, columns: sheet.columnRoot };
  const name = message('workbook.place.alternativeText');
  return resolveAt(choice, { sheet: sheet.name, name, bands }, context);
}

/**
 * The file for a repetition; undefined if the value is empty, so that no picture is shown.
 * @param pictures by their paths, `signatures/0042.png`
 * @throws WorkbookError RENDER_REFUSED if the file does not exist
 */
export function pictureFile(
  picture: DataPicture,
  pictures: ReadonlyMap<string, Uint8Array>,
  sheet: PlacedSheet,
  context: CompileContext,
): (instance: number) => string | undefined {
  const { type, valueAt } = resolvePicture(picture, sheet.drawn, context);
  const valueHere = valueAt(sheet);
  const paths = new Map([...pictures.keys()].map((path) => [withoutKind(path).toLowerCase(), path]));
  const { folder, otherwise } = picture;
  const found = (name: string): string | undefined =>
    paths.get((folder === '' ? name : `${folder}/${name}`).toLowerCase());
  return (instance) => {
    const name = formatValue(valueHere(instance), type, context.settings);
    if (name === '' && otherwise === undefined) return undefined;
    if (picture.isCode) return checkedCodePath(name, sheet.drawn.name);
    const path = found(name) ?? (otherwise === undefined ? undefined : found(otherwise));
    if (path === undefined)
      throw missingPictureError(name === '' ? (otherwise ?? '') : name, picture, sheet.drawn.name);
    return path;
  };
}

/** @throws WorkbookError RENDER_REFUSED if the text is too long for a code */
function checkedCodePath(text: string, sheet: string): string {
  const length = Buffer.byteLength(text);
  if (length <= MOST_CODE_BYTES) return codePath(text);
  const facts = { sheet, text: shortQuote(text), length, most: MOST_CODE_BYTES };
  throw renderRefused(sheet, message('workbook.picture.codeTooLong', facts));
}

function withoutKind(path: string): string {
  const at = path.lastIndexOf('.');
  return Object.hasOwn(PICTURE_TYPES, path.slice(at + 1).toLowerCase()) ? path.slice(0, at) : path;
}

function missingPictureError(name: string, { folder, choice }: DataPicture, sheet: string): WorkbookError {
  const missing = { sheet, name, example: `{{${expressionText(choice)} | picture:"${folder}","none"}}` };
  return renderRefused(
    sheet,
    folder === ''
      ? message('workbook.picture.missing', missing)
      : message('workbook.picture.missingInFolder', { ...missing, folder }),
  );
}

/** The capacity of the largest code at this error correction level. */
const MOST_CODE_BYTES = 2_000;

const CODE = /^qr:([\s\S]*)\.png$/;

/** The path that identifies the picture of a code. */
function codePath(text: string): string {
  return `qr:${text}.png`;
}

/** The picture of such a path; undefined for other paths. */
export function codePicture(path: string): Uint8Array | undefined {
  const text = CODE.exec(path)?.[1];
  return text === undefined ? undefined : qrCode(text);
}

/** A QR code as PNG in black and white, one bit per pixel; a module is eight pixels (a byte) wide. */
function qrCode(text: string): Uint8Array {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const lines = data.flatMap((modules) => {
    const line = Buffer.from([0, ...modules.map((isBlack) => (isBlack ? 0 : 0xff))]);
    return Array<Buffer>(8).fill(line);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * 8, 0);
  header.writeUInt32BE(size * 8, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[
      ['IHDR', header] as const,
      ['IDAT', deflateSync(Buffer.concat(lines))] as const,
      ['IEND', Buffer.alloc(0)] as const,
    ].map(([name, content]) => chunk(name, content)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
