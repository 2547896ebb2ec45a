import { z } from 'zod';
import type { StandingChange } from '../domain/corrections/findCauses.js';
import { CAUSES } from '../domain/corrections/findCauses.js';
import { type LocalDate, toLocalDate } from '../domain/time/localDate.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import type { MonitorItem } from '../store/mirror.js';
import type { Store } from '../store/store.js';
import { overlaps } from './finals.js';

const amount = z.number().nullable();

const standingChange = z.object({
  finalRun: z.string(),
  employeeId: z.string(),
  date: z.string().transform(toLocalDate),
  payCode: z.string(),
  establishment: z.string().nullable(),
  costCenter: z.string().nullable(),
  unit: z.enum(['minutes', 'times', 'days']),
  before: z.number(),
  after: z.number(),
  difference: z.number(),
  beforeMinutes: amount,
  afterMinutes: amount,
  differenceMinutes: amount,
  cause: z.enum(CAUSES),
  causes: z.array(z.enum(CAUSES)),
}) satisfies z.ZodType<StandingChange>;

/** The monitor's stored form of a change. */
export interface KeptChange extends Pick<MonitorItem, 'itemId' | 'printed' | 'notified'> {
  readonly change: StandingChange;
  /** The days of the final. */
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
}

const content = z.object({
  change: standingChange,
  period: z.object({
    from: z.string().transform(toLocalDate),
    to: z.string().transform(toLocalDate),
  }),
  /** Digest of the newest compared link of the audit trail. */
  position: z.number(),
});

/** All findings of the monitor's newest pass over an employer's finals, by employee and day. */
export function keptChanges(
  store: Store,
  employerId: string,
): readonly (KeptChange & { position: number })[] {
  return store.mirror
    .items(employerId, 'change')
    .map(({ itemId, printed, notified, content: kept }) => ({
      ...{ itemId, printed, notified },
      ...content.parse(kept),
    }))
    .sort((a, b) => (orderOf(a.change) < orderOf(b.change) ? -1 : 1));
}

function orderOf({ employeeId, date, payCode, establishment, finalRun }: StandingChange): string {
  return JSON.stringify([employeeId, date, payCode, establishment, finalRun]);
}

/** The changes of a period that no final or correction of these days has covered since. */
export function openChanges(
  store: Store,
  links: readonly LedgerLink[],
  employerId: string,
  period: { readonly from: LocalDate; readonly to: LocalDate },
): readonly StandingChange[] {
  return keptChanges(store, employerId).flatMap(({ change, position }) => {
    const isIn = period.from <= change.date && change.date <= period.to;
    const covered = links.some((link) => link.position > position && overlaps(link.period, period));
    return isIn && !covered ? [change] : [];
  });
}

/** A breach of a working-time limit that the published plan would cause. */
export interface PlannedBreach {
  readonly code: string;
  readonly employeeId: string;
  readonly date: string;
}

/** A planned breach that the monitor keeps. */
export interface KeptPlannedBreach extends PlannedBreach {
  readonly itemId: string;
  readonly printed: boolean;
  readonly notified: boolean;
}

/** The planned breaches of the monitor's newest pass, by day. */
export function keptPlannedBreaches(store: Store, employerId: string): readonly KeptPlannedBreach[] {
  const items = store.mirror.items(employerId, 'planned');
  return items
    .map(({ itemId, person, day, content, printed, notified }) => ({
      ...{ itemId, printed, notified },
      ...{ code: String(content.code), employeeId: person ?? '', date: day ?? '' },
    }))
    .sort((a, b) => (`${a.date} ${a.employeeId} ${a.code}` < `${b.date} ${b.employeeId} ${b.code}` ? -1 : 1));
}

/** A planned breach in the JSON output of commands. */
export function plannedBreachJson({ code, employeeId, date }: KeptPlannedBreach): PlannedBreach {
  return { code, employeeId, date };
}
