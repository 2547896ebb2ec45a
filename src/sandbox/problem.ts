import { STATUS_CODES } from 'node:http';

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

/** 429 with `Retry-After` in whole seconds (docs/service.md, "Limits"). */
export function tooMany(retryAfterSeconds: number): Response {
  return problem(429, 'A rate limit is reached.', { 'retry-after': String(retryAfterSeconds) });
}
