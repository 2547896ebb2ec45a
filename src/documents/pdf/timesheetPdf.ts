import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { hoursText } from '../../i18n/hoursText.js';
import { quantityText } from '../controlSlip.js';
import type { OutputFile } from '../outputFile.js';
import {
  outputName,
  type ReportContext,
  type ReportOptions,
  reportContext,
} from '../reports/reportContext.js';
import { textField } from '../reports/rowAccess.js';
import type { TemplateModel } from '../templateModel.js';
import { timesheetRows } from '../timesheets/personRows.js';
import {
  type TimesheetCode,
  type TimesheetLine,
  type TimesheetPage,
  timesheetPage,
} from '../timesheets/timesheetPage.js';
import { PAGE, PdfPages } from './pdfDocument.js';
import type { PdfFonts } from './pdfFonts.js';
import { drawTable, type PdfColumn, type PdfRow } from './pdfTable.js';
import type { UnprintedText } from './unprintedText.js';

export interface TimesheetPdfOptions extends ReportOptions {
  /** The maximum number of people per file: pdfkit keeps every page until its document ends. @default 500 */
  readonly peoplePerFile?: number;
}

/**
 * The PDF `timesheets-pdf`: a page per person to print and sign. With more than 500 people there are further files
 * (`…_timesheets-pdf-2.pdf`). The same model gives the same bytes.
 */
export async function renderTimesheetPdf(
  model: TemplateModel,
  options: TimesheetPdfOptions,
  fonts: PdfFonts,
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const perFile = options.peoplePerFile ?? 500;
  const parts: FilePart[] = [{ pages: [], unprinted: unprintedTitle(context, fonts) }];
  for (const person of timesheetRows(context)) {
    if (parts.at(-1)?.pages.length === perFile) parts.push({ pages: [], unprinted: [] });
    const { page, lacks } = printablePage(context, fonts, person);
    parts.at(-1)?.pages.push(compressPage(page));
    parts.at(-1)?.unprinted.push(...lacks);
  }
  return parts.map(({ pages, unprinted }, index) => ({
    name: outputName(context, `timesheets-pdf${index === 0 ? '' : `-${index + 1}`}`, 'pdf'),
    rows: pages.length,
    unprinted,
    content: timesheetPdf(context, fonts, pages),
  }));
}

/** The people of one file. */
interface FilePart {
  readonly pages: Uint8Array[];
  readonly unprinted: UnprintedText[];
}

/**
 * The PDFs `timesheets-pdf-each`: a file per person, named by payroll ID and name; a single page with a note if there
 * are no employees.
 */
export async function renderTimesheetPdfs(
  model: TemplateModel,
  options: ReportOptions,
  fonts: PdfFonts,
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const taken = new Set<string>();
  const ofTitle = unprintedTitle(context, fonts);
  const files = Array.from(timesheetRows(context), (person) => {
    const { page, lacks } = printablePage(context, fonts, person);
    const name = outputName(context, `timesheet_${uniquePersonName(page, taken)}`, 'pdf');
    const content = timesheetPdf(context, fonts, [compressPage(page)]);
    return { name, rows: page.lines.length, unprinted: [...ofTitle, ...lacks], content };
  });
  return files.length === 0 ? renderTimesheetPdf(model, options, fonts) : files;
}

/** A person's page; a name that cannot be printed as it is has the payroll ID beside it. */
function printablePage(
  context: ReportContext,
  fonts: PdfFonts,
  person: Parameters<typeof timesheetPage>[1],
): { page: TimesheetPage; lacks: UnprintedText[] } {
  const page = timesheetPage(context, person);
  const { name, plainName, number, lines, codes } = page;
  const id = number || textField(person.employee, 'employee.id');
  const who = plainName === id ? plainName : `${plainName} (${id})`;
  const written = lines.flatMap(({ remark, establishment }) => [remark, establishment]);
  const texts = [name, ...written, ...codes.map(({ label }) => label)];
  const missing = fonts.missing(texts.join('\n'));
  if (missing === undefined) return { page, lacks: [] };
  const shown = fonts.missing(name) === undefined ? name : who;
  return { page: { ...page, name: shown }, lacks: [{ who, ...missing }] };
}

function unprintedTitle({ subtitle }: ReportContext, fonts: PdfFonts): UnprintedText[] {
  const missing = fonts.missing(subtitle);
  return missing === undefined ? [] : [{ who: subtitle, ...missing }];
}

/** All pages are kept compressed until their files are written one at a time: a tenth of their uncompressed size. */
function compressPage(page: TimesheetPage): Uint8Array {
  return deflateRawSync(JSON.stringify(page), { level: 1 });
}

function expandPage(page: Uint8Array): TimesheetPage {
  return JSON.parse(inflateRawSync(page).toString('utf8'));
}

/** In characters: employer and period precede it, and file systems allow 255 bytes. */
const LONGEST_NAME = 40;

/** `1007_Janssens-Ann`, or `Janssens-Ann_Bakery-North` for a namesake without a payroll ID; unique on any file system. */
function uniquePersonName(
  { number, plainName, distinction = '' }: TimesheetPage,
  taken: Set<string>,
): string {
  const parts = [plainPart(plainName), number === '' ? plainPart(distinction) : ''];
  const base = [number.replace(/[^\p{L}\p{N}-]+/gu, '-'), ...parts].filter(Boolean).join('_') || 'employee';
  let wanted = base;
  for (let count = 2; taken.has(wanted.toLowerCase()); count += 1) wanted = `${base}-${count}`;
  taken.add(wanted.toLowerCase());
  return wanted;
}

/** A text as a part of a file name. */
function plainPart(text: string): string {
  const plain = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return [...plain].slice(0, LONGEST_NAME).join('');
}

const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const TABLE_TOP = 108;
/** Space for the hours per pay code and the signatures. */
const FOOT_HEIGHT = 92;
const ROW_HEIGHT = { most: 15.2, least: 10.5 } as const;
const FREE = '#eef2f5';
const HOLIDAY = '#fcefcf';
const WEEK = '#dfe8ef';

/** Draws one person at a time, each on separate pages; bytes are returned as they are generated. */
async function* timesheetPdf(
  context: ReportContext,
  fonts: PdfFonts,
  people: readonly Uint8Array[],
): AsyncGenerator<Uint8Array> {
  const { say, run, language, subtitle } = context;
  const title = `${say('reports.timesheets')} · ${subtitle}`;
  const pages = await PdfPages.open({ title, language, date: run('to') }, fonts);
  const root = pages.document.struct('Document');
  pages.document.addStructure(root);
  for (const person of people) {
    drawPerson(context, pages, root, expandPage(person));
    yield pages.ready();
  }
  if (people.length === 0) drawNobody(context, pages, root);
  root.end();
  yield pages.end();
}

function drawNobody(context: ReportContext, pages: PdfPages, root: PDFKit.PDFStructureElement): void {
  const { say } = context;
  pages.addPage();
  drawTitle(context, say('reports.timesheets'), createLineDrawer(pages, root));
  createLineDrawer(pages, root)('P', say('reports.nothingWorked'), 76, 11, {});
}

function drawPerson(
  context: ReportContext,
  pages: PdfPages,
  root: PDFKit.PDFStructureElement,
  person: TimesheetPage,
): void {
  const section = pages.document.struct('Sect');
  root.add(section);
  const room = PAGE.height - PAGE.margin - FOOT_HEIGHT - codesHeight(person) - TABLE_TOP;
  const perPage = Math.floor(room / ROW_HEIGHT.least) - 2;
  const chunks = splitIntoChunks(person.lines, perPage);
  for (const [index, lines] of chunks.entries()) {
    pages.addPage();
    drawHeader(context, pages, section, person);
    const isLast = index === chunks.length - 1;
    const rows = [
      ...lines.map((line) => buildPdfRow(context, line, person)),
      ...(isLast ? [totalRow(context, person)] : []),
    ];
    const rowHeight = Math.min(ROW_HEIGHT.most, room / (rows.length + 1));
    const bottom = drawTable(pages, section, {
      columns: buildColumns(context, person),
      rows,
      left: LEFT,
      top: TABLE_TOP,
      rowHeight,
      textSize: Math.min(8, rowHeight * 0.6),
      headings: 'shown',
    });
    if (isLast) drawFoot(context, pages, section, person, bottom);
  }
  section.end();
}

function drawHeader(
  context: ReportContext,
  pages: PdfPages,
  section: PDFKit.PDFStructureElement,
  person: TimesheetPage,
): void {
  const { say } = context;
  const line = createLineDrawer(pages, section);
  drawTitle(context, say('reports.timesheet'), line);
  line('H2', person.name, 72, 12, { font: 'bold' });
  line('P', `${say('reports.number')} ${person.numbers || '–'}`, 89, 8.5, {});
}

type DrawLine = (
  tag: 'H1' | 'H2' | 'P',
  text: string,
  y: number,
  size: number,
  look: { color?: string; font?: 'bold' },
) => void;

/** Draws lines across the full width in a part of the document. */
function createLineDrawer(pages: PdfPages, section: PDFKit.PDFStructureElement): DrawLine {
  const width = RIGHT - LEFT;
  return (tag, text, y, size, look) =>
    section.add(pages.document.struct(tag, {}, () => pages.text(text, { x: LEFT, y, width, size, ...look })));
}

/** The title: document, employee, period, and whether it is a draft. */
function drawTitle({ say, subtitle, draft }: ReportContext, title: string, line: DrawLine): void {
  line('H1', title, 34, 15, { font: 'bold', color: '#20405a' });
  line(
    'P',
    draft ? `${say('reports.draftNote')} · ${subtitle}` : subtitle,
    54,
    8.5,
    draft ? { color: '#9a5a00' } : {},
  );
}

/** Clock times with an offset, such as `02:45 +02:00`, need wider columns. */
const CLOCK = { plain: { start: 34, end: 44 }, withOffset: { start: 54, end: 66 } } as const;

function buildColumns({ say }: ReportContext, page: TimesheetPage): PdfColumn[] {
  const { lines, showsPaid } = page;
  const timed = (heading: string): PdfColumn => ({ heading, width: 39, align: 'right' });
  const hasOffset = lines.some(({ start, end }) => Math.max(start.length, end.length) > '22:00 +1'.length);
  const clock = hasOffset ? CLOCK.withOffset : CLOCK.plain;
  const columns: PdfColumn[] = [
    { heading: say('reports.date'), width: 50, align: 'left' },
    { heading: say('reports.weekday'), width: 34, align: 'left' },
    { heading: say('reports.start'), width: clock.start, align: 'right' },
    { heading: say('reports.end'), width: clock.end, align: 'right' },
    { heading: say('reports.establishment'), width: hasOffset ? 70 : 96, align: 'left' },
    timed(say('reports.break')),
    timed(say('reports.net')),
    ...(hasPlan(page) ? [timed(say('reports.planned'))] : []),
    timed(say('reports.worked')),
    ...(showsPaid ? [timed(say('reports.paid'))] : []),
  ];
  const rest = RIGHT - LEFT - columns.reduce((sum, { width }) => sum + width, 0);
  return [...columns, { heading: say('reports.remark'), width: rest, align: 'left' }];
}

/** Without any plans, there is no column for them. */
function hasPlan({ plannedMinutes }: TimesheetPage): boolean {
  return plannedMinutes !== null;
}

function buildPdfRow(context: ReportContext, line: TimesheetLine, page: TimesheetPage): PdfRow {
  const cells = [
    line.date,
    line.weekday,
    line.start,
    line.end,
    line.establishment,
    formatTime(context, line.breakMinutes),
    formatTime(context, line.netMinutes),
    ...(hasPlan(page) ? [formatTime(context, line.plannedMinutes)] : []),
    formatTime(context, line.workedMinutes),
    ...(page.showsPaid ? [formatTime(context, line.paidMinutes)] : []),
    line.remark,
  ];
  if (line.kind === 'week') return { cells, font: 'bold', fill: WEEK };
  if (line.isHoliday) return { cells, fill: HOLIDAY };
  return line.isFree ? { cells, fill: FREE } : { cells };
}

function totalRow(context: ReportContext, person: TimesheetPage): PdfRow {
  const times = [
    ...(hasPlan(person) ? [person.plannedMinutes] : []),
    person.workedMinutes,
    ...(person.showsPaid ? [person.paidMinutes] : []),
  ];
  return {
    cells: [
      context.say('reports.total'),
      '',
      '',
      '',
      '',
      '',
      '',
      ...times.map((minutes) => formatTime(context, minutes)),
      '',
    ],
    font: 'bold',
    fill: '#c9d9e6',
  };
}

/** Two lines of the hours account. */
const ACCOUNT_HEIGHT = 22;

function codesHeight({ codes, account }: TimesheetPage): number {
  return codes.length * 11 + (account === '' ? 0 : ACCOUNT_HEIGHT);
}

/** Hours per pay code, with premiums separate from base hours, and the signature lines. */
function drawFoot(
  context: ReportContext,
  pages: PdfPages,
  section: PDFKit.PDFStructureElement,
  { codes, account, legend }: TimesheetPage,
  bottom: number,
): void {
  const { say } = context;
  const kindOf = ({ kind }: TimesheetCode) => (kind === 'loading' ? say('reports.paidOnTop') : '');
  const belowCodes = drawTable(pages, section, {
    columns: [
      { heading: '', width: 190, align: 'left' },
      { heading: '', width: 60, align: 'right' },
      { heading: '', width: 110, align: 'left' },
    ],
    rows: codes.map((code) => ({
      cells: [code.label, formatAmount(context, code), kindOf(code)],
    })),
    left: LEFT,
    top: bottom + 10,
    rowHeight: 11,
    textSize: 7.5,
    headings: 'hidden',
  });
  if (account !== '') {
    const box = { x: LEFT, y: belowCodes + 5, width: RIGHT - LEFT, size: 7.5 };
    section.add(pages.document.struct('P', {}, () => pages.text(account, box)));
  }
  const below = belowCodes + (account === '' ? 0 : ACCOUNT_HEIGHT);
  if (legend !== '') {
    const box = { x: LEFT, y: below + 5, width: RIGHT - LEFT, size: 7, color: '#5b6670' };
    section.add(pages.document.struct('P', {}, () => pages.text(legend, box)));
  }
  const y = Math.max(below + 40, PAGE.height - PAGE.margin - 24);
  const places = [
    [say('reports.signatureEmployee'), LEFT, 150],
    [say('reports.signatureDate'), LEFT + 160, 80],
    [say('reports.signatureEmployer'), LEFT + 275, 150],
    [say('reports.signatureDate'), LEFT + 435, 88],
  ] as const;
  for (const [text, x, width] of places) {
    pages.rule([x, y], [x + width, y], '#1b2733');
    section.add(pages.document.struct('P', {}, () => pages.text(text, { x, y: y + 3, width, size: 7.5 })));
  }
}

function formatAmount(context: ReportContext, { unit, amount }: TimesheetCode): string {
  return unit === 'minutes' ? formatTime(context, amount) : quantityText(amount, unit, context.language);
}

/** In the run's notation; empty for null. */
function formatTime({ hours, language }: ReportContext, minutes: number | null): string {
  return minutes === null ? '' : hoursText(minutes, hours, language);
}

function splitIntoChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at === 0 || at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
