import type { PlaceKey } from './places.js';
import type { RoleKey } from './roles.js';

/** Whoever works, employee or agency worker, reduced to what makes shifts and entries. */
export interface Worker {
  /** Begins every key of this worker's random numbers and ids. */
  readonly key: string;
  readonly role: RoleKey;
  readonly place: PlaceKey;
  readonly placeBeforeOctober: PlaceKey | undefined;
  readonly weeks: readonly [string, string];
  readonly lastDayNumber: number;
  readonly employeeId: string | null;
  readonly agency: { readonly agencyWorkerId: string; readonly agencyId: string } | undefined;
}
