import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';

/** An error of a data endpoint: problem details (docs/service.md, "Refusals of data"). */
export function problem(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
  });
  return new Response(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } });
}

/** A refusal of the token endpoint in JSON. Each has an `error`; for 429 it is OAuth's general one. */
export function tokenTooMany(headers: Readonly<Record<string, string>>): Response {
  const body = JSON.stringify({ error: 'temporarily_unavailable' });
  const fixed = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(body, { status: 429, headers: { ...fixed, ...headers } });
}

/** 429 with `Retry-After` in whole seconds (docs/service.md, "Limits"). */
export function tooMany(retryAfterSeconds: number): Response {
  return problem(429, 'A rate limit is reached.', { 'retry-after': String(retryAfterSeconds) });
}

/** The body of a request is larger than any legitimate one. */
export class BodyTooLarge extends Error {}

/** The text of a body, sent whole or in chunks. @throws BodyTooLarge as soon as it exceeds `maxBytes` */
export async function readBody({ req }: Context, maxBytes: number): Promise<string> {
  if (Number(req.header('content-length') ?? 0) > maxBytes) throw new BodyTooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
