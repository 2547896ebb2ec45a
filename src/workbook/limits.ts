/** What Excel's sheets and cells hold at most; other programs keep to it. */
export const SHEET_ROWS = 1_048_576;
export const CELL_CHARACTERS = 32_767;
