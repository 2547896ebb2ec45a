import type { PlaceKey } from './places.js';
import type { RoleKey } from './roles.js';

/** An employee or agency worker, reduced to the data for shifts and entries. */
export interface Worker {
  /** The start of every key for this worker's random numbers and IDs. */
  readonly key: string;
  readonly role: RoleKey;
  readonly place: PlaceKey;
  readonly placeBeforeOctober: PlaceKey | undefined;
  readonly weeks: readonly [string, string];
  readonly lastDayNumber: number;
  readonly employeeId: string | null;
  readonly agency: { readonly agencyWorkerId: string; readonly agencyId: string } | undefined;
}
