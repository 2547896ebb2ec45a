import { z } from 'zod';
import { guid } from './fields.js';
import { parserOf } from './parsed.js';

/** A record of which API.md shows nothing but `id`: establishments, agency workers, teams, tasks. */
export interface Identified {
  readonly id: string;
}

export const parseIdentified = parserOf<Identified>(
  z.looseObject({ id: guid }).transform(({ id }) => ({ id })),
);

export const IDENTIFIED_FIELDS = ['id'];
