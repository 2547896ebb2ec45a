/** What release/vendor.mjs puts into dist/vendor/exceljs.cjs. */
export { default } from 'exceljs';
