import { groupBy } from '../domain/collections.js';
import type { Cause } from '../domain/corrections/findCauses.js';
import type { LineDifference } from '../domain/corrections/lineDifferences.js';
import { recordsOfRead } from '../read/staging/storedRecords.js';
import type { Template } from '../render/template/template.js';
import type { TextTemplate } from '../render/text/textTemplate.js';
import { runInterruptible } from '../runtime/interruption.js';
import { refuseFullMemory } from '../runtime/memoryGuard.js';
import type { Store } from '../store/store.js';
import type { CorrectionBase, CountedRun } from './correctionBase.js';
import { correctionCauses } from './correctionCauses.js';
import { inputsWithout, movedByProgram, type PeriodInputs, sideOf } from './correctionSides.js';
import { earlierPay, linksBefore } from './earlierPayInLedger.js';
import { movedEntries } from './entryTraces.js';
import { batchesOf } from './exportedOf.js';

/** Templates can have been corrected apart: each is compared with the newest run that had it. */
export async function causesByTemplate(
  store: Store,
  base: CorrectionBase,
  templates: readonly (TextTemplate & Template)[],
  differences: readonly LineDifference[],
  now: PeriodInputs,
): Promise<readonly Cause[][]> {
  const causes = differences.map((): Cause[] => []);
  const indexed = differences.map((difference, index) => ({ difference, index }));
  const groups = groupBy(
    indexed,
    ({ difference: { key } }) => base.newestWith(key.template, key.date).link.runId,
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const run = base.newestWith(first.difference.key.template, first.difference.key.date);
    const names = new Set(group.map(({ difference }) => difference.key.template));
    const own = templates.filter(({ name }) => names.has(name));
    const found = await causesOfGroup(
      store,
      base,
      run,
      own,
      group.map(({ difference }) => difference),
      now,
    );
    group.forEach(({ index }, at) => {
      causes[index] = found[at] ?? [];
    });
  }
  return causes;
}

/** Some people after the others: a change of the rules can move everybody's lines. */
async function causesOfGroup(
  store: Store,
  base: CorrectionBase,
  run: CountedRun,
  templates: readonly (TextTemplate & Template)[],
  differences: readonly LineDifference[],
  now: PeriodInputs,
): Promise<Cause[][]> {
  const { period } = base.final.link;
  const then = inputsOf(store, run, now.prepared);
  const everybody = [...new Set(differences.map(({ key }) => key.employeeId))];
  const batches = [...batchesOf(everybody)].map((some) => new Set(some));
  const sides = { earlier: then.records, now: now.records };
  const moved = runInterruptible(() => movedEntries(sides, batches));
  const causes = new Map<LineDifference, Cause[]>();
  for (const people of batches) {
    refuseFullMemory();
    const own = differences.filter(({ key }) => people.has(key.employeeId));
    const today = await sideOf(now, period, templates, people);
    const earlier = await sideOf(then, period, templates, people);
    const found = await correctionCauses(own, {
      now: today,
      earlier,
      moved,
      estimatedFrom: run.snapshot.config.estimateFrom,
      without: async (surrounding, some) => {
        const inputs = inputsWithout(surrounding, now, then);
        if (inputs === undefined) return undefined;
        // What was computed then is the same people's, and is computed anew once.
        if (inputs === then)
          return movedByProgram(today.exported, earlier.exported, base.linesOf(people).before);
        const { exported } = await sideOf(inputs, period, templates, some);
        return exported;
      },
    });
    own.forEach((difference, index) => {
      causes.set(difference, found[index] ?? []);
    });
  }
  return differences.map((difference) => causes.get(difference) ?? []);
}

/** What a run that counts was computed from. @throws PaytallyError STORE_UNUSABLE where its read is gone */
function inputsOf(
  store: Store,
  { link, snapshot }: CountedRun,
  prepared: PeriodInputs['prepared'],
): PeriodInputs {
  const readId = store.run(link.runId)?.readId ?? '';
  return {
    records: {
      ...recordsOfRead(store, readId, snapshot.config),
      earlier: earlierPay(
        store,
        linksBefore(store, { runId: link.runId, employerId: prepared.config.employer.employerId }),
      ),
    },
    prepared: {
      ...prepared,
      config: snapshot.config,
      mapping: { ...prepared.mapping, employees: snapshot.mapping },
      absences: { ...prepared.absences, rows: snapshot.absences },
    },
    version: snapshot.version,
    tzdata: snapshot.tzdata,
  };
}
