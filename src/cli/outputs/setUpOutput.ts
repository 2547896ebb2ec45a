import { z } from 'zod';
import { CHECK_STATUSES, CHECKS } from '../../app/doctor/doctorFinding.js';
import { count, days, employerKey, withError } from './commonOutput.js';

/* The outputs about the configuration and its surroundings. */

const doctorFinding = z.strictObject({
  check: z.enum(CHECKS),
  employer: employerKey.optional(),
  status: z.enum(CHECK_STATUSES),
  message: z.string(),
  remedy: z.string().optional(),
  code: z.string().optional(),
  id: z.string().optional(),
  values: z.record(z.string(), z.unknown()).optional(),
});

export const doctorOutput = z.strictObject({
  findings: z.array(doctorFinding),
  fields: z.array(z.looseObject({ employer: employerKey, evidence: z.string() })),
});

export const initOutput = z.strictObject({
  files: z.array(z.string()),
  employer: employerKey,
  findings: z.array(doctorFinding),
  next: z.string(),
});

export const configOutput = z.strictObject({
  employers: z.array(
    z.strictObject({
      employer: employerKey,
      settings: z.array(
        z.strictObject({
          key: z.string(),
          value: z.unknown(),
          source: z.union([z.literal('default'), z.strictObject({ file: z.string(), line: count })]),
        }),
      ),
    }),
  ),
});

export const connectOutput = z.strictObject({
  connection: z.strictObject({
    name: z.string(),
    vendor: z.string(),
    tokens: z.string(),
    expiresAt: z.string().nullable(),
  }),
});

export const planOutput = z.strictObject({
  employers: count,
  minutes: z.number(),
  requests: z.number(),
  addresses: z.number(),
  takesMinutes: z.number(),
  cores: z.number(),
  bytesPerPeriod: z.number(),
});

export const scheduleListOutput = withError({
  times: z.array(z.strictObject({ name: z.string(), employer: employerKey, at: z.string(), period: days })),
});

export const schedulePrintOutput = z.strictObject({
  units: z.array(z.strictObject({ name: z.string(), use: z.string(), text: z.string() })),
});

export const uiOutput = z.union([
  z.strictObject({ url: z.string() }),
  z.strictObject({ shortcut: z.string() }),
]);

const person = z.strictObject({
  employeeId: z.string(),
  lastName: z.string().nullable(),
  firstName: z.string().nullable(),
  employeeNumber: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  time: z.string().nullable(),
  status: z.string(),
  active: z.boolean().nullable(),
});

export const employeesListOutput = z.strictObject({
  employers: z.array(
    z.strictObject({
      employer: employerKey,
      mapping: z.string().nullable(),
      employees: z.array(person),
      problems: z.array(z.string()),
    }),
  ),
});

const synced = z.strictObject({ employeeId: z.string(), lastName: z.string(), firstName: z.string() });
const rowWithoutEmployee = z.strictObject({
  line: count,
  number: z.string(),
  nameInList: z.string(),
  candidates: z.array(z.string()),
});

export const employeesSyncOutput = z.union([
  z.strictObject({
    files: z.array(
      z.strictObject({
        path: z.string(),
        employers: z.array(employerKey),
        effect: z.enum(['made', 'changed', 'current', 'planned']),
        added: z.array(synced),
        gone: z.array(z.string()),
        returned: z.array(z.string()),
      }),
    ),
  }),
  z.strictObject({
    employer: employerKey,
    mapping: z.string(),
    from: z.string(),
    effect: z.string(),
    matches: z.array(
      z.strictObject({
        employeeId: z.string(),
        lastName: z.string().nullable(),
        firstName: z.string().nullable(),
        currentNumber: z.string().nullable(),
        number: z.string(),
        nameInList: z.string(),
        line: count,
        basis: z.string(),
        doubt: z.string().nullable(),
        takenBy: z.string().nullable(),
        written: z.boolean(),
      }),
    ),
    rowsWithoutEmployee: z.array(
      rowWithoutEmployee.extend({
        namesakes: z.array(z.strictObject({ employeeId: z.string(), establishments: z.array(z.string()) })),
      }),
    ),
    employeesWithoutRow: z.array(z.string()),
    lostZeros: z.unknown(),
    incompleteLines: z.array(count),
  }),
  z.strictObject({
    employer: employerKey,
    mapping: z.string(),
    from: z.string(),
    column: z.string(),
    effect: z.string(),
    values: z.array(
      z.strictObject({
        employeeId: z.string(),
        lastName: z.string().nullable(),
        firstName: z.string().nullable(),
        number: z.string(),
        nameInList: z.string(),
        line: count,
        value: z.string(),
        current: z.string().nullable(),
        minutes: z.number().nullable(),
        doubt: z.string().nullable(),
        takenBy: z.string().nullable(),
        written: z.boolean(),
      }),
    ),
    rowsWithoutEmployee: z.array(rowWithoutEmployee),
    employeesWithoutRow: z.array(z.string()),
    incompleteLines: z.array(count),
  }),
]);
