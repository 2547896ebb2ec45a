/** The content of dist/vendor/exceljs.cjs, which release/vendor.mjs creates. */
export { default } from 'exceljs';
