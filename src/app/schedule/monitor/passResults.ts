import { createHash } from 'node:crypto';
import type { TextTemplate } from '../../../documents/text/textTemplate.js';
import { groupBy } from '../../../domain/collections.js';
import type { ComputedPeriod } from '../../../domain/computed/computedPeriod.js';
import { payLineText } from '../../../domain/corrections/exportedLine.js';
import type { ExceptionCode, RatedFinding } from '../../../domain/exceptions/finding.js';
import { rateFindings } from '../../../domain/exceptions/ratedFindings.js';
import { addQuantities, NO_EARLIER_PAY } from '../../../domain/pay/payLine.js';
import { isInside } from '../../../domain/period/period.js';
import type { Days } from '../../../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../../../domain/time/localDate.js';
import { breachesAhead } from '../../../domain/workingTime/breaches.js';
import { type NewMonitorItem, openChange } from '../../../store/mirror.js';
import type { Store } from '../../../store/store.js';
import { computedRead } from '../../compute/computePeriod.js';
import { compareRead, spanOfFinals } from '../../corrections/comparedFinals.js';
import {
  type CorrectionLine,
  correctionLineJson,
  type LineContext,
  lineId,
} from '../../corrections/correctionLines.js';
import type { ComparedFinal } from '../../corrections/openFinals.js';
import { payLinesTemplate, withTemplates } from '../../ledger/correctionBase.js';
import { PAY_LINES } from '../../ledger/exportedLines.js';
import { findLeftByHand } from '../../ledger/leftByHand.js';
import { keptChanges } from '../../ledger/openChanges.js';
import type { MonitorPlan, Pass } from './monitorPlan.js';

/** The work of the window, with all findings. */
export function computeWindow({ context, prepared, plan, read, store }: Pass): Promise<ComputedPeriod> {
  const { version, signal } = context;
  const request = { state: 'draft', accepted: new Map() } as const;
  const order = { readId: read.readId, period: plan.window, earlier: NO_EARLIER_PAY };
  return computedRead(store, { ...order, prepared, request, version }, signal);
}

/** Exceptions of a run and its days, not of work, which are meaningless for a moving window. */
const NOT_OF_WORK: readonly ExceptionCode[] = [
  'PERIOD_NOT_OVER',
  'NO_ENTRIES',
  'SOURCE_INCOMPLETE',
  'CHANGED_WHILE_READING',
  'RULE_UNUSED',
  'BALANCE_UNKNOWN',
];

export function isOfWork({ code, date }: RatedFinding, { window }: MonitorPlan): boolean {
  return !NOT_OF_WORK.includes(code) && (date === null || isInside(date, window));
}

/** Today's work may still be in progress: it is reported tomorrow. */
const AWAITED: readonly ExceptionCode[] = [
  'OPEN_ENTRY',
  'MISSING_END',
  'UNREVIEWED',
  'SHIFT_NO_ENTRY',
  'ENTRY_NO_SHIFT',
];

export function isOver({ code, date }: RatedFinding, today: LocalDate): boolean {
  return date === null || date < today || !AWAITED.includes(code);
}

export function findingId({ code, record, employeeId, date }: RatedFinding): string {
  const text = JSON.stringify([code, record, employeeId, date]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** An item that one pass lacks is kept until the next one lacks it too, so that it is never reported twice. */
export function findingItems(
  store: Store,
  employerId: string,
  findings: readonly RatedFinding[],
): readonly NewMonitorItem[] {
  const found = new Map(findings.map(findingItem).map((item) => [item.itemId, item]));
  const missed = store.mirror
    .items(employerId, 'finding')
    .filter(({ itemId, content }) => !found.has(itemId) && content.missed !== true)
    .map((item) => ({ ...item, content: { ...item.content, missed: true } }));
  return [...found.values(), ...missed];
}

function findingItem(finding: RatedFinding): NewMonitorItem {
  const { code, employeeId, date, severity } = finding;
  return { itemId: findingId(finding), person: employeeId, day: date, content: { code, severity } };
}

/** The result of `corrections` for the records that were just read. */
export interface PassChanges {
  readonly items: readonly NewMonitorItem[];
  /** First and last day of a final -> its hours accounts with another balance. */
  readonly balances: ReadonlyMap<string, number>;
}

/** What differs from the finals. */
export async function changedLines(pass: Pass): Promise<PassChanges> {
  const { context, prepared, store, today } = pass;
  const { bases } = pass.plan;
  if (bases.length === 0) return { items: [], balances: new Map() };
  const { version, packageFolder, clock } = context;
  const templates = [await payLinesTemplate(packageFolder)];
  const links = store.ledger.links(prepared.employer.employerId);
  const { lines, finals, balances } = await compareRead(
    store,
    pass.read.readId,
    withTemplates(prepared, templates),
    {
      bases,
      asked: undefined,
      period: spanOfFinals(bases),
      templates,
      isListed: () => true,
      accepted: new Map(),
      version,
      nowMs: clock.nowMs(),
      today,
      links,
    },
  );
  const places = finals.flatMap(({ computed }) => computed.data.establishments);
  const labels = new Map(places.flatMap(({ id, label }) => (label === undefined ? [] : [[id, label]])));
  const position = links.at(-1)?.position ?? 0;
  const all = [...lines, ...linesLeftByHand(prepared.employer.employerId, finals, lines, templates)];
  const items = all.map((line) =>
    changeItem(line, position, {
      labelOf: (id) => labels.get(id) ?? id,
      rowsOf: (id) => prepared.mapping.employees.byId.get(id),
    }),
  );
  // Those of later finals are recorded by their own corrections.
  const own = groupBy(
    balances.filter(({ isLater }) => !isLater),
    ({ final: { period } }) => daysKey(period),
  );
  return { items, balances: new Map([...own].map(([days, some]) => [days, some.length])) };
}

/** The pay lines that are as recorded, while a payroll system has another amount: see `findLeftByHand`. */
function linesLeftByHand(
  employerId: string,
  finals: readonly ComparedFinal[],
  lines: readonly CorrectionLine[],
  [template]: readonly TextTemplate[],
): readonly CorrectionLine[] {
  if (template === undefined) return [];
  const bases = finals.map(({ base }) => base);
  const known = new Set(lines.map(({ difference }) => payLineText(difference.key)));
  return findLeftByHand(bases, known).map(({ base, key, amount }) => {
    const own = base.linesOf(new Set([key.employeeId])).before.lines;
    const paid = own
      .filter((line) => line.template === PAY_LINES && payLineText(line) === payLineText(key))
      .reduce((sum, line) => addQuantities(sum, line.amount), 0);
    const ofPay = { ...key, template: PAY_LINES };
    const difference = { key: ofPay, before: addQuantities(paid, amount), after: paid, written: null };
    const id = lineId(employerId, difference);
    return { id, difference, causes: ['changed'], base, template, disposition: 'file' };
  });
}

/** What passes of the employer's other keys have found, which this one did not look for. */
export function changesOfOthers({ store, prepared, isOwn }: Pass): readonly NewMonitorItem[] {
  return keptChanges(store, prepared.employer.employerId, (key) => key !== '' && !isOwn(key));
}

/** The difference of a pay line, to be kept until the monitor no longer finds it. */
function changeItem(
  line: CorrectionLine,
  position: number,
  around: Pick<LineContext, 'labelOf' | 'rowsOf'>,
): NewMonitorItem {
  const json = correctionLineJson(line, { ...around, inPeriod: '', sequence: 0 });
  const { from, to } = line.base.final.link.period;
  const change = openChange.parse({ ...json, finalRun: json.originalRun });
  return {
    itemId: `${change.finalRun} ${line.id}`,
    person: change.employeeId,
    day: change.date,
    content: { change, period: { from, to }, position },
  };
}

const daysKey = ({ from, to }: Days) => `${from} ${to}`;

/** Lets the board show which periods have changes. */
export function recordForBoard(
  { store, prepared, plan: { bases }, isOwn }: Pass,
  { balances }: PassChanges,
): void {
  const { employerKey } = prepared;
  const { employerId } = prepared.employer;
  const position = store.ledger.links(employerId).at(-1)?.position ?? 0;
  const lines = groupBy(keptChanges(store, employerId, isOwn), ({ content: { period } }) => daysKey(period));
  for (const { final } of bases) {
    const { from, to } = final.link.period;
    const days = daysKey({ from, to });
    const count = (lines.get(days)?.length ?? 0) + (balances.get(days) ?? 0);
    store.scheduleState.recordChanged({ employerId, employerKey, from, to, lines: count, position }, isOwn);
  }
}

/** The breaches that published shifts would cause from today on, after the work so far. */
export function findPlannedBreaches(
  { context, prepared, plan, today }: Pass,
  { people }: Pick<ComputedPeriod, 'people'>,
): readonly RatedFinding[] {
  const nowSeconds = context.clock.nowMs() / 1000;
  const found = people.ids.flatMap((id) => {
    const { data, workingTime } = people.of(id);
    if (workingTime === undefined) return [];
    const worked = new Set(data.entries.map(({ shiftId }) => shiftId));
    // Shifts that have not begun yet, and that no entry names.
    const shifts = (data.shifts ?? []).filter(
      (shift) => shift.employeeId === id && shift.start.epochSeconds > nowSeconds && !worked.has(shift.id),
    );
    return shifts.length === 0 ? [] : breachesAhead(workingTime, shifts, { from: today, to: plan.window.to });
  });
  return rateFindings(found, { severities: prepared.config.exceptions, accepted: new Map() });
}

/** Identical for as long as the plan has a breach of the code on the day, whatever shift causes it. */
export function plannedId(finding: RatedFinding): string {
  return findingId({ ...finding, record: 'planned' });
}

export function plannedItem(finding: RatedFinding): NewMonitorItem {
  return { ...findingItem(finding), itemId: plannedId(finding) };
}
