import type { Problems } from '../../problem.js';
import { shortQuote } from '../../shortText.js';
import { childOf, childrenOf, prefixedAttribute, type XmlElement } from '../../xml/xmlElement.js';
import type { FillSettings } from '../language/filling.js';
import type { TemplateFields } from '../language/templateFields.js';
import { readSharedStrings } from '../package/sharedStrings.js';
import type { TemplatePackage, XmlPart } from '../package/templatePackage.js';
import { readRows } from '../sheet/templateRows.js';
import type { PlacedDirective } from './bandOutline.js';
import { DrawnSheet, type SheetRepeat } from './drawnSheet.js';
import { directivesInCells, directivesInNames, directivesInNotes } from './findDirectives.js';
import { refuse } from './findWorkbook.js';
import { type ReportMistake, readBands } from './readBands.js';
import { pivotArea } from './readTables.js';

/** What the sheets of a workbook are read with. */
export interface SheetSources {
  readonly file: TemplatePackage;
  readonly workbookPart: string;
  /** The `definedName` elements of the workbook part. */
  readonly names: readonly XmlElement[];
  readonly fields: TemplateFields;
  readonly settings: FillSettings;
  readonly problems: Problems;
  /** Names of sheets whose rows do not fit one sheet. */
  readonly continued: ReadonlySet<string>;
}

/** Reads the worksheets among the `sheet` elements of the workbook part: their cells, and what repeats on them. */
export function readSheets(elements: readonly XmlElement[], sources: SheetSources): DrawnSheet[] {
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

type Place = Pick<DrawnSheet, 'name' | 'index' | 'partName'>;

function readSheet(
  place: Place,
  sharedStrings: ReturnType<typeof readSharedStrings>,
  { file, names, fields, settings, problems, continued }: SheetSources,
): DrawnSheet {
  const { name, index, partName } = place;
  const part = file.xml(partName);
  const { counts1904 } = settings;
  const rows = rowsOf(() => readRows(part, { sharedStrings, counts1904 }), file, name);
  const pivots = file.related(partName, 'pivotTable').flatMap((each) => pivotArea(file.xml(each)) ?? []);
  const report: ReportMistake = (cell, error) => {
    problems.add(name, cell, error.message, 'remedy' in error ? error.remedy : '');
  };
  const reading = { report, examples: settings.examples, knownSets: new Set(fields.dataSets.keys()) };
  const noteCells = new Set<string>();
  const directives = [
    ...directivesInCells(rows, pivots, reading),
    ...directivesInNotes(file, partName, noteCells, reading),
    ...directivesInNames(names, name, reading),
  ];
  const repeat = repeatOf(directives, name, problems);
  const root = readBands(directives, 'rows', repeat?.selection, { fields, settings, report });
  const columnRoot = readBands(directives, 'columns', repeat?.selection, { fields, settings, report });
  const goesOn = continued.has(name);
  const links = filledLinks(file, partName, part);
  return new DrawnSheet(
    ...([
      name,
      index,
      partName,
      part,
      rows,
      root,
      columnRoot,
      repeat,
      pivots,
      noteCells,
      links,
      goesOn,
    ] as const),
  );
}

const ENCODED = /(?:\{|%7B){2}(.*?)(?:\}|%7D){2}/gi;

/** Links of cells to addresses with placeholders; Excel writes their braces as `%7B`. */
function filledLinks(file: TemplatePackage, partName: string, part: XmlPart): Map<string, string> {
  const cells = childrenOf(childOf(part.root, 'hyperlinks'), 'hyperlink');
  const used = new Set(cells.map((link) => prefixedAttribute(link, 'id')));
  const links = file.relationships(partName).filter(({ id, type }) => type === 'hyperlink' && used.has(id));
  return new Map(
    links.flatMap(({ id, target }) => {
      const address = withBraces(target);
      return address.includes('{{') ? [[id, address] as const] : [];
    }),
  );
}

/** The address of a link with its placeholders as a person wrote them. */
export function withBraces(address: string): string {
  return address.replace(ENCODED, (_, inside: string) => `{{${decoded(inside)}}}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
  problems: Problems,
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
