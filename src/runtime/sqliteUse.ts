let isUsed = false;

/** Remembers that this process has opened a file with SQLite. */
export function rememberSqliteUse(): void {
  isUsed = true;
}

/** Whether it has. The driver itself is not loaded to find out. */
export function wasSqliteUsed(): boolean {
  return isUsed;
}
