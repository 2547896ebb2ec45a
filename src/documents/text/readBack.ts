import type { ValidateFunction } from 'ajv';
import type { XmlDocument } from 'libxml2-wasm';
import { type AnyMessage, message, verbatim } from '../../i18n/message.js';
import type { FileSpec } from './fileSpec.js';
import { firstOf } from './renderProblems.js';
import type { Schemas, TextTemplate } from './textTemplate.js';

/** Reads a written file as its target would. @returns its problems */
export type FileValidator = (content: Uint8Array) => AnyMessage[];

/** Compiled schemas are functions, so they cannot be part of a template, which is data. */
const readers = new WeakMap<Schemas, readonly (FileValidator | undefined)[]>();

/** A reader for the main file, then for each companion; undefined if none was created yet. */
export function findReaders({
  schemas,
}: Pick<TextTemplate, 'schemas'>): readonly (FileValidator | undefined)[] | undefined {
  return schemas === undefined ? undefined : readers.get(schemas);
}

/** A schema in a template's folder that cannot be used. */
export class SchemaUnusable extends Error {
  constructor(
    /** 0 for the main file, then one per companion. */
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message.trim() : String(cause));
  }
}

/** Whether files are read back: they must be well formed and, if there is a schema, valid. */
export function needsReadBack({ dialect }: FileSpec): boolean {
  return dialect.type !== 'delimited';
}

/**
 * Creates the readers of a template's XML and JSON files, once. The libraries are loaded only if such a template is
 * used. @throws SchemaUnusable
 */
export async function makeReaders({ spec, schemas }: Pick<TextTemplate, 'spec' | 'schemas'>): Promise<void> {
  if (schemas === undefined || findReaders({ schemas }) !== undefined) return;
  const files: readonly FileSpec[] = [spec, ...spec.companions];
  const list = await Promise.all(files.map((file, index) => createReader(file, schemas, index)));
  readers.set(schemas, list);
}

async function createReader(
  file: FileSpec,
  schemas: Schemas,
  index: number,
): Promise<FileValidator | undefined> {
  const text = schemas[index] ?? null;
  const schema = text === null ? undefined : Buffer.from(text, 'base64');
  try {
    switch (file.dialect.type) {
      case 'xml':
        return await xmlReader(schema);
      case 'json':
        return await jsonReader(schema);
      case 'delimited':
        return undefined;
    }
  } catch (cause) {
    throw new SchemaUnusable(index, cause);
  }
}

const PROBLEMS_LISTED = 20;

function errorMessage(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).trim();
}

/** Reads XML with libxml2, and validates it against an XSD if there is one. */
async function xmlReader(schema: Uint8Array | undefined): Promise<FileValidator> {
  const { XmlDocument, XmlValidateError, XsdValidator } = await import('libxml2-wasm');
  const using = <Result>(bytes: Uint8Array, use: (document: XmlDocument) => Result): Result => {
    const document = XmlDocument.fromBuffer(bytes);
    try {
      return use(document);
    } finally {
      document.dispose();
    }
  };
  const validator =
    schema === undefined ? undefined : using(schema, (document) => XsdValidator.fromDoc(document));
  const problemsIn = (document: XmlDocument): AnyMessage[] => {
    try {
      validator?.validate(document);
      return [];
    } catch (cause) {
      if (!(cause instanceof XmlValidateError)) return [verbatim(errorMessage(cause))];
      const problems = cause.details.map(({ line, message: reason }) =>
        message('template.readBack.line', { line, reason: reason.trim() }),
      );
      return firstOf(problems, PROBLEMS_LISTED);
    }
  };
  return (content) => {
    try {
      return using(content, problemsIn);
    } catch (cause) {
      return [message('template.readBack.notXml', { reason: errorMessage(cause) })];
    }
  };
}

/** Reads JSON, and validates it against a JSON schema (draft 7 or 2020-12) if there is one. */
async function jsonReader(schema: Uint8Array | undefined): Promise<FileValidator> {
  const validate = schema === undefined ? undefined : await jsonValidator(new TextDecoder().decode(schema));
  return (content) => {
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    } catch (cause) {
      return [message('template.readBack.notJson', { reason: errorMessage(cause) })];
    }
    if (validate === undefined || validate(value)) return [];
    const problems = (validate.errors ?? []).map(({ instancePath, message: reason }) =>
      message('template.at', {
        place: instancePath || '/',
        problem: reason ?? message('template.readBack.schema'),
      }),
    );
    return firstOf(problems, PROBLEMS_LISTED);
  };
}

async function jsonValidator(text: string): Promise<ValidateFunction> {
  const options = { allErrors: true, strict: false, validateFormats: false } as const;
  const isNew = text.includes('json-schema.org/draft/2020-12');
  const ajv = isNew
    ? new (await import('ajv/dist/2020.js')).default.Ajv2020(options)
    : new (await import('ajv')).default.Ajv(options);
  return ajv.compile(JSON.parse(text));
}
