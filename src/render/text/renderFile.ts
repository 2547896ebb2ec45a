import { csvRecordWriter } from '../csv/csvWriter.js';
import type { OutputFile } from '../outputFile.js';
import { fileName } from './fileName.js';
import { type FilePart, filePartsOf, partFields, sectionsOf } from './filePart.js';
import type { FileSpec } from './fileSpec.js';
import { holds, type RenderContext } from './renderContext.js';
import { type ResolvedFile, resolvedFile } from './resolvedFile.js';
import { liquidMessage, nested } from './rowText.js';
import { type SectionLines, sectionLines } from './sectionLines.js';

/** The files of one specification: one, or one per month or value. Problems are collected in the context. */
export function renderFile(context: RenderContext, spec: FileSpec): OutputFile[] {
  if (!holds(context, spec.when)) return [];
  const file = resolvedFile(context, spec);
  const parts = filePartsOf(context, spec);
  const bodies = parts.map((part) => ({ part, ...fileBody(context, file, part) }));
  const filled = bodies.length > 1 ? bodies.filter((body) => body.rows > 0) : bodies;
  return (filled.length > 0 ? filled : bodies.slice(0, 1)).map((body) => ({
    name: fileName(context, spec, body.part),
    rows: body.rows,
    content: file.charset.encode(body.text),
  }));
}

interface FileBody {
  readonly text: string;
  readonly rows: number;
}

function fileBody(context: RenderContext, file: ResolvedFile, part: FilePart): FileBody {
  const { spec } = file;
  const pieces: string[] = [];
  let rows = 0;
  let last: SectionLines | undefined;
  const sections = sectionsOf(spec).filter((section) => holds(context, section.when));
  const written = sections.map((section) => ({
    section,
    content: sectionLines(context, file, part, section),
  }));
  const scope = (content: SectionLines | undefined) => textScope(context, part, content, rows);
  pieces.push(composed(context, file, spec.preamble, 'preamble', scope(written[0]?.content)));
  for (const { section, content } of written) {
    rows += content.lines.length;
    last = content;
    pieces.push(composed(context, file, section.preamble, 'preamble', scope(content)));
    pieces.push(linesText(context, file, content, section.header));
    pieces.push(composed(context, file, section.footer, 'footer', scope(content)));
  }
  pieces.push(composed(context, file, spec.footer, 'footer', scope(last)));
  const text = pieces.join('');
  return { rows, text: spec.dialect.finalNewline ? text : withoutLast(text, file.recordDelimiter) };
}

function linesText(
  context: RenderContext,
  file: ResolvedFile,
  content: SectionLines,
  header: boolean,
): string {
  const { dialect, recordDelimiter } = file;
  const write = csvRecordWriter({ ...dialect, recordDelimiter, quoting: dialect.quoting });
  const lines = content.lines.map(write);
  if (content.totals !== undefined) lines.push(write(content.totals));
  if (!header) return lines.join('');
  const headings = write(content.headings.map((heading) => checkedText(context, file, heading, 'header')));
  return headings + lines.join('');
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
  content: SectionLines | undefined,
  rows: number,
): object {
  const columns = (content?.headings ?? []).map((header) => ({ header }));
  return {
    ...nested({ ...context.model.run, ...partFields(part) }),
    variables: context.variables,
    columns,
    rows,
  };
}

function withoutLast(text: string, delimiter: string): string {
  return text.endsWith(delimiter) ? text.slice(0, -delimiter.length) : text;
}
