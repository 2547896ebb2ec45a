import type { Failure } from './failure.js';

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

/** Reads the body: a success must be JSON and say so; a refusal is taken as it is. */
export function parseAnswer(raw: RawAnswer): { readonly answer: Answer } | { readonly problem: Failure } {
  const { bytes, ...head } = raw;
  const isSuccess = raw.status >= 200 && raw.status < 300;
  const type = raw.headers['content-type'] ?? '';
  if (isSuccess && !JSON_TYPE.test(type)) return { problem: wrongType(raw.status, type) };
  const body = parseJson(bytes);
  if (isSuccess && body === undefined) return { problem: brokenJson(bytes.length) };
  if (isNestedDeeper(body, DEEPEST)) return { problem: absurdlyNested() };
  return { answer: { ...head, body } };
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

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function wrongType(status: number, type: string): Failure {
  const shown = type === '' ? 'no content type' : `content type ${JSON.stringify(type.slice(0, 80))}`;
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the answer (status ${status}) has ${shown} instead of JSON`,
    retries: 'few',
    remedy:
      'Something else than the Workforce API answered: check baseUrl, and any proxy or login page in between.',
  };
}

function brokenJson(bytes: number): Failure {
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the answer (${bytes} bytes) is not complete JSON`,
    retries: 'many',
  };
}
