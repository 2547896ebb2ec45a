import type { ListName } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import { shown } from '../../runtime/outsideText.js';
import { isWireRecord } from '../wire/parsed.js';
import type { DataClient, Query } from './dataClient.js';

/** The largest page that the service gives (docs/service.md, "Paging"). */
export const PAGE_SIZE = 200;

/** Far beyond any real list (20 million records): a service that never ends its pages ends here. */
const MOST_PAGES = 100_000;

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly items: readonly unknown[];
}

/**
 * The pages of a list, to the last one. Every parameter but the cursor stays as it is.
 * @throws PaytallyError SERVICE_PROTOCOL for a page that breaks the envelope (docs/service.md, "Paging") or repeats a cursor;
 * CursorRefused where the service does not accept the cursor that it gave.
 */
export async function* readPages(client: DataClient, list: ListName, query: Query): AsyncGenerator<Page> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let number = 1; ; number += 1) {
    const parameters: Query = { ...query, limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) };
    const { items, nextCursor }: Envelope = readEnvelope(list, number, await client.get(list, parameters));
    yield { number, items };
    if (nextCursor === null) return;
    if (seen.has(nextCursor)) throw brokenPage(list, number, 'nextCursor is one that was given before');
    if (number >= MOST_PAGES) throw brokenPage(list, number, 'the list does not end');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

interface Envelope {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

function readEnvelope(list: ListName, page: number, body: unknown): Envelope {
  if (!isWireRecord(body)) throw brokenPage(list, page, `expected an object, got ${shown(body)}`);
  const { items, nextCursor } = body;
  if (!Array.isArray(items)) throw brokenPage(list, page, `items: expected a list, got ${shown(items)}`);
  if (items.length > PAGE_SIZE)
    throw brokenPage(list, page, `${items.length} records, and ${PAGE_SIZE} were asked for`);
  if (nextCursor !== null && (typeof nextCursor !== 'string' || nextCursor === '')) {
    throw brokenPage(list, page, `nextCursor: expected text or null, got ${shown(nextCursor)}`);
  }
  return { items, nextCursor };
}

export function brokenPage(list: ListName, page: number, problem: string): PaytallyError {
  return new PaytallyError(
    'SERVICE_PROTOCOL',
    `Page ${page} of ${list} breaks the documented form: ${problem}.`,
    {
      record: list,
    },
  );
}
