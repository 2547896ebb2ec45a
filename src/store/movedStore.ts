import { z } from 'zod';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { Connection } from './connection.js';

/** How the notice of a store begins that was moved; the place of the new one follows. */
export const MOVED = 'store-moved ';

const causeRow = z.object({ cause: z.string() });

/** Nothing is final any more in a store that was moved. @throws PaytallyError STORE_MOVED */
export function refuseMovedStore(connection: Connection): void {
  const sql = `SELECT cause FROM notice WHERE cause LIKE '${MOVED}%'`;
  const [moved] = connection.rows(causeRow, sql);
  if (moved === undefined) return;
  const target = moved.cause.slice(MOVED.length);
  throw new PaytallyError('STORE_MOVED', message('store.moved', { target }), { record: connection.path });
}
