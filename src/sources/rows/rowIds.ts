import { createHash } from 'node:crypto';
import { lowerUuid } from '../../domain/records/uuid.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { shown } from '../../runtime/outsideText.js';
import { isRecordId } from '../records/fields.js';
import { SeenIds } from './seenIds.js';

/** A part of a digest: no two of a thousand million rows share it. */
const ID_BYTES = 16;

/** The IDs of one pass over a file: equal rows without IDs are numbered, and an ID is used once. */
export class RowIds {
  readonly #seen = new SeenIds();

  /** @param content the text of the row, for an ID of its own @returns the ID, or its problem */
  idOf(written: string, content: readonly string[], line: number): string | { readonly problem: AnyMessage } {
    if (written === '') return this.ofContent(JSON.stringify(content));
    if (!isRecordId(written)) return { problem: message('source.csv.badId', { got: shown(written) }) };
    const digest = digestOf(lowerUuid(written));
    const earlier = this.#seen.get(digest);
    if (earlier !== 0)
      return { problem: message('source.csv.idTwice', { id: shown(written), line: earlier }) };
    this.#seen.set(digest, line);
    return written;
  }

  /** The same ID for the first of equal rows, and a numbered one for each further row. */
  ofContent(content: string): string {
    const digest = digestOf(content);
    const count = this.#seen.get(digest) + 1;
    this.#seen.set(digest, count);
    const id = digest.toString('hex', 0, ID_BYTES);
    return count === 1 ? id : `${id}-${count}`;
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
