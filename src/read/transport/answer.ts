import { shown, withoutSecrets } from '../../runtime/outsideText.js';
import type { Failure } from './failures.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined where a refusal carries none. */
  readonly body: unknown;
  readonly sentAtMs: number;
}

interface RawAnswer extends Omit<Answer, 'body'> {
  readonly bytes: Uint8Array;
}

const JSON_TYPE = /^application\/([a-z0-9.!#$&^_-]+\+)?json\s*(;|$)/i;

/** Reads the body: a success must be JSON in UTF-8 and say so; a refusal is taken as it is. */
export function parseAnswer(raw: RawAnswer): { readonly answer: Answer } | { readonly problem: Failure } {
  const { bytes, ...head } = raw;
  const isSuccess = raw.status >= 200 && raw.status < 300;
  const type = raw.headers['content-type'] ?? '';
  if (raw.status === 204 || raw.status === 205) return { problem: withoutBody(raw.status) };
  if (isSuccess && !JSON_TYPE.test(type)) return { problem: wrongType(raw.status, type) };
  const charset = charsetOf(type);
  if (isSuccess && charset !== 'utf-8' && bytes.some((byte) => byte > 0x7f))
    return { problem: wrongCharset(charset) };
  const text = textOf(bytes);
  const body = text === undefined ? undefined : parseJson(text);
  if (isSuccess && body === undefined) return { problem: brokenJson(bytes, text) };
  if (isNestedDeeper(body, DEEPEST)) return { problem: absurdlyNested() };
  return { answer: { ...head, body } };
}

/** JSON is in UTF-8 unless somebody says otherwise, and then it is none. */
function charsetOf(type: string): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(withoutSecrets(type))?.[1]?.toLowerCase() ?? 'utf-8';
  return charset === 'utf8' ? 'utf-8' : charset;
}

/** No record needs it, and what walks through a value by itself would run out of stack. */
const DEEPEST = 50;

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}

function absurdlyNested(): Failure {
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the answer is nested over ${DEEPEST} levels deep`,
    retries: 'none',
  };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A success that has nothing to read: something in between may have done it, the service hardly. */
function withoutBody(status: number): Failure {
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the answer (status ${status}) has no body`,
    retries: 'few',
  };
}

function wrongCharset(charset: string): Failure {
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the answer is in the charset ${shown(charset, 40)} instead of UTF-8, so names in it cannot be trusted`,
    retries: 'none',
  };
}

function wrongType(status: number, type: string): Failure {
  const given = type === '' ? 'no content type' : `content type ${shown(type, 80)}`;
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the answer (status ${status}) has ${given} instead of JSON`,
    retries: 'few',
    remedy:
      'Something else than the Workforce API answered: check baseUrl, and any proxy or login page in between.',
  };
}

/** A body that was cut short is worth another attempt; one that is complete and wrong comes again as it is. */
function brokenJson(bytes: Uint8Array, text: string | undefined): Failure {
  const isCut = isCutShort(text ?? new TextDecoder().decode(bytes));
  const problem = text === undefined ? 'holds bytes that are not UTF-8' : 'is not JSON';
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the answer (${bytes.length} bytes) ${isCut ? 'is not complete JSON' : problem}`,
    retries: isCut ? 'many' : 'few',
  };
}

/** Whether a text ends within a string, an object or a list, or before there is anything. */
function isCutShort(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return isInString || depth > 0 || text.trim() === '';
}
