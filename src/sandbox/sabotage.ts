import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

const CHUNK = Buffer.alloc(65_536, 'x');

/** Resets the connection instead of answering. */
export function reset(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
}

/** Holds the request until the client gives up or the server stops. */
export async function hang(outgoing: ServerResponse): Promise<void> {
  if (!outgoing.destroyed) await once(outgoing, 'close');
}

/** Announces the whole body, sends a share of it, and ends the connection. */
export async function cut(outgoing: ServerResponse, answer: Response, keep: number): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length });
  const kept = body.subarray(0, Math.min(Math.floor(body.length * keep), body.length - 1));
  await new Promise<void>((resolve) => {
    outgoing.write(kept.length > 0 ? kept : Buffer.alloc(0), () => resolve());
    if (kept.length === 0) {
      outgoing.flushHeaders();
      setImmediate(resolve);
    }
  });
  outgoing.socket?.destroySoon();
}

/** One JSON string of so many bytes, as fast as the client takes it. */
export async function huge(outgoing: ServerResponse, bytes: number): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  outgoing.write('"');
  const closed = once(outgoing, 'close');
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += CHUNK.length) {
    const isFull = !outgoing.write(CHUNK.subarray(0, Math.min(CHUNK.length, bytes - sent)));
    if (isFull) await Promise.race([once(outgoing, 'drain'), closed]);
  }
  outgoing.end('"');
}
