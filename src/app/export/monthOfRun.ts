import { assumedZone } from '../../config/employerPeriod.js';
import { selectDeliveries } from '../../delivery/deliveries.js';
import { groupBy } from '../../domain/collections.js';
import { buildFindingReport, type PeriodSummary } from '../../domain/computed/computedPeriod.js';
import {
  type AcceptedKey,
  acceptedKeyOf,
  blockingFindings,
  EXCEPTIONS,
  type RatedFinding,
} from '../../domain/exceptions/finding.js';
import { type Period, resolvePeriod } from '../../domain/period/period.js';
import { todayIn } from '../../domain/time/tzdata.js';
import { ExitStatus, PaytallyError } from '../../errors.js';
import type { NewMonthRead } from '../../store/monthReads.js';
import type { EmployerDays } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import {
  acceptedByRun,
  heldReasons,
  reasonFor,
  reasonsOfRun,
  type SeenFindings,
  seenFindings,
  withReasons,
} from '../ledger/acceptances.js';
import type { IsOwn } from '../ledger/finals.js';
import { monthRead, type OwedFindings } from '../ledger/monthFacts.js';
import type { ReadNotes } from '../ledger/readNotes.js';
import { findConcerned } from './concernedWork.js';
import type { PreparedRun } from './prepareRun.js';
import type { RunEffect } from './runRequest.js';
import type { ComputedRun } from './runSource.js';

/** The findings of a run with everything that accepts them. */
interface AcceptedFindings {
  readonly computed: PeriodSummary;
  /** The reasons of the run, of the newest run for a check, and of the window. */
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** Those of the run, without what the window has accepted. */
  readonly own: ReadonlyMap<AcceptedKey, string>;
  /** The findings that only these reasons accept. */
  readonly findings: readonly RatedFinding[];
  readonly seen: SeenFindings;
}

/** The reasons that a run was given for continuing despite exceptions. */
export interface GivenReasons {
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  readonly effect: RunEffect;
}

/**
 * Applies what was accepted elsewhere, if it has not changed since: in the window, and for a check in the newest run.
 */
export function acceptFindings(
  store: Store,
  { accepted, effect }: GivenReasons,
  days: EmployerDays,
  computed: PeriodSummary,
): AcceptedFindings {
  const seen = seenFindings(computed);
  const held = heldReasons(computed.findings, seen, store.acceptances.find(days));
  const before = store.monthReads.find(days) ?? NOTHING_READ;
  const isOwn = effect === 'write' || accepted.size > 0;
  const given = isOwn ? accepted : reasonsOfRun(computed.findings, seen, before);
  // The window passes its own reasons to a run, and may undo them later.
  const isOfWindow = (finding: RatedFinding, reason = finding.accepted) =>
    reason !== undefined && reason === reasonFor(finding, held);
  const ofRun = computed.findings.map((finding) =>
    isOfWindow(finding) ? { ...finding, accepted: undefined } : finding,
  );
  const own = new Map(
    computed.findings.flatMap((finding) => {
      const reason = reasonFor(finding, given);
      if (reason === undefined || isOfWindow(finding, reason)) return [];
      return [[acceptedKeyOf(finding), reason] as const];
    }),
  );
  const all = new Map([...held, ...given]);
  return {
    computed: { ...computed, findings: withReasons(computed.findings, all) },
    accepted: all,
    own,
    findings: withReasons(ofRun, own),
    seen,
  };
}

const NOTHING_READ = { accepted: {} };

/** What a run found, and who can resolve what blocks the final of its period. */
export async function readOfRun(
  run: ComputedRun,
  { findings, own, seen }: Pick<AcceptedFindings, 'findings' | 'own' | 'seen'>,
): Promise<NewMonthRead> {
  const owed = await owedFindings(run, blockingFindings(findings, 'final'));
  return monthRead(findings, seen, { accepted: acceptedByRun(findings, seen, own), owed });
}

/** Once it is made, a final itself accepts what the window had accepted for it. */
export function readOfFinal({
  computed,
  accepted,
}: {
  readonly computed: PeriodSummary;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
}): NewMonthRead {
  const { findings } = computed;
  const seen = seenFindings(computed);
  return monthRead(findings, seen, { accepted: acceptedByRun(findings, seen, accepted), owed: [] });
}

/**
 * The people who can resolve blocking findings: recipients of deliveries for their own people and places, otherwise the
 * role that can resolve the exception.
 */
async function owedFindings(
  { prepared, computed, kept }: ComputedRun,
  blocking: readonly RatedFinding[],
): Promise<readonly OwedFindings[]> {
  const ofPlanners = blocking.filter(({ code }) => EXCEPTIONS[code].actor === 'planner');
  const hasMail = prepared.config.mail !== undefined && ofPlanners.length > 0;
  const deliveries = hasMail ? selectDeliveries(prepared.config, 'final', { kind: 'all' }) : [];
  const found = { ...buildFindingReport(computed), findings: ofPlanners };
  const concerned = await findConcerned({ prepared, computed, kept }, deliveries, found, prepared.folder);
  const addressed = new Set(concerned.flatMap(({ found: { findings } }) => findings));
  return [
    ...concerned.flatMap(({ delivery, address, found: { findings } }) =>
      byCode(findings, { delivery, recipient: address }),
    ),
    ...byCode(
      blocking.filter((each) => !addressed.has(each)),
      { delivery: '', recipient: '' },
    ),
  ];
}

function byCode(
  findings: readonly RatedFinding[],
  who: Pick<OwedFindings, 'delivery' | 'recipient'>,
): OwedFindings[] {
  return [...groupBy(findings, ({ code }) => code)].map(([code, some]) => ({
    ...who,
    role: EXCEPTIONS[code].actor,
    code,
    findings: some,
  }));
}

/** Failures that give no information about the data, such as a day that is already final. */
const NOT_THE_DATA: readonly string[] = [
  'ALREADY_FINAL',
  'RECIPIENT_INVALID',
  'EXPORT_BLOCKED',
  'STORE_OLDER',
  'EMPLOYER_RENAMED',
  'CHANGED_SINCE_READ',
];

/**
 * What a failed run says about its period: the service could not be read, or data cannot be used that no finding
 * describes.
 * @param before what the run found until then; undefined if it failed before the end of its read
 * @param accepted by the newest run
 * @returns undefined if the failure is about neither
 */
function readOfFailure(
  failure: unknown,
  before: NewMonthRead | undefined,
  accepted: NewMonthRead['accepted'] = {},
): NewMonthRead | undefined {
  if (!(failure instanceof PaytallyError)) return undefined;
  const { code, text, remedyText: remedy, exitStatus } = failure;
  const nothing: NewMonthRead = { found: [], owed: [], accepted };
  const isUnread = exitStatus === ExitStatus.credentials || exitStatus === ExitStatus.service;
  if (isUnread && before === undefined) return { ...nothing, problem: { code, text, remedy } };
  if (exitStatus !== ExitStatus.data || NOT_THE_DATA.includes(code)) return undefined;
  const { found, owed, ...kept } = before ?? nothing;
  const unusable = { code, marks: [''] };
  return {
    found: [...found, { ...unusable, severity: 'block', isAccepted: false }],
    owed: [...owed, { ...unusable, role: 'payroll', delivery: '', recipient: '' }],
    accepted: kept.accepted,
  };
}

/**
 * Notes what a run reads for the state of its period, and why it could not.
 * @param note receives it as soon as it is known
 * @throws what `work` throws
 */
export async function notingRead<Result>(
  { nowMs, periodText, prepared, store, isOwn }: NotedRun,
  note: (store: Store, notes: ReadNotes) => void,
  work: (noteRead: (run: ReadRun) => void) => Promise<Result>,
): Promise<Result> {
  const { employerId } = prepared.employer;
  let noted: ReadRun | undefined;
  const noteRead = (run: ReadRun) => {
    noted = run;
    const { from, to } = run.fetched.period;
    note(store, { changed: run.changed, isOwn, month: { days: { employerId, from, to }, read: run.read } });
  };
  try {
    return await work(noteRead);
  } catch (failure) {
    const { from, to } = noted?.fetched.period ?? assumedPeriod(nowMs(), periodText, prepared, store);
    const days = { employerId, from, to };
    const read = readOfFailure(failure, noted?.read, store.monthReads.find(days)?.accepted);
    if (read !== undefined) note(store, { changed: noted?.changed, isOwn, month: { days, read } });
    throw failure;
  }
}

interface NotedRun {
  readonly isOwn: IsOwn;
  readonly nowMs: () => number;
  readonly periodText: string;
  readonly prepared: PreparedRun;
  readonly store: Store;
}

interface ReadRun {
  readonly fetched: Pick<ComputedRun['fetched'], 'period'>;
  readonly changed: ReadNotes['changed'];
  readonly read: NewMonthRead;
}

/** The days of a run that failed before the service named its time zones. */
function assumedPeriod(
  nowMs: number,
  periodText: string,
  { config, employer: { employerId }, period }: PreparedRun,
  store: Store,
): Period {
  if (period !== undefined) return period;
  const zone = assumedZone(config, store.known.establishments(employerId));
  const today = todayIn(zone, nowMs);
  return resolvePeriod(periodText, today, config.calendars);
}
