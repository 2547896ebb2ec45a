import type { DataPicture, RepeatedChart } from '../drawings/chartsAndPictures.js';
import { listSheetParts } from '../package/templatePackage.js';
import type { SheetCopy } from '../template/placedSheet.js';
import type { DefinedName, TemplatePlan } from '../template/templatePlan.js';
import type { XmlElement } from '../xml/xml.js';

export interface PlacedCopy {
  readonly copy: SheetCopy;
  readonly charts: readonly (RepeatedChart & { readonly instances: readonly number[] })[];
  readonly pictures: readonly (DataPicture & Pick<ChosenPicture, 'files'>)[];
  /** The parts of tables and charts that are not shown, and of notes if none is left. */
  readonly gone: ReadonlySet<string>;
}

/** A written sheet, with the names of its parts and its entry in the workbook part. */
export interface ListedCopy {
  readonly copy: SheetCopy;
  /** Parts of the template -> their names in the output. */
  readonly parts: ReadonlyMap<string, string>;
  readonly added: ListedSheet['added'];
  readonly own: OwnParts;
}

export interface ListedSheet {
  readonly element: XmlElement;
  readonly name: string;
  readonly added: { readonly sheetId: number; readonly relationship: string } | undefined;
  /** The texts of this copy's own names, for a repeated sheet. */
  readonly localNames: ReadonlyMap<DefinedName, string>;
}

export interface OwnParts {
  /** A name and number for each table of a copied sheet, by the table's part. */
  readonly tables: ReadonlyMap<string, { readonly name: string; readonly id: number }>;
  readonly charts: readonly PlacedChart[];
  readonly pictures: readonly ChosenPicture[];
  /** The parts of tables, charts and notes that are not shown: these are left out. */
  readonly gone: ReadonlySet<string>;
}

/** A chart in repeated rows: the first repetition uses the drawn part, the others have their own. */
export interface PlacedChart extends RepeatedChart {
  readonly instances: readonly number[];
  readonly others: readonly {
    readonly instance: number;
    readonly relationship: string;
    /** Parts of the template -> their names in the output, the chart's own first. */
    readonly parts: ReadonlyMap<string, string>;
  }[];
}

/** A placeholder picture, with a relationship for each chosen file. */
export interface ChosenPicture extends DataPicture {
  /** The file of each repetition; undefined for none. */
  readonly files: ReadonlyMap<number, string | undefined>;
  /** Path of a file -> relationship of the drawing, and its part. */
  readonly relations: ReadonlyMap<string, { readonly id: string; readonly part: string }>;
}

/** The parts of picture files, each once per workbook. */
export class MediaParts {
  readonly parts = new Map<string, string>();

  constructor(readonly names: PartNames) {}

  partFor(path: string): string {
    const kind = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const part = this.parts.get(path) ?? this.names.like(`xl/media/image1.${kind}`);
    this.parts.set(path, part);
    return part;
  }
}

function namedPicture(picture: PlacedCopy['pictures'][number], media: MediaParts): ChosenPicture {
  const paths = [...new Set(picture.files.values())].filter((path) => path !== undefined);
  const { relationship, picture: element } = picture;
  const relations = paths.map((path, index) => {
    return [path, { id: `${relationship}_${element.start}_${index}`, part: media.partFor(path) }] as const;
  });
  return { ...picture, relations: new Map(relations) };
}

export function listedCopies(
  placed: readonly PlacedCopy[],
  plan: TemplatePlan,
  media: MediaParts,
): ListedCopy[] {
  const { names } = media;
  const ids = new Set(plan.file.relationships(plan.workbookPart).map((each) => each.id));
  let sheetId = Math.max(0, ...plan.sheetElements.map((element) => Number(element.attributes.sheetId)));
  let tableId = Math.max(0, ...[...plan.tables.values()].map(({ table }) => table.id));
  let relationshipNumber = 1;
  const freeRelationship = (): string => {
    while (ids.has(`rId${relationshipNumber}`)) relationshipNumber++;
    return `rId${relationshipNumber++}`;
  };
  return placed.map(({ copy, charts, pictures, gone }) => {
    const isFirst = copy.copy === 0;
    const nameFor = (part: string): string => (isFirst ? part : names.like(part));
    const parts = listSheetParts(plan.file, copy.drawn.partName, nameFor, gone);
    const own = {
      tables: renamedTables(copy, plan, () => ++tableId),
      charts: charts.map((chart) => namedChart(chart, plan, names)),
      pictures: pictures.map((picture) => namedPicture(picture, media)),
      gone,
    };
    const added = isFirst ? undefined : { sheetId: ++sheetId, relationship: freeRelationship() };
    return { copy, parts, added, own };
  });
}

function namedChart(
  chart: PlacedCopy['charts'][number],
  { file }: TemplatePlan,
  names: PartNames,
): PlacedChart {
  const taken = new Set(file.relationships(chart.drawing).map(({ id }) => id));
  const others = chart.instances.slice(1).map((instance) => {
    const relationship = `${chart.relationship}_${instance}`;
    const parts = listSheetParts(file, chart.part, (part) => names.like(part));
    return { instance, relationship: taken.has(relationship) ? `${relationship}_` : relationship, parts };
  });
  return { ...chart, others };
}

function renamedTables({ tableNames }: SheetCopy, plan: TemplatePlan, nextId: () => number) {
  return new Map(
    [...tableNames].flatMap(([key, name]) => {
      const part = plan.tables.get(key)?.table.partName;
      return part === undefined ? [] : [[part, { name, id: nextId() }] as const];
    }),
  );
}

/** Finds unused names for new parts: `xl/worksheets/sheet7.xml`. */
export class PartNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  like(part: string): string {
    const found = /^(.*?)[0-9]*(\.[^./]+)?$/.exec(part);
    const [base, extension] = [found?.[1] ?? part, found?.[2] ?? ''];
    let number = this.#next.get(base) ?? 1;
    while (this.#taken.has(`${base}${number}${extension}`.toLowerCase())) number++;
    this.#next.set(base, number + 1);
    const name = `${base}${number}${extension}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
