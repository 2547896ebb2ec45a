/** A sheet's name as formulas write it: always quoted, quotes doubled. */
export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
