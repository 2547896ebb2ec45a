import type { Schemas, TextTemplate } from './textTemplate.js';

/** Reads a written file as its target would. @returns what is wrong with it, in words */
export type ReadBack = (content: Uint8Array) => string[];

/** Functions cannot stand in a template, which is data; they belong to its schemas. */
const readers = new WeakMap<Schemas, readonly (ReadBack | undefined)[]>();

/** From now on files of templates with these schemas are read back. */
export function useReaders(schemas: Schemas, list: readonly (ReadBack | undefined)[]): void {
  readers.set(schemas, list);
}

/** A reader for the main file, then for each companion; undefined where none was made yet. */
export function readersOf({
  schemas,
}: Pick<TextTemplate, 'schemas'>): readonly (ReadBack | undefined)[] | undefined {
  return schemas === undefined ? undefined : readers.get(schemas);
}
