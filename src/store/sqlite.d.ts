/** The content of dist/vendor/sqlite, which release/vendor.mjs creates, with the binaries of every system. */
export * from '@photostructure/sqlite';
