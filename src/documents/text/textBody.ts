import { groupBy } from '../../domain/collections.js';
import { message } from '../../i18n/message.js';
import type { Facts } from '../../language/compileText.js';
import type { DataRow, Field } from '../dataSet.js';
import { expressionProblem } from '../languageWords.js';
import { factsOfText, textSettings, writeText } from './composedText.js';
import type { CorrectionReadBack } from './correctionReadBack.js';
import { type CsvRecordWriter, csvRecordWriter } from './csvRecord.js';
import { FieldValues, findDataSet } from './fieldValues.js';
import { DividedFile, type FilePart, partFields } from './filePart.js';
import { type BlockSpec, plainSections, type SectionSpec, type TextLine } from './fileSpec.js';
import { checksPremiums, holdsMinutes, refuseMixed } from './refusedRows.js';
import { type RenderContext, resolveVariable, whenHolds } from './renderContext.js';
import type { FileBytes, ResolvedFile } from './resolvedFile.js';
import { rowFilter } from './rowFilter.js';
import { fieldsKey, groupRows, NO_CODES, refuseSeveralNumbers, sortRecords } from './rowRecords.js';
import { conditionFields } from './rowSelection.js';
import type { RowUnits } from './rowUnits.js';
import { type CombinedSums, combineSums, layOutSection, type SectionLines } from './sectionLines.js';

interface LaidOut {
  readonly section: SectionSpec;
  readonly lines: SectionLines;
}

/** A block for one combination of values. */
interface LaidOutBlock {
  readonly block: BlockSpec;
  readonly row: DataRow;
  readonly sections: readonly LaidOut[];
}

/** A part of a file with the values of its block. */
interface BlockPart {
  readonly part: FilePart;
  readonly row: DataRow;
}

/** Plans texts, sections and blocks at once, and writes them in order. */
export class TextBody {
  rows = 0;
  /** The positions of columns with keys, in any section. */
  readonly keys = new Set<number>();
  readonly #outside: readonly LaidOut[];
  readonly #inside: readonly LaidOutBlock[];
  readonly #record: CsvRecordWriter;

  constructor(
    readonly context: RenderContext,
    readonly file: ResolvedFile,
    readonly part: FilePart,
    readonly rowUnits: RowUnits | undefined,
    readonly bytes: FileBytes,
  ) {
    const { spec } = file;
    this.#record = csvRecordWriter({ ...file.dialect, recordDelimiter: file.recordDelimiter });
    this.#outside = this.#layOut(plainSections(spec), part);
    this.#inside = (spec.blocks ?? [])
      .filter(({ when }) => whenHolds(context, when))
      .flatMap((block) => {
        const parts = this.#partsOf(block, part);
        const partsOfAll = () => this.#allPartsOf(block, parts);
        const divided = part.divided?.ofBlock(block, partsOfAll) ?? new DividedFile(partsOfAll);
        return parts.map((each) => ({
          block,
          row: each.row,
          sections: this.#layOut(block.sections, { ...each.part, divided }),
        }));
      });
  }

  write(): void {
    const { spec } = this.file;
    const [sections, inside] = [this.#outside, this.#inside];
    const all = [...sections, ...inside.flatMap((each) => each.sections)];
    this.#text(spec.preamble, 'preamble', all, sections[0]);
    this.#sections(sections, {});
    for (const { block, row, sections: ofBlock } of inside) {
      this.#text(block.preamble, 'preamble', ofBlock, ofBlock[0], row);
      this.#sections(ofBlock, row);
      this.#text(block.footer, 'footer', ofBlock, ofBlock.at(-1), row);
    }
    this.#text(spec.footer, 'footer', all, sections.at(-1));
  }

  #layOut(sections: readonly SectionSpec[], part: FilePart): LaidOut[] {
    return sections
      .filter((section) => whenHolds(this.context, section.when))
      .map((section) => {
        const lines = layOutSection(this.context, this.file, part, section, this.rowUnits);
        for (const index of lines.keys) this.keys.add(index);
        return { section, lines };
      });
  }

  #sections(laidOut: readonly LaidOut[], row: DataRow): void {
    for (const each of laidOut) {
      const { section, lines } = each;
      this.#text(section.preamble, 'preamble', [each], each, row);
      this.#lines(lines, hasHeadings(this.context, section));
      this.#text(section.footer, 'footer', [each], each, row);
    }
  }

  /** Headings, lines, what a limit leaves out, and totals. */
  #lines(lines: SectionLines, hasHeadings: boolean): void {
    if (hasHeadings) this.#headings(lines);
    this.#readBack?.begin(lines);
    for (const record of lines.records) lines.writeRecord(record, this.#writeLine);
    this.#readBack?.begin(undefined);
    const [others, totals] = [lines.others(), lines.totals()];
    for (const sums of [others, totals]) {
      if (sums === undefined) continue;
      this.bytes.add(this.#record(sums));
      this.#readBack?.add(sums, []);
    }
    if (totals === undefined || others !== undefined) return;
    const printed = lines.totalled.map((index) => ({
      heading: lines.headings[index] ?? '',
      text: totals[index] ?? '',
    }));
    this.#readBack?.addTotals(printed, [lines]);
  }

  /** Of a correction: what is compared with the bytes of the file. */
  get #readBack(): CorrectionReadBack | undefined {
    return this.rowUnits?.given?.readBackOf(this.file.spec, this.part);
  }

  readonly #writeLine = (fields: readonly string[]): void => {
    this.bytes.add(this.#record(fields));
    this.rows += 1;
  };

  #headings({ headings }: SectionLines): void {
    const { context, file } = this;
    const checked = headings.map((heading) => checkedHeading(context, file, heading));
    this.bytes.add(this.#record(checked));
    this.#readBack?.add(checked, []);
  }

  /** The parts of a block in this file, and in the others of the same split. */
  #allPartsOf(block: BlockSpec, own: readonly BlockPart[]): FilePart[] {
    const files = this.part.divided?.partsOf() ?? [this.part];
    return files.flatMap((file) =>
      (file.value === this.part.value ? own : this.#partsOf(block, file)).map(({ part }) => part),
    );
  }

  /** The rows of each block are selected once, for all of its sections. */
  #partsOf(block: BlockSpec, part: FilePart): BlockPart[] {
    const { context, file } = this;
    const given = this.rowUnits?.given?.blockRows(file.spec, part, block.each);
    if (given !== undefined) {
      const givenRecords = given.map((row) => ({ row, codes: NO_CODES }));
      return sortRecords(givenRecords, block.sort).map(({ row }) => partOfBlock(part, block.each, row));
    }
    const dataSet = findDataSet(context, block.data, 'blocks');
    if (dataSet === undefined) return [];
    const fields = new FieldValues(context, dataSet, part);
    fields.requireSplit();
    const names = [
      ...block.each,
      ...block.sort.map(({ field }) => field),
      ...block.filter.flatMap(conditionFields),
    ];
    for (const name of names) fields.requireOwn(name, 'blocks');
    for (const { data } of block.sections) {
      const ofSection = context.model.dataSets.get(data);
      if (ofSection === undefined) continue;
      const own = new FieldValues(context, ofSection, part);
      for (const name of block.each) own.requireOwn(name, 'blocks');
    }
    const keep = rowFilter(context, block.filter, block.data);
    const chosen = [...dataSet.rows].filter((row) => part.accepts(row) && keep(row));
    const texts = [block.preamble, block.footer];
    const adds =
      checksPremiums(context, dataSet) &&
      texts.flat().some((each) => holdsMinutes(dataSet, { text: each?.line }));
    const grouping = { group: block.each, sum: [], join: [] };
    const records = sortRecords(groupRows(context, dataSet, chosen, grouping), block.sort);
    refuseSeveralNumbers(context, file.mentions, records, 'blocks');
    if (adds) records.find(({ members = [] }) => refuseMixed(context, members, 'blocks'));
    const rowsByKey = new Map<string, Map<string, DataRow[]>>();
    const rowsOf = (name: string, key: string) => {
      const rows = context.model.dataSets.get(name)?.rows ?? [];
      const known = rowsByKey.get(name) ?? groupBy(rows, (row) => fieldsKey(row, block.each));
      rowsByKey.set(name, known);
      return known.get(key) ?? [];
    };
    return records.map(({ row }) => {
      const own = partOfBlock(part, block.each, row);
      return { ...own, part: { ...own.part, rowsOf: (name) => rowsOf(name, own.key) } };
    });
  }

  /** @param about the sections of the text's totals and lines */
  #text(
    text: readonly TextLine[] | undefined,
    place: string,
    about: readonly LaidOut[],
    headed: LaidOut | undefined,
    row: DataRow = {},
  ): void {
    if (text === undefined) return;
    const headings = headed?.lines.headings ?? [];
    let sums: CombinedSums | undefined;
    const foreseen = () => {
      sums ??= combineSums(about.map(({ lines }) => lines.foreseen()));
      return sums;
    };
    const lines = text.filter(({ when }) => whenHolds(this.context, when)).map(({ line }) => line);
    const { spec, model } = this.context;
    const block = [...model.dataSets.values()].flatMap(({ fields }) => fields);
    const around = factsOfText(
      { ...optionalColumns(spec), ...row, ...model.run, ...partFields(this.part) },
      this.context.variables,
      Object.keys(row).length === 0 ? [] : block,
    );
    const written = lines.join('\n');
    if (written.includes('totals.'))
      for (const [heading, problem] of foreseen().problems)
        if (written.includes(`totals.${heading}`) || written.includes(`totals."${heading}"`))
          this.context.problems.add(problem, { column: place });
    const facts = withFileFacts(written, around, { headings, rows: this.rows, foreseen });
    const composed = composedBlock(this.context, this.file, written, place, facts);
    this.bytes.add(composed);
    this.#readBack?.addText(composed);
    if (!written.includes('totals.')) return;
    const totals = Object.entries(foreseen().totals).map(([heading, text]) => ({ heading, text }));
    this.#readBack?.addTotals(
      totals,
      about.map(({ lines: each }) => each),
    );
  }
}

interface FileFacts {
  readonly headings: readonly string[];
  readonly rows: number;
  readonly foreseen: () => CombinedSums;
}

/** What a text can say about the lines that it belongs to. */
function withFileFacts(text: string, around: Facts, { headings, rows, foreseen }: FileFacts): Facts {
  const totals = () => Object.entries(foreseen().totals);
  const own: Readonly<Record<string, () => DataRow[string]>> = {
    rows: () => rows,
    lines: () => foreseen().lines,
  };
  const isOfTotals = text.includes('totals.');
  const named = isOfTotals
    ? totals().flatMap(([heading]) => [`totals.${heading}`, `totals."${heading}"`])
    : [];
  const plain = (name: string, type: Field['type']): Field => ({ name, type, description: '' });
  const fields = [
    ...around.fields,
    ...['rows', 'lines'].map((name) => plain(name, 'integer')),
    ...named.map((name) => plain(name, 'text')),
  ];
  const columns = [
    { name: 'header', type: 'text', description: '' },
    { name: 'number', type: 'integer', description: '' },
  ] as const;
  return {
    fields,
    value: (name) => {
      if (Object.hasOwn(own, name)) return own[name]?.() ?? null;
      const [, quoted, plain] = /^totals\.(?:"(.*)"|(.*))$/.exec(name) ?? [];
      const heading = quoted ?? plain;
      return heading === undefined ? around.value(name) : (foreseen().totals[heading] ?? null);
    },
    sets: new Map([
      [
        'columns',
        { fields: columns, rows: headings.map((header, index) => ({ header, number: index + 1 })) },
      ],
    ]),
  };
}

/** Optional columns of the mapping file are empty where it has none. */
function optionalColumns({ mappingColumns }: RenderContext['spec']): DataRow {
  const optional = Object.entries(mappingColumns).filter(([, column]) => column.optional);
  return Object.fromEntries(optional.map(([name]) => [`employee.${name}`, null]));
}

function partOfBlock(part: FilePart, eachOf: readonly string[], row: DataRow) {
  const key = fieldsKey(row, eachOf);
  return { row, key, part: { ...part, eachOf, eachKey: key, eachRow: row } };
}

function hasHeadings(context: RenderContext, { header }: SectionSpec): boolean {
  return typeof header === 'boolean' ? header : whenHolds(context, header.when);
}

/** A pay code can be a heading too, and must not contain delimiters or line ends, like any value. */
function checkedHeading(context: RenderContext, file: ResolvedFile, heading: string): string {
  const { quoting, delimiter } = file.dialect;
  if (quoting === 'none' && (/[\r\n]/.test(heading) || (delimiter !== '' && heading.includes(delimiter)))) {
    context.problems.add(message('template.value.delimiterOrBreak'), { column: 'header', value: heading });
  }
  return checkedText(context, file, heading, 'header');
}

/** Text blocks end with the file's line break, whichever one the template has. */
function composedBlock(
  context: RenderContext,
  file: ResolvedFile,
  text: string,
  place: string,
  facts: Facts,
): string {
  checkTextBlock(context, file, text, place);
  try {
    const written = writeText(text, facts, textSettings(context)).replace(/\n*$/, '');
    if (written === '') return '';
    return `${checkedText(context, file, written, place).replace(/\r?\n/g, file.recordDelimiter)}${file.recordDelimiter}`;
  } catch (cause) {
    context.problems.add(expressionProblem(cause), { column: place });
    return '';
  }
}

function checkedText(context: RenderContext, file: ResolvedFile, text: string, place: string): string {
  const prepared = file.charset.prepare(text);
  const lacking = file.charset.firstUnencodable(prepared);
  if (lacking !== undefined) {
    const values = { character: JSON.stringify(lacking), charset: file.charset.name };
    context.problems.add(message('template.value.charset', values), { column: place, value: text });
  }
  return prepared;
}

const VARIABLE = /\{\{[^}]*?\bvariables\.(\w+)/g;

/**
 * A line of a text block with the file's delimiter is a record: a variable that contains the delimiter would shift the
 * fields, because there are no quotes.
 */
function checkTextBlock(
  context: RenderContext,
  { dialect }: ResolvedFile,
  text: string,
  place: string,
): void {
  const { quoting, delimiter } = dialect;
  // Variables cannot contain a tab: that is reported once, for the variable itself.
  if (quoting !== 'none' || delimiter === '' || delimiter === '\t') return;
  for (const line of text.split('\n').filter((each) => withoutPlaceholders(each).includes(delimiter))) {
    for (const [, variable = ''] of line.matchAll(VARIABLE)) {
      const value = String(resolveVariable(context, { variable }));
      if (!value.includes(delimiter)) continue;
      const values = { name: variable, delimiter: JSON.stringify(delimiter) };
      context.problems.add(message('template.variable.delimiter', values), { column: place, value });
    }
  }
}

function withoutPlaceholders(line: string): string {
  return line.replace(/\{\{.*?\}\}/g, '');
}
