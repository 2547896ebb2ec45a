/** The interface of every SQLite that release/sqlite.cjs chooses from. */
export * from '@photostructure/sqlite';
