import { WorkbookError } from '../../workbookError.js';

/** What a template may hold in the parts that are read. All of it is in memory while it is filled. */
interface XmlSize {
  readonly characters: number;
  readonly elements: number;
  readonly attributes: number;
  readonly cells: number;
}

/** 200,000 cells: a drawn area of 4,000 rows by 50 columns, far more than a person draws. */
const MOST_XML: XmlSize = {
  characters: 40 * 1024 * 1024,
  elements: 1_000_000,
  attributes: 1_500_000,
  cells: 200_000,
};

/** Adds up how much there is in each part before it is read. */
export class XmlMeter {
  #characters = 0;
  #elements = 0;
  #attributes = 0;
  #cells = 0;

  constructor(readonly subject: string) {}

  /** @throws WorkbookError TEMPLATE_INVALID */
  add(source: string): void {
    this.#characters += source.length;
    if (this.#characters > MOST_XML.characters)
      throw this.#tooLarge(MOST_XML.characters, 'characters of XML');
    this.#count(source);
    if (this.#cells > MOST_XML.cells) throw this.#tooLarge(MOST_XML.cells, 'cells');
    if (this.#elements > MOST_XML.elements) throw this.#tooLarge(MOST_XML.elements, 'XML elements');
    if (this.#attributes > MOST_XML.attributes) throw this.#tooLarge(MOST_XML.attributes, 'XML attributes');
  }

  /** Each element has one `<` that no `/` follows, each attribute one `=`; text may hold a few more of these. */
  #count(source: string): void {
    const isSheet = source.includes('sheetData');
    for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) {
      if (source.charCodeAt(at + 1) === SLASH) continue;
      this.#elements++;
      if (isSheet && isCell(source, at + 1)) this.#cells++;
    }
    for (let at = source.indexOf('='); at >= 0; at = source.indexOf('=', at + 1)) this.#attributes++;
  }

  #tooLarge(most: number, what: string): WorkbookError {
    const problem = `${this.subject} holds more than ${most} ${what}`;
    const remedy =
      'Keep large lists in another workbook: a template holds what is drawn, not data. Delete rows and columns that are empty but for their look.';
    return new WorkbookError('TEMPLATE_INVALID', problem, { record: this.subject, remedy });
  }
}

const SLASH = 0x2f;
const CELL = /(?:[\w.-]+:)?c[\s/>]/y;

function isCell(source: string, at: number): boolean {
  CELL.lastIndex = at;
  return CELL.test(source);
}
