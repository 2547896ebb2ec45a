import type { References } from '../records/records.js';

/** Cost centres by ID, for places, teams and tasks that have their own. */
export interface CostCenters {
  readonly establishments: Readonly<Record<string, string>>;
  readonly teams: Readonly<Record<string, string>>;
  readonly tasks: Readonly<Record<string, string>>;
}

export const NO_COST_CENTERS: CostCenters = { establishments: {}, teams: {}, tasks: {} };

/**
 * The cost centre of a segment of work: of its task, else its team, else its establishment, else the employee's own
 * (mapping column `costCenter`); null if none of them has one.
 */
export function resolveCostCenter(
  { establishmentId, teamId, taskId }: Pick<References, 'establishmentId' | 'teamId' | 'taskId'>,
  { establishments, teams, tasks }: CostCenters,
  columns: Readonly<Record<string, string>>,
): string | null {
  return (
    own(tasks, taskId) ??
    own(teams, teamId) ??
    own(establishments, establishmentId) ??
    (own(columns, 'costCenter') || null)
  );
}

function own(centers: Readonly<Record<string, string>>, id: string | null): string | undefined {
  return id !== null && Object.hasOwn(centers, id) ? centers[id] : undefined;
}
