import type { Context } from 'hono';

/** The body of a request has more bytes than anything that is meant well. */
export class BodyTooLarge extends Error {}

/** The text of a body, sent whole or in chunks. @throws BodyTooLarge as soon as it has more than so many bytes */
export async function boundedText({ req }: Context, mostBytes: number): Promise<string> {
  if (Number(req.header('content-length') ?? 0) > mostBytes) throw new BodyTooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The same as JSON. @throws SyntaxError */
export async function boundedJson(context: Context, mostBytes: number): Promise<unknown> {
  return JSON.parse(await boundedText(context, mostBytes));
}
