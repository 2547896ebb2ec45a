import { payRulesOf } from '../../config/schema/paySchema.js';
import { hasZonesAsPlaces } from '../../config/schema/sourceSchema.js';
import type { Template } from '../../documents/template/template.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import { absencesOfPeople } from '../../domain/absences/parseAbsences.js';
import { groupBy } from '../../domain/collections.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { type ComputedLine, type Exported, lineKeyText } from '../../domain/corrections/exportedLine.js';
import type { Cause, Surrounding } from '../../domain/corrections/findCauses.js';
import type { LineDifference } from '../../domain/corrections/lineDifferences.js';
import { addQuantities, type RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import { earlierDays } from '../../domain/pay/payWindow.js';
import type { Period } from '../../domain/period/period.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { Store } from '../../store/store.js';
import { computePeriod } from '../compute/computePeriod.js';
import type { RenderInputs } from '../compute/employerInputs.js';
import type { CorrectionBase, RunOutline } from '../ledger/correctionBase.js';
import { linksBefore, readEarlierPay } from '../ledger/earlierPay.js';
import { collectWithParts, splitIntoBatches } from '../ledger/exportedLines.js';
import type { SomePeople } from '../ledger/keptRun.js';
import {
  amountsByLine,
  findCorrectionCauses,
  findMovedEntries,
  type Side,
  wherever,
} from './correctionCauses.js';

/** Lines can have been corrected separately, so each is compared with the newest run that covered it. */
export async function findCausesByTemplate(
  store: Store,
  base: CorrectionBase,
  templates: readonly (TextTemplate & Template)[],
  differences: readonly LineDifference[],
  now: PeriodInputs,
): Promise<readonly Cause[][]> {
  const causes = differences.map((): Cause[] => []);
  const indexed = differences.map((difference, index) => ({ difference, index }));
  const groups = groupBy(indexed, ({ difference: { key } }) => base.findNewestWith(key).link.runId);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const run = base.findNewestWith(first.difference.key);
    const names = new Set(group.map(({ difference }) => difference.key.template));
    const own = templates.filter(({ name }) => names.has(name));
    const found = await findGroupCauses(
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

/** Finds causes in batches of employees: a rule change can affect the lines of all of them. */
async function findGroupCauses(
  store: Store,
  base: CorrectionBase,
  run: RunOutline,
  templates: readonly (TextTemplate & Template)[],
  differences: readonly LineDifference[],
  now: PeriodInputs,
): Promise<Cause[][]> {
  const { period } = base.final.link;
  const then = readInputs(store, run, now.prepared);
  const everybody = [...new Set(differences.map(({ key }) => key.employeeId))];
  const batches = [...splitIntoBatches(everybody)].map((some) => new Set(some));
  const sides = { earlier: then.records, now: now.records };
  const moved = runInterruptible(() => findMovedEntries(sides, batches));
  const causes = new Map<LineDifference, Cause[]>();
  for (const people of batches) {
    refuseFullMemory();
    const own = differences.filter(({ key }) => people.has(key.employeeId));
    const today = await computeSide(now, period, templates, people);
    const edited = earlierTemplates(templates, run, now, then);
    const earlier = await computeSide(then, period, templates, people);
    const found = await findCorrectionCauses(own, {
      now: today,
      earlier,
      moved,
      estimatedFrom: run.snapshot.config.estimateFrom,
      placesAreZones: hasZonesAsPlaces(now.prepared.config.source),
      without: async (surrounding, some) => {
        if (surrounding === 'template')
          return edited && (await computeSide(edited.inputs, period, edited.templates, some)).exported;
        const inputs = revertSurrounding(surrounding, period, now, then);
        if (inputs === undefined) return undefined;
        // The earlier results of the same people, which are recomputed once.
        if (inputs === then) {
          const again = edited ? await computeSide(then, period, edited.templates, people) : earlier;
          return applyProgramDifference(today.exported, again.exported, base.linesOf(people).before);
        }
        const { exported } = await computeSide(inputs, period, templates, some);
        return exported;
      },
    });
    own.forEach((difference, index) => {
      causes.set(difference, found[index] ?? []);
    });
  }
  return differences.map((difference) => causes.get(difference) ?? []);
}

/** Today's inputs with the templates of a run and their variables; undefined if all of them are the same. */
function earlierTemplates(
  templates: readonly Template[],
  { snapshot }: RunOutline,
  now: PeriodInputs,
  then: PeriodInputs,
): { readonly templates: readonly Template[]; readonly inputs: PeriodInputs } | undefined {
  const { variables } = then.prepared.config;
  const { config } = now.prepared;
  const earlier = templates.map((each) => snapshot.templates.find(({ name }) => name === each.name) ?? each);
  const isAlike = templates.every((template, index) => {
    const was = earlier[index];
    const [spec, specThen] = [template, was].map((each) => each?.kind === 'text' && each.spec);
    const { name } = template;
    return (
      isSame(spec, specThen) && isSame(variablesOf(name, config), variablesOf(name, then.prepared.config))
    );
  });
  if (isAlike) return undefined;
  const prepared = { ...now.prepared, config: { ...config, variables } };
  return { templates: earlier, inputs: { ...now, prepared } };
}

/** The inputs of a valid run. @throws PaytallyError STORE_UNUSABLE if its read was deleted */
function readInputs(
  store: Store,
  { link, snapshot }: RunOutline,
  prepared: PeriodInputs['prepared'],
): PeriodInputs {
  const readId = store.run(link.runId)?.readId ?? '';
  return {
    records: {
      ...loadPeriodRecords(store, readId, snapshot.config),
      earlier: readEarlierPay(
        store,
        linksBefore(store, { runId: link.runId, employerId: prepared.config.employer.employerId }),
      ),
    },
    prepared: {
      ...prepared,
      config: snapshot.config,
      mapping: { ...prepared.mapping, employees: snapshot.mapping },
      absences: { ...prepared.absences, rows: snapshot.absences, isStored: true },
      holidays: { ...prepared.holidays, rows: snapshot.holidays },
    },
    version: snapshot.version,
    tzdata: snapshot.tzdata,
  };
}

/** The inputs of a period. */
export interface PeriodInputs {
  readonly records: RecordsWithEarlierPay;
  readonly prepared: Pick<RenderInputs, 'config' | 'mapping' | 'needs' | 'absences' | 'holidays' | 'signal'>;
  readonly version: string;
  readonly tzdata: string;
}

/** A period of some or all employees, with the lines that some templates export for them. */
async function computeSide(
  { records, prepared, version }: PeriodInputs,
  period: Period,
  templates: readonly Template[],
  people: SomePeople,
): Promise<Side & { readonly computed: ComputedPeriod }> {
  const some =
    people === 'all' ? records : { ...records, personIds: records.personIds.filter((id) => people.has(id)) };
  const request = { state: 'final', accepted: new Map() } as const;
  await pauseForInterrupt(prepared.signal);
  const own = people === 'all' ? prepared : withOwnAbsences(people, prepared);
  const computed = runInterruptible(() => computePeriod(some, period, own, request, version));
  return { computed, records, exported: await collectWithParts(computed, templates, own) };
}

/** Keeps only the absences of these people: other rows would add purged people without the data that templates need. */
function withOwnAbsences(
  people: ReadonlySet<string>,
  prepared: PeriodInputs['prepared'],
): PeriodInputs['prepared'] {
  const { absences, mapping } = prepared;
  const rows = absencesOfPeople(absences.rows, mapping.employees, people);
  return { ...prepared, absences: { ...absences, rows } };
}

/**
 * Today's inputs with one earlier input; undefined if that input is the same. Changes of the program or its tables
 * cannot be undone, so the earlier inputs are computed again. If both changed, their effects cannot be separated, and
 * both are causes.
 */
function revertSurrounding(
  surrounding: Exclude<Surrounding, 'template'>,
  period: Period,
  now: PeriodInputs,
  then: PeriodInputs,
): PeriodInputs | undefined {
  const { records, prepared } = now;
  const { facts } = records;
  switch (surrounding) {
    case 'absence':
      return isSame(prepared.absences.rows, then.prepared.absences.rows)
        ? undefined
        : { ...now, prepared: { ...prepared, absences: then.prepared.absences } };
    case 'mapping': {
      const { payCodes, costCenters } = then.prepared.config;
      const config = { ...prepared.config, payCodes, costCenters };
      const isAlike =
        isSame([...prepared.mapping.employees.byId], [...then.prepared.mapping.employees.byId]) &&
        isSame(prepared.config, config);
      return isAlike
        ? undefined
        : { ...now, prepared: { ...prepared, config, mapping: then.prepared.mapping } };
    }
    case 'rule': {
      const { attribution, dst, period, pay, rounding, breaks, minimumPaid, join, payRules, account } =
        then.prepared.config;
      const policy = { attribution, dst, period };
      const rules = { pay, rounding, breaks, minimumPaid, join, payRules, account };
      const config = { ...prepared.config, ...policy, ...rules };
      return isSame(prepared.config, config) ? undefined : { ...now, prepared: { ...prepared, config } };
    }
    case 'holiday': {
      const { holidays } = then.records.facts;
      const file = then.prepared.holidays;
      return isSame(facts.holidays, holidays) && isSame(prepared.holidays.rows, file.rows)
        ? undefined
        : {
            ...now,
            prepared: { ...prepared, holidays: file },
            records: { ...records, facts: { ...facts, holidays } },
          };
    }
    case 'zone': {
      const zones = new Map(then.records.facts.establishments.map(({ id, zone }) => [id, zone]));
      const establishments = facts.establishments.map((place) => ({
        ...place,
        zone: zones.has(place.id) ? zones.get(place.id) : place.zone,
      }));
      return isSame(facts.establishments, establishments)
        ? undefined
        : { ...now, records: { ...records, facts: { ...facts, establishments } } };
    }
    case 'plan':
      return {
        ...now,
        records: {
          ...records,
          of: (id) => {
            const { shifts, relatedShifts } = then.records.of(id);
            return { ...records.of(id), shifts, relatedShifts };
          },
        },
      };
    case 'balance': {
      const { account } = prepared.config;
      const looksBack =
        account !== undefined || earlierDays(period, payRulesOf(prepared.config)) !== undefined;
      const { earlier } = then.records;
      return looksBack ? { ...now, records: { ...records, earlier } } : undefined;
    }
    case 'tzdata':
      return now.tzdata === then.tzdata ? undefined : then;
    case 'program':
      return now.version === then.version ? undefined : then;
  }
}

/**
 * The effect of another program version with the same inputs, applied to today's lines: a line changes if this version
 * computes it differently from the export.
 */
function applyProgramDifference(
  now: Exported<ComputedLine>,
  again: Exported<ComputedLine>,
  before: Exported,
): Exported<ComputedLine> {
  const [exported, computed] = [amountsByLine(before), amountsByLine(again)];
  const movedIn = (text: string) => addQuantities(computed.get(text) ?? 0, -(exported.get(text) ?? 0));
  // After a change of the layout, the same amount is in another row.
  const lines = now.lines.map((line) => {
    const moved = movedIn(wherever(line)) === 0 ? 0 : movedIn(lineKeyText(line));
    return { ...line, amount: addQuantities(line.amount, -moved) };
  });
  return { ...now, lines };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
