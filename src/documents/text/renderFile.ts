import type { ControlSlip } from '../controlSlip.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { FileBytes } from './fileBytes.js';
import { fileName } from './fileName.js';
import { type FilePart, filePartsOf, partFields } from './filePart.js';
import { SlipUnits } from './fileSlip.js';
import type { FileSpec } from './fileSpec.js';
import { writeJson } from './jsonFile.js';
import { holds, type RenderContext } from './renderContext.js';
import { type ResolvedFile, resolvedFile } from './resolvedFile.js';
import type { RowUnits } from './rowUnits.js';
import { rowFilter } from './selectRows.js';
import { TextBody } from './textBody.js';
import { TreeData } from './treeScope.js';
import { isXmlTree } from './treeSpec.js';
import { writeXml } from './xmlFile.js';

/** The files of one specification: one, or one per month or value. Problems are collected in the context. */
export function renderFile(context: RenderContext, spec: FileSpec, rowUnits?: RowUnits): OutputFile[] {
  if (!holds(context, spec.when)) return [];
  const file = resolvedFile(context, spec);
  const parts = filePartsOf(context, spec);
  const bodies = parts.map((part) => ({ part, ...fileBody(context, file, part, rowUnits) }));
  const filled = bodies.length > 1 ? bodies.filter((body) => body.rows > 0) : bodies;
  checkPeriod(context, spec, parts);
  noteRows(context, spec);
  return (filled.length > 0 ? filled : bodies.slice(0, 1)).map((body) => ({
    name: fileName(context, spec, body.part),
    rows: body.rows,
    content: body.bytes,
    ...(body.slip === undefined ? {} : { controlSlip: body.slip }),
  }));
}

/** What the template says must hold for the period, such as the length of a week for a weekly payroll. */
function checkPeriod(context: RenderContext, { checks }: FileSpec, parts: readonly FilePart[]): void {
  for (const { when, field, min, max, in: list, message } of checks) {
    if (!holds(context, when)) continue;
    for (const part of parts) {
      const value = { ...context.model.run, ...partFields(part) }[field] ?? null;
      const isRight =
        (min === undefined || Number(value) >= min) &&
        (max === undefined || Number(value) <= max) &&
        (list === undefined || list.some((each) => String(each) === String(value)));
      if (!isRight) context.problems.add(message, { column: field, value: String(value ?? '') });
    }
  }
}

/** What somebody should know where there are rows of a kind. */
function noteRows(context: RenderContext, { notices }: FileSpec): void {
  for (const { when, data, filter, message } of notices) {
    if (!holds(context, when)) continue;
    const rows = context.model.dataSets.get(data)?.rows ?? [];
    if (someRow(rows, rowFilter(context, filter))) context.notices.add(message);
  }
}

function someRow(rows: Iterable<DataRow>, isWanted: (row: DataRow) => boolean): boolean {
  for (const row of rows) if (isWanted(row)) return true;
  return false;
}

interface FileBody {
  readonly slip?: ControlSlip | undefined;
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
  if (spec.tree !== undefined) {
    const data = new TreeData(context, part);
    const write = (text: string) => bytes.add(text);
    const rows = isXmlTree(spec.tree)
      ? writeXml(data, file, spec.tree, write)
      : writeJson(data, file, spec.tree, write);
    return { rows, bytes: bytes.finish(spec.dialect.finalNewline ? '' : file.recordDelimiter) };
  }
  const units = context.spec.audience === 'payroll' ? new SlipUnits(rowUnits) : undefined;
  const body = new TextBody(context, { ...file, running: { line: 0 } }, part, units ?? rowUnits, bytes);
  body.write();
  const slip = units?.slip();
  return {
    rows: body.rows,
    slip,
    bytes: bytes.finish(spec.dialect.finalNewline ? '' : file.recordDelimiter),
  };
}
