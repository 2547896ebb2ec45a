import { readCsvRows } from '../../domain/csv/csvRows.js';
import { message, verbatim } from '../../i18n/message.js';
import { parseExpression, pathsIn } from '../../language/grammar.js';
import { areaName, type Cell, writeWorkbook } from '../../workbook/index.js';
import type { ControlSlip } from '../controlSlip.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import { workbookContent } from '../workbookWords.js';
import { factsOfText, testFacts } from './composedText.js';
import { sheetReadBack } from './correctionReadBack.js';
import type { AccountedFile, TemplateAccount } from './fileAccount.js';
import { placeFile } from './fileName.js';
import { buildFileParts, type FilePart, isWholePeriod, partFields } from './filePart.js';
import type { FileSpec } from './fileSpec.js';
import { type RenderContext, whenHolds } from './renderContext.js';
import { FileBytes, type ResolvedFile, resolveFile } from './resolvedFile.js';
import { rowFilter } from './rowFilter.js';
import { type RowUnits, SlipUnits } from './rowUnits.js';
import { TextBody } from './textBody.js';
import { TreeData } from './treeScope.js';
import { isXmlTree } from './treeSpec.js';
import { writeJson, writeXml } from './writeTree.js';

/** How the files of a specification are rendered. */
interface FileOptions {
  readonly rowUnits?: RowUnits | undefined;
  /** Of new payroll files: where the amounts of the run are. */
  readonly account?: TemplateAccount | undefined;
}

/**
 * The files of one specification: one, or one per month or value. Problems are collected in the context.
 */
export function renderFile(
  context: RenderContext,
  spec: FileSpec,
  { rowUnits, account }: FileOptions = {},
): OutputFile[] {
  if (!whenHolds(context, spec.when)) return [];
  const { given } = rowUnits ?? {};
  if (given !== undefined && !given.hasFile(spec)) return [];
  const file = resolveFile(context, spec);
  const parts = given?.partsOf(spec) ?? buildFileParts(context, spec);
  // Given records are of finals, whose files have met these requirements.
  if (rowUnits?.isWritten !== false && given === undefined) checkPeriod(context, spec, parts);
  noteRows(context, spec);
  const bodies = parts.map((each) => ({
    part: each,
    ...fileBody(context, file, each, { rowUnits, account }),
  }));
  const filled = bodies.length > 1 ? bodies.filter((body) => body.rows > 0) : bodies;
  return (filled.length > 0 ? filled : bodies.slice(0, 1)).map((body) => {
    const output = {
      ...placeFile(context, spec, body.part),
      rows: body.rows,
      content: sheetOf(context, file, body, given !== undefined) ?? body.bytes,
      ...(body.slip === undefined ? {} : { controlSlip: body.slip }),
    };
    if (body.accounted !== undefined) body.accounted.output = output;
    return output;
  });
}

/** The template's requirements for the period, such as the length of a week for a weekly payroll. */
function checkPeriod(context: RenderContext, { checks }: FileSpec, parts: readonly FilePart[]): void {
  for (const { when, must, message: said } of checks) {
    if (!whenHolds(context, when)) continue;
    const [column = must] = pathsIn(parseExpression(must));
    for (const part of parts) {
      const facts = factsOfText({ ...context.model.run, ...partFields(part) }, context.variables);
      const found = testFacts(must, facts);
      if (found === true) continue;
      const value = String(facts.value(column) ?? '');
      context.problems.add(found === false ? verbatim(said) : found, { column, value });
    }
  }
  refusePartPeriods(context, parts);
}

/** A payroll system with one amount per period would replace the whole amount with a part of it. */
function refusePartPeriods(context: RenderContext, parts: readonly FilePart[]): void {
  const { target } = context.spec;
  if (target?.wholePeriods === undefined) return;
  for (const part of parts) {
    const { from, to, month, monthEnd } = part;
    if (isWholePeriod(part, target.wholePeriods)) continue;
    const problem = message(PART_REFUSED[target.wholePeriods]);
    const partOf = { problem, from: month, to: monthEnd };
    context.problems.add(from < month ? problem : message('template.period.partOf', partOf), {
      value: `${from}..${to}`,
    });
  }
}

const PART_REFUSED = {
  'calendar-months': 'template.period.calendarMonths',
  'pay-periods': 'template.period.payPeriods',
} as const;

/** Adds the template's notices whose rows occur. */
function noteRows(context: RenderContext, { notices }: FileSpec): void {
  for (const { when, data, filter, message: said } of notices) {
    if (!whenHolds(context, when)) continue;
    const rows = context.model.dataSets.get(data)?.rows ?? [];
    if (someRow(rows, rowFilter(context, filter, data))) context.notices.add(verbatim(said));
  }
}

function someRow(rows: Iterable<DataRow>, isWanted: (row: DataRow) => boolean): boolean {
  for (const row of rows) if (isWanted(row)) return true;
  return false;
}

interface FileBody {
  readonly accounted?: AccountedFile | undefined;
  readonly slip?: ControlSlip | undefined;
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** The positions of columns that identify employees or pay codes. */
  readonly keys: ReadonlySet<number>;
}

function fileBody(
  context: RenderContext,
  file: ResolvedFile,
  part: FilePart,
  { rowUnits, account }: Pick<FileOptions, 'rowUnits' | 'account'>,
): FileBody {
  const { spec } = file;
  const bytes = new FileBytes(file.charset);
  const accounted = account?.open(spec);
  const units = context.spec.audience === 'payroll' ? new SlipUnits(rowUnits ?? accounted) : undefined;
  const { rows, keys } = writeBody(context, file, part, { bytes, rowUnits: units ?? rowUnits });
  const finished = bytes.finish(spec.dialect.finalNewline ? '' : file.recordDelimiter);
  if (context.problems.list.length === 0) rowUnits?.given?.readBack(file, part, finished);
  return { rows, keys, accounted, slip: units?.slip(), bytes: finished };
}

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

/**
 * The lines as the only sheet of a workbook, if the template has them so: amounts are numbers, and keys that a number
 * would change (2.10) stay texts.
 * @param isReadBack whether the finished workbook is compared with the lines, whose amounts were already compared
 */
function sheetOf(
  { model, templateName }: RenderContext,
  { spec, dialect }: ResolvedFile,
  { bytes, keys }: Pick<FileBody, 'bytes' | 'keys'>,
  isReadBack: boolean,
): AsyncIterable<Uint8Array> | undefined {
  const { sheet: name } = spec.dialect;
  if (name === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  let next = 1;
  const lines = readCsvRows(text, dialect.delimiter, 'kept').flatMap(
    ({ line, lastLine, cells }): string[][] => {
      const blank = Array.from({ length: line - next }, () => []);
      next = lastLine + 1;
      return [...blank, [...cells]];
    },
  );
  const rows = lines.map((cells) => ({
    cells: cells.map((text, index) => sheetCell(text, keys.has(index))),
  }));
  const columns = Math.max(1, ...lines.map(({ length }) => length));
  const [employer, to] = [model.run['run.employerName'], model.run['run.to']].map((value) => String(value));
  const content = workbookContent(
    writeWorkbook({
      properties: {
        creator: 'paytally',
        title: name,
        subject: '',
        company: employer ?? '',
        description: '',
        createdAtUtc: `${to}T00:00:00Z`,
      },
      styles: new Map([['plain', {}]]),
      sheets: [
        {
          name,
          settings: { widths: Array.from({ length: columns }, () => SHEET_COLUMN) },
          rows: () => rows,
          area: areaName(1, 1, columns, Math.max(1, rows.length)),
        },
      ],
    }),
  );
  return isReadBack ? sheetReadBack(templateName, content, lines) : content;
}

function sheetCell(text: string, isKey: boolean): Cell | undefined {
  if (text === '') return undefined;
  const isNumber = PLAIN_NUMBER.test(text) && (!isKey || String(Number(text)) === text);
  return { style: 'plain', value: isNumber ? Number(text) : text };
}

/** Characters: enough for the headings and amounts of payroll sheets. */
const SHEET_COLUMN = 14;

/** @returns the number of rows written, and the positions of columns with keys */
function writeBody(
  context: RenderContext,
  file: ResolvedFile,
  part: FilePart,
  { bytes, rowUnits }: { readonly bytes: FileBytes; readonly rowUnits: RowUnits | undefined },
): Pick<FileBody, 'rows' | 'keys'> {
  const { tree } = file.spec;
  if (tree === undefined) {
    const body = new TextBody(context, { ...file, running: { line: 0 } }, part, rowUnits, bytes);
    body.write();
    return body;
  }
  const data = new TreeData(context, file.spec, part, rowUnits);
  const write = (text: string) => bytes.add(text);
  const rows = isXmlTree(tree) ? writeXml(data, file, tree, write) : writeJson(data, file, tree, write);
  return { rows, keys: new Set() };
}
