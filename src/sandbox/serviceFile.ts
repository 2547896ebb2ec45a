import { z } from 'zod';
import { faultSettings } from './faultRule.js';
import { limitSettings } from './limitSettings.js';
import { pagingSettings } from './pagingSettings.js';
import { SCOPES } from './scopes.js';
import { scriptedEdit } from './scriptedEdit.js';
import { shapeSettings } from './shapeSettings.js';

const text = z.string().min(1);

const integration = z.strictObject({
  clientId: text,
  clientSecret: text,
  scopes: z.array(z.enum(SCOPES)).min(1),
});

const employer = z.strictObject({
  /** The identifier in the URLs. */
  employerId: z.string().regex(/^[A-Za-z0-9._~-]+$/, 'expected letters, digits, ".", "_", "~" or "-"'),
  name: text,
  /** The folder with the employer's records, beside this file. */
  folder: z.string().regex(/^[^/\\]+$/, 'expected the name of a folder beside service.json'),
  apiAccess: z.boolean().default(true),
  modules: z
    .strictObject({ planning: z.boolean().default(true), timeRegistration: z.boolean().default(true) })
    .prefault({}),
  integrations: z.array(integration).default([]),
  edits: z.array(scriptedEdit).default([]),
});

/** `service.json` of a data folder. */
export const serviceFile = z.strictObject({
  employers: z.array(employer).min(1),
  shapes: shapeSettings.prefault({}),
  limits: limitSettings,
  paging: pagingSettings,
  faults: faultSettings.prefault({}),
});

export type ServiceFile = z.output<typeof serviceFile>;
export type EmployerEntry = ServiceFile['employers'][number];
