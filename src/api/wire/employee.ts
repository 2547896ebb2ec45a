import { z } from 'zod';
import type { Employee } from '../../domain/records/records.js';
import { flag, guid, text } from './fields.js';
import { parserOf } from './parsed.js';

const wire = z.looseObject({ id: guid, firstName: text, lastName: text, isActive: flag });

/** API.md 2.4. */
export const parseEmployee = parserOf<Employee>(
  wire.transform(({ id, firstName, lastName, isActive }) => ({ id, firstName, lastName, isActive })),
);

export const EMPLOYEE_FIELDS = Object.keys(wire.shape);
