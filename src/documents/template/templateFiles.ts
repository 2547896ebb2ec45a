/** What template loading needs of a file system, so that tests (and the sample check) can stand in for it. */
export interface TemplateFiles {
  /** undefined where there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Names in a folder, sorted; empty where there is no such folder. */
  list(folder: string): Promise<string[]>;
}
