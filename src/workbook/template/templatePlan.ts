import { type AnyMessage, message, type Text } from '../../i18n/message.js';
import type { FormulaTargets } from '../formula/compileFormula.js';
import type { FormulaPlace, FormulaSheet } from '../formula/movedReference.js';
import type { ResolveSettings } from '../language/filling.js';
import type { TemplateFields } from '../language/templateFields.js';
import type { CellFormats } from '../package/cellFormats.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import type { BandRules } from '../placement/placeBands.js';
import { type Problems, TemplateError } from '../workbookError.js';
import type { XmlElement } from '../xml/parseXml.js';
import type { DrawnSheet, TemplateTable } from './drawnSheet.js';
import type { SheetContents } from './sheetContents.js';

export interface DefinedName {
  readonly element: XmlElement;
  readonly name: string;
  /** The sheet that it belongs to; undefined for the whole workbook. */
  readonly sheet: DrawnSheet | undefined;
  readonly text: string;
  /** Whether it is only a directive of a repeated sheet, so that it is removed. */
  readonly isDropped: boolean;
}

/** A user's workbook as drawn. */
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
  /** Whether its formulas have no results yet, because the program that wrote it left them to Excel. */
  readonly isUncalculated: boolean;
  /** The maximum number of rows of a sheet. */
  readonly rowsPerSheet: number;
  readonly outside: FormulaPlace;
}

/** A user's workbook, prepared: ready to be filled, or with problems in its context. */
export interface TemplatePlan extends TemplateWorkbook {
  readonly contents: ReadonlyMap<DrawnSheet, SheetContents>;
  readonly bandRules: BandRules;
  /** Sheets that have to be rewritten; the parts of others are copied. */
  readonly changed: ReadonlySet<FormulaSheet>;
}

export function sheetContentsIn({ contents }: TemplatePlan, sheet: DrawnSheet): SheetContents {
  const found = contents.get(sheet);
  if (!found) throw new Error(`sheet ${sheet.name} has not been prepared`);
  return found;
}

/** Shared state for preparing the parts of a template. */
export interface CompileContext extends FormulaTargets {
  readonly fields: TemplateFields;
  readonly settings: ResolveSettings;
  readonly formats: CellFormats;
  readonly problems: Problems;
}

/** Runs an action for a cell; mistakes in the cell become problems. */
export function reportErrors<T>(
  { problems, settings }: CompileContext,
  sheet: string | undefined,
  place: Text | undefined,
  action: () => T,
): T | undefined {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    problems.add(sheet, place, error.text, error.remedyText ?? exampleRemedy(settings));
    return undefined;
  }
}

function exampleRemedy({ examples: { textField, numberField } }: ResolveSettings): AnyMessage {
  return message('workbook.examples', { one: `{{${textField}}}`, other: `{{${numberField} | hours}}` });
}
