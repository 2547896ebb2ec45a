import { z } from 'zod';

const budget = (requests: number) =>
  z
    .strictObject({
      requests: z.int().min(1).default(requests),
      windowSeconds: z.number().positive().default(60),
    })
    .prefault({});

/** The limits of docs/service.md, "Limits"; omitted settings have the values given there. */
export const limitSettings = z
  .strictObject({
    /** False disables the three rate limits, but not the other limits. */
    enabled: z.boolean().default(true),
    /** How requests are counted, which the service does not document. */
    window: z.enum(['sliding', 'fixed']).default('sliding'),
    tokenRequests: budget(30),
    dataRequests: budget(600),
    ipRequests: budget(500),
    activeIntegrations: z.int().min(1).default(25),
    tokenSeconds: z.int().min(1).default(300),
  })
  .prefault({});

export type LimitSettings = z.output<typeof limitSettings>;
export type LimitSettingsInput = z.input<typeof limitSettings>;

/** How pages are split, which the service does not document. */
export const pagingSettings = z
  .strictObject({
    /** `keyset`: the page begins after the last record's sort key; `offset`: after this many records. */
    mode: z.enum(['keyset', 'offset']).default('keyset'),
    /** If true, a full page has a cursor even if nothing follows, so the last page may be empty. */
    emptyLastPage: z.boolean().default(false),
  })
  .prefault({});

export type PagingSettings = z.output<typeof pagingSettings>;
export type PagingSettingsInput = z.input<typeof pagingSettings>;
