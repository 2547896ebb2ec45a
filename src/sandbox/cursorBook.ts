import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ListName } from './neutralRecords.js';
import type { Position } from './position.js';
import type { DayRange } from './recordList.js';

/** What a cursor belongs to: it works nowhere else (docs/service.md, "Queries"). */
export interface CursorHome {
  readonly list: ListName;
  readonly employerId: string;
  readonly range: DayRange | null;
}

/** Where the next page begins: its number, and how it is found. */
export interface PageStart {
  readonly page: number;
  readonly at: { readonly after: Position } | { readonly offset: number };
}

const SIGNATURE_BYTES = 12;

/** Writes and reads signed cursors. Nothing is remembered, so a cursor works as often as it is sent. */
export class CursorBook {
  constructor(private readonly key: Buffer) {}

  write(home: CursorHome, start: PageStart): string {
    const content = Buffer.from(JSON.stringify(start), 'utf8');
    return Buffer.concat([this.sign(home, content), content]).toString('base64url');
  }

  /** Undefined where the cursor was not written here, or for another list, employer or period. */
  read(home: CursorHome, cursor: string): PageStart | undefined {
    const bytes = Buffer.from(cursor, 'base64url');
    // The text must be the canonical one: base64 forgives stray characters and bits.
    if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
    const content = bytes.subarray(SIGNATURE_BYTES);
    if (!timingSafeEqual(this.sign(home, content), bytes.subarray(0, SIGNATURE_BYTES))) return undefined;
    return JSON.parse(content.toString('utf8'));
  }

  private sign({ list, employerId, range }: CursorHome, content: Buffer): Buffer {
    const bound = JSON.stringify([list, employerId, range?.from ?? null, range?.to ?? null]);
    return createHmac('sha256', this.key).update(bound).update(content).digest().subarray(0, SIGNATURE_BYTES);
  }
}
