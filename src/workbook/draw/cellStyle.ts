interface Colour {
  /** Alpha, red, green, blue: eight hexadecimal digits. */
  readonly argb: string;
}

interface Line {
  readonly style: 'thin' | 'hair' | 'medium';
  readonly color: Colour;
}

/** Lines around a cell. */
export interface CellBorder {
  readonly top?: Line;
  readonly bottom?: Line;
  readonly left?: Line;
  readonly right?: Line;
}

/** One colour behind a cell. */
export interface CellFill {
  readonly type: 'pattern';
  readonly pattern: 'solid';
  readonly fgColor: Colour;
}

/** A cell's look; what is left away is that of a plain cell. */
export interface CellStyle {
  numFmt?: string;
  font?: {
    readonly name?: string;
    readonly size?: number;
    readonly bold?: boolean;
    readonly italic?: boolean;
    readonly color?: Colour;
    readonly family?: number;
    readonly charset?: number;
  };
  fill?: CellFill;
  border?: CellBorder;
  alignment?: {
    readonly vertical?: 'top' | 'middle' | 'bottom';
    readonly horizontal?: 'left' | 'center' | 'right';
    readonly indent?: number;
    readonly wrapText?: boolean;
  };
}

/** How a sheet looks on the screen and on paper. */
export interface SheetSettings {
  /** Widths of the columns from A on, in characters. */
  readonly widths: readonly number[];
  readonly tabColour?: string;
  /** Rows and columns that stay in view. @default none */
  readonly frozen?: { readonly rows: number; readonly columns: number };
  /** @default true */
  readonly showsGrid?: boolean;
  /** @default as the program likes */
  readonly page?: PageSettings;
}

/** A4 pages, so small that the sheet is one page wide, or as many as are said. */
export interface PageSettings {
  readonly orientation: 'portrait' | 'landscape';
  /** @default 1 */
  readonly pagesWide?: number;
  /** So many pages at most; 0 for as many as there are rows. */
  readonly pagesTall: number;
  readonly isCentred: boolean;
  readonly marginsInches: Readonly<Record<'left' | 'right' | 'top' | 'bottom' | 'header' | 'footer', number>>;
  /** The foot of each page, with Excel's codes. */
  readonly footer: string;
}
