import { shortQuote } from '../../shortText.js';
import { prefixedAttribute, type XmlElement } from '../../xml/xmlElement.js';
import { readSharedStrings } from '../package/sharedStrings.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import { readRows } from '../sheet/templateRows.js';
import type { CompileContext } from './compileContext.js';
import { directivesInCells, directivesInNames, directivesInNotes } from './findDirectives.js';
import { refuse } from './findWorkbook.js';
import { pivotArea } from './pivotArea.js';
import { type PlacedDirective, type Report, readBands } from './readBands.js';
import { type SheetRepeat, TemplateSheet } from './templateSheet.js';

/** What the sheets of a workbook are read with. */
export interface SheetSources {
  readonly file: TemplatePackage;
  readonly workbookPart: string;
  /** The `definedName` elements of the workbook part. */
  readonly names: readonly XmlElement[];
  readonly context: CompileContext;
  /** Names of sheets whose rows do not fit one sheet. */
  readonly continued: ReadonlySet<string>;
}

/** Reads the worksheets among the `sheet` elements of the workbook part: their cells, and what repeats on them. */
export function readSheets(elements: readonly XmlElement[], sources: SheetSources): TemplateSheet[] {
  const { file, workbookPart } = sources;
  const sharedPart = file.related(workbookPart, 'sharedStrings')[0];
  const sharedStrings = readSharedStrings(sharedPart === undefined ? undefined : file.xml(sharedPart));
  const relationships = file.relationships(workbookPart);
  return elements.flatMap((element, index) => {
    const id = prefixedAttribute(element, 'id');
    const target = relationships.find((each) => each.id === id);
    if (target?.type !== 'worksheet') return [];
    const name = element.attributes.name ?? '';
    return [readSheet({ name, index, partName: target.target }, sharedStrings, sources)];
  });
}

type Place = Pick<TemplateSheet, 'name' | 'index' | 'partName'>;

function readSheet(
  place: Place,
  sharedStrings: ReturnType<typeof readSharedStrings>,
  { file, names, context, continued }: SheetSources,
): TemplateSheet {
  const { name, index, partName } = place;
  const { fields, settings, problems } = context;
  const part = file.xml(partName);
  const { counts1904 } = settings;
  const rows = rowsOf(() => readRows(part, { sharedStrings, counts1904 }), file, name);
  const pivots = file.related(partName, 'pivotTable').flatMap((each) => pivotArea(file.xml(each)) ?? []);
  const report: Report = (cell, error) => {
    problems.add(name, cell, error.message, 'remedy' in error ? error.remedy : '');
  };
  const reading = { report, examples: settings.examples, knownSets: new Set(fields.dataSets.keys()) };
  const noteCells = new Set<string>();
  const directives = [
    ...directivesInCells(rows, pivots, reading),
    ...directivesInNotes(file, partName, noteCells, reading),
    ...directivesInNames(names, name, reading),
  ];
  const repeat = repeatOf(directives, name, context);
  const root = readBands(directives, 'rows', repeat?.selection, fields, report);
  const columnRoot = readBands(directives, 'columns', repeat?.selection, fields, report);
  const goesOn = continued.has(name);
  const sheet = new TemplateSheet(
    name,
    index,
    partName,
    part,
    rows,
    { root, columnRoot },
    repeat,
    pivots,
    goesOn,
  );
  for (const cell of noteCells) sheet.directiveNotes.add(cell);
  return sheet;
}

function rowsOf<T>(read: () => T, file: TemplatePackage, sheet: string): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const problem = `is damaged: sheet "${shortQuote(sheet)}" has an impossible ${shortQuote(error.message)}`;
    throw refuse(file, problem, 'Open it in Excel and save it again.');
  }
}

function repeatOf(
  directives: readonly PlacedDirective[],
  sheet: string,
  { problems }: CompileContext,
): SheetRepeat | undefined {
  const repeats = directives.flatMap(({ directive, place }) =>
    directive.kind === 'sheet' ? [{ directive, place }] : [],
  );
  const [first, second] = repeats;
  if (second)
    problems.add(
      sheet,
      second.place,
      'the sheet repeats twice',
      `Leave this one or ${first?.place ?? 'the other'} away.`,
    );
  return first && { selection: first.directive.selection, nameField: first.directive.nameField };
}
