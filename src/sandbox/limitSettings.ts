import { z } from 'zod';

const budget = (requests: number) =>
  z
    .strictObject({
      requests: z.int().min(1).default(requests),
      windowSeconds: z.number().positive().default(60),
    })
    .prefault({});

/** The limits of docs/service.md, "Limits"; what is left out is as written there. */
export const limitSettings = z
  .strictObject({
    /** False switches the three rate limits off (not the others). */
    enabled: z.boolean().default(true),
    /** How requests are counted, which the service leaves open. */
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
