import type { OutputFile } from '../outputFile.js';
import { checkTextBlock } from './checkTextBlock.js';
import { csvRecordWriter } from './csvWriter.js';
import { FileBytes } from './fileBytes.js';
import { fileName } from './fileName.js';
import { type FilePart, filePartsOf, partFields, sectionsOf } from './filePart.js';
import type { FileSpec } from './fileSpec.js';
import { holds, type RenderContext } from './renderContext.js';
import { type ResolvedFile, resolvedFile } from './resolvedFile.js';
import { liquidMessage, nested } from './rowText.js';
import type { RowUnits } from './rowUnits.js';
import { type SectionLines, sectionLines } from './sectionLines.js';

/** The files of one specification: one, or one per month or value. Problems are collected in the context. */
export function renderFile(context: RenderContext, spec: FileSpec, rowUnits?: RowUnits): OutputFile[] {
  if (!holds(context, spec.when)) return [];
  const file = resolvedFile(context, spec);
  const parts = filePartsOf(context, spec);
  const bodies = parts.map((part) => ({ part, ...fileBody(context, file, part, rowUnits) }));
  const filled = bodies.length > 1 ? bodies.filter((body) => body.rows > 0) : bodies;
  return (filled.length > 0 ? filled : bodies.slice(0, 1)).map((body) => ({
    name: fileName(context, spec, body.part),
    rows: body.rows,
    content: body.bytes,
  }));
}

interface FileBody {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

function fileBody(
  context: RenderContext,
  file: ResolvedFile,
  part: FilePart,
  rowUnits: RowUnits | undefined,
): FileBody {
  const { spec } = file;
  const bytes = new FileBytes(file.charset);
  const sections = sectionsOf(spec).filter((section) => holds(context, section.when));
  const laidOut = sections.map((section) => ({
    section,
    lines: sectionLines(context, file, part, section, rowUnits),
  }));
  let rows = 0;
  const add = (text: string | undefined, place: string, lines: SectionLines | undefined) => {
    bytes.add(composed(context, file, text, place, textScope(context, part, lines, rows)));
  };
  add(spec.preamble, 'preamble', laidOut[0]?.lines);
  for (const { section, lines } of laidOut) {
    add(section.preamble, 'preamble', lines);
    rows += writeSection(context, file, lines, section.header, bytes);
    add(section.footer, 'footer', lines);
  }
  add(spec.footer, 'footer', laidOut.at(-1)?.lines);
  return { rows, bytes: bytes.finish(spec.dialect.finalNewline ? '' : file.recordDelimiter) };
}

/** Headings, lines and totals. @returns the number of lines between the two */
function writeSection(
  context: RenderContext,
  file: ResolvedFile,
  lines: SectionLines,
  header: boolean,
  bytes: FileBytes,
): number {
  const record = csvRecordWriter({ ...file.dialect, recordDelimiter: file.recordDelimiter });
  if (header) {
    bytes.add(record(lines.headings.map((heading) => checkedHeading(context, file, heading))));
  }
  const rows = lines.write((fields) => bytes.add(record(fields)));
  const totals = lines.totals();
  if (totals !== undefined) bytes.add(record(totals));
  return rows;
}

/** A pay code can be a heading too, and no more than a value may it hold what separates fields or lines. */
function checkedHeading(context: RenderContext, file: ResolvedFile, heading: string): string {
  const { quoting, delimiter } = file.dialect;
  if (quoting === 'none' && (/[\r\n]/.test(heading) || (delimiter !== '' && heading.includes(delimiter)))) {
    const message = 'holds a delimiter or a line break, and this file has no quotes';
    context.problems.add(message, { column: 'header', value: heading });
  }
  return checkedText(context, file, heading, 'header');
}

/** Text blocks end with a line break of the file's kind, whatever they have in the template. */
function composed(
  context: RenderContext,
  file: ResolvedFile,
  text: string | undefined,
  place: string,
  scope: object,
): string {
  if (text === undefined) return '';
  checkTextBlock(context, file, text, place);
  try {
    const rendered = context.liquid.render(context.liquid.parse(text), scope).replace(/\n*$/, '');
    if (rendered === '') return '';
    return `${checkedText(context, file, rendered, place).replace(/\r?\n/g, file.recordDelimiter)}${file.recordDelimiter}`;
  } catch (cause) {
    context.problems.add(liquidMessage(cause), { column: place });
    return '';
  }
}

function checkedText(context: RenderContext, file: ResolvedFile, text: string, place: string): string {
  const prepared = file.charset.prepare(text);
  const lacking = file.charset.firstUnencodable(prepared);
  if (lacking !== undefined) {
    context.problems.add(`the character ${JSON.stringify(lacking)} does not exist in ${file.charset.name}`, {
      column: place,
      value: text,
    });
  }
  return prepared;
}

function textScope(
  context: RenderContext,
  part: FilePart,
  lines: SectionLines | undefined,
  rows: number,
): object {
  const columns = (lines?.headings ?? []).map((header) => ({ header }));
  return {
    ...nested({ ...context.model.run, ...partFields(part) }),
    variables: context.variables,
    columns,
    rows,
  };
}
