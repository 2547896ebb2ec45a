import { message } from '../../i18n/message.js';
import { parseJson } from '../../runtime/jsonText.js';
import { shown, withoutSecrets } from '../../runtime/outsideText.js';
import { type RequestFailure, SAME_AGAIN_MS } from './failures.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined if a refusal carries none. */
  readonly body: unknown;
  readonly sentAtMs: number;
}

interface RawAnswer extends Omit<Answer, 'body'> {
  readonly bytes: Uint8Array;
}

const JSON_TYPE = /^application\/([a-z0-9.!#$&^_-]+\+)?json\s*(;|$)/i;

/** Reads the body: a success must be JSON in UTF-8 with the right content type; a refusal is accepted in any form. */
export function parseAnswer(
  raw: RawAnswer,
): { readonly answer: Answer } | { readonly problem: RequestFailure } {
  const { bytes, ...head } = raw;
  const isSuccess = raw.status >= 200 && raw.status < 300;
  const type = raw.headers['content-type'] ?? '';
  if (raw.status === 204 || raw.status === 205) return { problem: bodyMissing(raw.status) };
  if (isSuccess && !JSON_TYPE.test(type)) return { problem: wrongType(raw.status, type) };
  const charset = parseCharset(type);
  if (isSuccess && charset !== 'utf-8' && bytes.some((byte) => byte > 0x7f))
    return { problem: wrongCharset(charset) };
  const text = decodeUtf8(bytes);
  const body = text === undefined ? undefined : parseJson(text);
  if (isSuccess && body === undefined) return { problem: brokenJson(bytes, text) };
  if (isNestedDeeper(body, DEEPEST)) return { problem: nestedTooDeep() };
  return { answer: { ...head, body } };
}

/** JSON is in UTF-8 unless the header names another charset, and then it is not valid. */
function parseCharset(type: string): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(withoutSecrets(type))?.[1]?.toLowerCase() ?? 'utf-8';
  return charset === 'utf8' ? 'utf-8' : charset;
}

/** The maximum nesting: no record needs more, and recursive functions would exhaust the stack. */
const DEEPEST = 50;

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}

function nestedTooDeep(): RequestFailure {
  return {
    code: 'SERVICE_PROTOCOL',
    message: message('service.answer.nested', { levels: DEEPEST }),
    retries: 'none',
  };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A success without content: probably from an intermediary rather than from the service. */
function bodyMissing(status: number): RequestFailure {
  return {
    code: 'SERVICE_PROTOCOL',
    message: message('service.answer.noBody', { status }),
    retries: 'few',
  };
}

function wrongCharset(charset: string): RequestFailure {
  return {
    code: 'SERVICE_PROTOCOL',
    message: message('service.answer.charset', { charset: shown(charset, 40) }),
    retries: 'none',
  };
}

function wrongType(status: number, type: string): RequestFailure {
  return {
    code: 'SERVICE_PROTOCOL',
    message:
      type === ''
        ? message('service.answer.noType', { status })
        : message('service.answer.wrongType', { status, type: shown(type, 80) }),
    retries: 'few',
    remedy: message('service.remedy.otherAnswer'),
  };
}

/** A truncated body is worth a retry; a complete but invalid one would be the same again. */
function brokenJson(bytes: Uint8Array, text: string | undefined): RequestFailure {
  const isCut = isCutShort(text ?? new TextDecoder().decode(bytes));
  const problem = text === undefined ? 'notUtf8' : 'notJson';
  return {
    code: 'SERVICE_PROTOCOL',
    message: message(`service.answer.${isCut ? 'incomplete' : problem}`, { bytes: bytes.length }),
    retries: isCut ? 'many' : 'few',
    giveUpAfterMs: SAME_AGAIN_MS,
  };
}

/** Whether a text ends within a string, an object or a list, or is empty. */
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
