import type { XmlElement } from '../../xml/xmlElement.js';
import type { FormulaPlace } from '../formula/sheetOfFormula.js';
import type { TemplateData } from '../language/templateData.js';
import type { CellFormats } from '../package/cellFormats.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import type { CompileContext } from './compileContext.js';
import type { TemplateTable } from './readTable.js';
import type { TemplateSheet } from './templateSheet.js';

export interface DefinedName {
  readonly element: XmlElement;
  readonly name: string;
  /** The sheet that it belongs to; undefined for the whole workbook. */
  readonly sheet: TemplateSheet | undefined;
  readonly text: string;
  /** It only says what repeats on a repeated sheet, so it goes. */
  readonly isDropped: boolean;
}

/** A user's workbook, read and prepared: ready to be filled, or with problems. */
export interface TemplateWorkbook {
  readonly file: TemplatePackage;
  readonly workbookPart: string;
  /** The `sheet` elements of the workbook part, worksheets and others, in order. */
  readonly sheetElements: readonly XmlElement[];
  readonly sheets: readonly TemplateSheet[];
  readonly names: readonly DefinedName[];
  readonly tables: ReadonlyMap<string, { readonly table: TemplateTable; readonly sheet: TemplateSheet }>;
  readonly formats: CellFormats;
  readonly context: CompileContext;
  /** Its formulas have no results yet: who wrote it left them to Excel. */
  readonly isUncalculated: boolean;
  /** The most rows of a sheet. */
  readonly rowsPerSheet: number;
  readonly outside: FormulaPlace;
  /** Given once the template is filled. */
  readonly filled: { data: TemplateData | undefined };
}
