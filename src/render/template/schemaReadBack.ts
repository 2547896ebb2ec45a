import type { FileSpec } from '../text/fileSpec.js';
import { type ReadBack, readersOf, useReaders } from '../text/readBack.js';
import type { Schemas, TextTemplate } from '../text/textTemplate.js';

/** A schema beside a template that no file can be read against. */
export class SchemaUnusable extends Error {
  constructor(
    /** 0: of the main file; then of each companion. */
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message.trim() : String(cause));
  }
}

/** Whether files are read back: they are well formed, and valid where there is a schema. */
export function isReadBack({ dialect }: FileSpec): boolean {
  return dialect.type !== 'delimited';
}

/**
 * Makes the readers of a template's xml and json files, once. What reads them is loaded only where such a template is
 * used. @throws SchemaUnusable
 */
export async function makeReaders({ spec, schemas }: Pick<TextTemplate, 'spec' | 'schemas'>): Promise<void> {
  if (schemas === undefined || readersOf({ schemas }) !== undefined) return;
  const files: readonly FileSpec[] = [spec, ...spec.companions];
  const list = await Promise.all(files.map((file, index) => readerAt(file, schemas, index)));
  useReaders(schemas, list);
}

async function readerAt(file: FileSpec, schemas: Schemas, index: number): Promise<ReadBack | undefined> {
  const text = schemas[index] ?? null;
  const schema = text === null ? undefined : Buffer.from(text, 'base64');
  try {
    switch (file.dialect.type) {
      case 'xml':
        return (await import('./readBackXml.js')).xmlReadBack(schema);
      case 'json':
        return (await import('./readBackJson.js')).jsonReadBack(schema);
      case 'delimited':
        return undefined;
    }
  } catch (cause) {
    throw new SchemaUnusable(index, cause);
  }
}
