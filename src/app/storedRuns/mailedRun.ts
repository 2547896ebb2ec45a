import { z } from 'zod';
import type { MailedFigures, MailedRun } from '../../delivery/mail/mailText.js';
import type { Period } from '../../domain/period/period.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import type { Store } from '../../store/store.js';
import type { HistoryRun } from '../ledger/history.js';

/** A run's data for its mails; corrections are delivered like finals. */
export function mailedRunOf(store: Store, run: HistoryRun): MailedRun {
  const { state, digest } = run;
  return {
    period: periodOf(store, run),
    state: state === 'draft' ? 'draft' : 'final',
    isCorrection: state === 'correction',
    digest,
    figures: figuresOf(store, run.runId),
  };
}

const manifestFigures = z
  .object({
    people: z.number(),
    control: z.object({ exportedMinutes: z.number() }),
    month: z.object({ counts: z.object({ warnings: z.number() }) }),
  })
  .transform(({ people, control, month }) => ({
    people,
    minutes: control.exportedMinutes,
    warnings: month.counts.warnings,
  }));

/** Undefined for a correction, and for a run of an earlier version. */
function figuresOf(store: Store, runId: string): MailedFigures | undefined {
  return manifestFigures.safeParse(store.run(runId)?.manifest).data;
}

function periodOf(store: Store, { runId, period: { from, to } }: HistoryRun): Period {
  return (
    store.run(runId)?.period ?? { from: toLocalDate(from), to: toLocalDate(to), label: `${from}..${to}` }
  );
}
