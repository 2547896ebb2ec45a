import type { XmlElement } from '../../xml/xmlElement.js';
import type { FormulaPlace, FormulaSheet } from '../formula/sheetOfFormula.js';
import type { CellFormats } from '../package/cellFormats.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import type { BandRules } from '../sheet/placeBands.js';
import type { CompileContext } from './compileContext.js';
import type { DrawnSheet } from './drawnSheet.js';
import type { TemplateTable } from './readTables.js';
import type { SheetContents } from './sheetContents.js';

export interface DefinedName {
  readonly element: XmlElement;
  readonly name: string;
  /** The sheet that it belongs to; undefined for the whole workbook. */
  readonly sheet: DrawnSheet | undefined;
  readonly text: string;
  /** It only says what repeats on a repeated sheet, so it goes. */
  readonly isDropped: boolean;
}

/** A user's workbook as it was drawn. */
export interface TemplateWorkbook {
  readonly file: TemplatePackage;
  readonly workbookPart: string;
  /** The `sheet` elements of the workbook part, worksheets and others, in order. */
  readonly sheetElements: readonly XmlElement[];
  readonly sheets: readonly DrawnSheet[];
  readonly names: readonly DefinedName[];
  readonly tables: ReadonlyMap<string, { readonly table: TemplateTable; readonly sheet: DrawnSheet }>;
  readonly formats: CellFormats;
  readonly context: CompileContext;
  /** Its formulas have no results yet: who wrote it left them to Excel. */
  readonly isUncalculated: boolean;
  /** The most rows of a sheet. */
  readonly rowsPerSheet: number;
  readonly outside: FormulaPlace;
}

/** A user's workbook, prepared: ready to be filled, or with problems in its context. */
export interface TemplatePlan extends TemplateWorkbook {
  readonly contents: ReadonlyMap<DrawnSheet, SheetContents>;
  readonly bandRules: BandRules;
  /** Sheets in which something has to be written anew; the parts of others are copied. */
  readonly changed: ReadonlySet<FormulaSheet>;
}

export function contentsOf({ contents }: TemplatePlan, sheet: DrawnSheet): SheetContents {
  const found = contents.get(sheet);
  if (!found) throw new Error(`sheet ${sheet.name} has not been prepared`);
  return found;
}
