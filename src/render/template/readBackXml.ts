import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import type { ReadBack } from '../text/readBack.js';

const PROBLEMS_LISTED = 20;

/** Reads XML with libxml2, and validates it against an XSD if there is one. */
export function xmlReadBack(schema: Uint8Array | undefined): ReadBack {
  const validator = schema === undefined ? undefined : validatorOf(schema);
  return (content) => {
    let document: XmlDocument;
    try {
      document = XmlDocument.fromBuffer(content);
    } catch (cause) {
      return [`is not well-formed XML: ${messageOf(cause)}`];
    }
    try {
      validator?.validate(document);
      return [];
    } catch (cause) {
      return problemsOf(cause);
    } finally {
      document.dispose();
    }
  };
}

function validatorOf(schema: Uint8Array): XsdValidator {
  const document = XmlDocument.fromBuffer(schema);
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

function problemsOf(cause: unknown): string[] {
  if (!(cause instanceof XmlValidateError)) return [messageOf(cause)];
  const lines = cause.details.map(({ line, message }) => `line ${line}: ${message.trim()}`);
  const more = lines.length - PROBLEMS_LISTED;
  return [...lines.slice(0, PROBLEMS_LISTED), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).trim();
}
