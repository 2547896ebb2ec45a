import { uuidFor } from './random.js';
import { MOVED_SHIFT } from './specials.js';

/** The name of the employer's folder next to service.json. */
export const EMPLOYER_FOLDER = 'bakery';

/** service.json of the sample: one employer, two integrations, one edit. The secrets work only in a sandbox. */
export function serviceFile(): unknown {
  return {
    employers: [
      {
        employerId: uuidFor('employer bakery'),
        name: 'Bakkerij Aan de Stroom',
        folder: EMPLOYER_FOLDER,
        apiAccess: true,
        modules: { planning: true, timeRegistration: true },
        integrations: [
          {
            clientId: 'bakery-payroll',
            clientSecret: 'sandbox-secret-of-the-bakery',
            scopes: [
              'establishments:read',
              'employees:read',
              'agency-workers:read',
              'planning:read',
              'time-entries:read',
            ],
          },
          {
            clientId: 'bakery-hours-only',
            clientSecret: 'sandbox-secret-for-hours-only',
            scopes: ['establishments:read', 'time-entries:read'],
          },
        ],
        edits: [
          {
            after: { list: 'shifts', page: 1 },
            list: 'shifts',
            patch: { id: MOVED_SHIFT.id, ...MOVED_SHIFT.patch },
          },
        ],
      },
    ],
  };
}
