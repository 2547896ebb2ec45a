import { z } from 'zod';
import type { StandingChange } from '../domain/corrections/findCauses.js';
import { CAUSES } from '../domain/corrections/findCauses.js';
import { type LocalDate, toLocalDate } from '../domain/time/localDate.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import type { MonitorItem, NewMonitorItem } from '../store/mirror.js';
import type { Store } from '../store/store.js';
import { type CorrectionLine, correctionLineJson } from './correctionLines.js';
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

/** The difference of a pay line, to be kept until the monitor no longer finds it. */
export function changeItem(
  line: CorrectionLine,
  labelOf: (establishment: string) => string,
  position: number,
): NewMonitorItem {
  const { originalRun, ...json } = correctionLineJson(line, { labelOf, inPeriod: '', sequence: 0 });
  const { employeeId, payCode, establishment, costCenter, unit, before, after, difference } = json;
  const { beforeMinutes, afterMinutes, differenceMinutes, cause, causes } = json;
  const { date } = line.difference.key;
  const { from, to } = line.base.final.link.period;
  const change: StandingChange = {
    ...{ finalRun: originalRun, employeeId, date, payCode, establishment, costCenter, unit },
    ...{ before, after, difference, beforeMinutes, afterMinutes, differenceMinutes, cause },
    causes,
  };
  return {
    itemId: `${originalRun} ${line.id}`,
    person: employeeId,
    day: date,
    content: { change, period: { from, to }, position },
  };
}

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
