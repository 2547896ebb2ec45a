/** What stands in a working copy for content that was left out; nothing that is stored looks like it. */
export const NOT_COPIED = new Uint8Array([0]);

export function isNotCopied(value: unknown): boolean {
  return value instanceof Uint8Array && value.length === 1 && value[0] === 0;
}

/** Work on a copy of recent rows needs older content: it is repeated on a copy that has everything. */
export class ContentNotCopied extends Error {}
