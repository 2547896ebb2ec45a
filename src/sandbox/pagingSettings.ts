import { z } from 'zod';

/** How pages are cut, which the service leaves open. */
export const pagingSettings = z
  .strictObject({
    /** `keyset`: the page begins after the last record's sort key; `offset`: after so many records. */
    mode: z.enum(['keyset', 'offset']).default('keyset'),
    /** True: a page that is full has a cursor even if nothing follows, so the last page may be empty. */
    emptyLastPage: z.boolean().default(false),
  })
  .prefault({});

export type PagingSettings = z.output<typeof pagingSettings>;
export type PagingSettingsInput = z.input<typeof pagingSettings>;
