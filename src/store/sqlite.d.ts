/** What release/vendor.mjs puts into dist/vendor/sqlite, with the binaries of every system. */
export * from '@photostructure/sqlite';
