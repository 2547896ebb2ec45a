import type { Config, LoadedConfig } from '../config/config.js';
import type { MappingFile } from '../config/inputFiles.js';
import { DeliverySession } from '../delivery/deliverySession.js';
import { failureParagraph, type Notice, sendNotice } from '../delivery/mail/notices.js';
import { workLists } from '../delivery/mail/workLists.js';
import { groupBy } from '../domain/collections.js';
import {
  buildFindingReport,
  type ComputedPeriod,
  payCodeLabel,
  type Work,
} from '../domain/computed/computedPeriod.js';
import { EXCEPTIONS, type RatedFinding } from '../domain/exceptions/finding.js';
import type { FindingReport } from '../domain/exceptions/workList.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { PaytallyError } from '../errors.js';
import { findConcerned } from '../export/concernedWork.js';
import { sayIn, signedAmount } from '../i18n/formatMessage.js';
import type { CorrectionLineJson } from '../ledger/correctionLines.js';
import { keptChanges, keptPlannedBreaches } from '../ledger/standingChanges.js';
import type { RunHost } from '../run.js';
import { oneLine } from '../runtime/outsideText.js';
import type { Store } from '../store/store.js';
import { plannedId } from './passResults.js';

/** Findings of a pass that may need a notice. */
export interface Monitored {
  readonly config: Config;
  readonly mapping: MappingFile;
  readonly today: LocalDate;
  /** The window, with the findings that are kept. */
  readonly computed: ComputedPeriod;
  /** Breaches of working-time limits that the published plan would cause. */
  readonly planned: readonly RatedFinding[];
  readonly idOf: (finding: RatedFinding) => string;
}

interface NoticePlace {
  readonly loaded: Pick<LoadedConfig, 'folder'>;
  /** Absolute. */
  readonly storeFolder: string;
}

type Send = (notice: Notice, addresses?: readonly string[]) => Promise<boolean>;

/**
 * Sends notices of everything new since the last notice, each once: changes to finals and counts to the owner, items to
 * the recipients of files of these people and places. Items that block a run are sent immediately, the others once a
 * day. A notice that cannot be sent is retried after the next pass.
 */
export async function notifyMonitored(
  host: RunHost,
  store: Store,
  { loaded: { folder }, storeFolder }: NoticePlace,
  monitored: Monitored,
): Promise<void> {
  const { config } = monitored;
  if (config.mail === undefined) return;
  const session = new DeliverySession({ host, store, storeFolder, config, folder });
  const send: Send = (notice, addresses) => sendNotice({ host, config }, session, notice, addresses);
  try {
    await notifyOfChanges(store, config, send);
    await notifyOfItems(store, monitored, folder, send);
  } finally {
    await session.close();
  }
}

/** How long passes may fail before the owner is notified. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Notifies the owner, once until a pass succeeds, that no pass over an employer has been complete for a day, or none
 * ever.
 */
export async function notifyOfFailure(
  host: RunHost,
  store: Store,
  { loaded: { folder }, storeFolder }: NoticePlace,
  config: Config,
  failure: PaytallyError,
): Promise<void> {
  const [last] = store.mirror.reads(config.employer.employerId);
  const lastMs = last?.completedAt.getTime();
  if (lastMs !== undefined && host.context.clock.nowMs() - lastMs < PATIENCE_MS) return;
  const cause = `monitor fails ${config.employerKey} ${lastMs ?? 'from the start'}`;
  if (config.mail === undefined || !store.scheduleState.beginNotice(cause)) return;
  const say = sayIn(config.language);
  const session = new DeliverySession({ host, store, storeFolder, config, folder });
  try {
    const since = last?.completedAt.toISOString().slice(0, 16).replace('T', ' ') ?? '';
    const isSent = await sendNotice({ host, config }, session, {
      about: [cause],
      heading: say('monitor.notice.fails', { employer: oneLine(config.employerName) }),
      paragraphs: [
        say('monitor.notice.failsText', { since, isFirst: last === undefined ? 'yes' : 'no' }),
        failureParagraph(failure, config.language),
      ],
      lists: [],
    });
    if (!isSent) store.scheduleState.endNotice(cause);
  } finally {
    await session.close();
  }
}

async function notifyOfChanges(store: Store, config: Config, send: Send): Promise<void> {
  const { employerId } = config.employer;
  const fresh = keptChanges(store, employerId).filter(({ notified }) => !notified);
  if (fresh.length === 0) return;
  const ids = fresh.map(({ itemId }) => itemId);
  const changes = fresh.map(({ change }) => change);
  const isSent = await send(changeNotice(config, changes, 'changed', ['monitor', 'changes', ...ids]));
  if (isSent) store.mirror.mark(employerId, 'change', ids, 'notified');
}

/** A difference of a pay line, as listed by corrections and the monitor. */
type ChangedAmount = Pick<CorrectionLineJson, 'employeeId' | 'date' | 'payCode' | 'unit' | 'difference'>;

/**
 * Notifies the owner of added and removed amounts of finals, by pay code; without names.
 * @param kind whether they were corrected already
 */
export function changeNotice(
  { employerName, employerKey, language, hours, payCodes }: Config,
  changes: readonly ChangedAmount[],
  kind: 'changed' | 'corrected',
  about: readonly string[],
): Notice {
  const say = sayIn({ language, hours });
  const people = new Set(changes.map(({ employeeId }) => employeeId)).size;
  const days = changes.map(({ date }) => date).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const sums = [...groupBy(changes, ({ payCode, unit }) => JSON.stringify([payCode, unit]))].map(
    ([, some]) => {
      const [{ payCode, unit } = { payCode: '', unit: 'minutes' as const }] = some;
      const amount = signedAmount(sumOf(some), unit, { language, hours });
      return say('monitor.notice.sum', { payCode: payCodeLabel(payCode, payCodes, language), amount });
    },
  );
  const command = `paytally corrections ${from}..${to} --employer ${employerKey}`;
  return {
    about,
    heading: say(`monitor.notice.${kind}`, { employer: oneLine(employerName) }),
    paragraphs: [
      say(`monitor.notice.${kind}Text`, { lines: changes.length, people, from, to }),
      ...(kind === 'changed' ? [say('monitor.notice.correct', { command })] : []),
    ],
    lists: [{ heading: say('monitor.notice.sums'), items: sums.sort() }],
  };
}

/** Days have at most three decimals, so sums of binary fractions are rounded. */
function sumOf(changes: readonly ChangedAmount[]): number {
  return Math.round(changes.reduce((sum, { difference }) => sum + difference * 1000, 0)) / 1000;
}

async function notifyOfItems(
  store: Store,
  { config, computed, mapping, today, idOf, planned }: Monitored,
  folder: string,
  send: Send,
): Promise<void> {
  const { employerKey, employer, deliveries } = config;
  const { employerId } = employer;
  const items = store.mirror.items(employerId, 'finding').filter(({ notified }) => !notified);
  const fresh = new Set(items.map(({ itemId }) => itemId));
  const open = computed.findings.filter((finding) => fresh.has(idOf(finding)));
  const untold = new Set(
    keptPlannedBreaches(store, employerId).flatMap(({ itemId, notified }) => (notified ? [] : [itemId])),
  );
  const ahead = planned.filter((finding) => untold.has(plannedId(finding)));
  const cause = `monitor ${employerKey} ${today}`;
  const isDigestDue =
    ahead.length + open.filter(({ severity }) => severity === 'warn').length > 0 &&
    store.scheduleState.beginNotice(cause);
  const current = open.filter(({ severity }) => isDigestDue || severity !== 'warn');
  const inPlan = new Set(isDigestDue ? ahead : []);
  const findings = [...current, ...inPlan];
  if (findings.length === 0) return;
  const found = buildFindingReport({ ...computed, findings });
  const plannedPlaces = (finding: RatedFinding) => plannedPlacesOf(computed, finding, inPlan);
  const places = placesOf([...computed.works.values(), ...ahead.flatMap(plannedPlaces)]);
  const run = { prepared: { mapping }, computed, kept: { places }, plannedPlaces };
  const mails = Object.entries(deliveries).map(([name, settings]) => ({ name, settings }));
  const ids = [...new Set(current.map(idOf))].sort();
  const plannedIds = [...inPlan].map(plannedId).sort();
  const about = (...whose: string[]) => ['monitor', 'items', ...whose, ...ids, ...plannedIds];
  let isSent = await send(itemsNotice(config, undefined, found, inPlan, about('owner')));
  const forPlanners = findings.filter(({ code }) => EXCEPTIONS[code].actor === 'planner');
  const concerned = await findConcerned(run, mails, { ...found, findings: forPlanners }, folder);
  for (const { delivery, address, found: theirs } of concerned)
    isSent =
      (await send(itemsNotice(config, delivery, theirs, inPlan, about(delivery)), [address])) && isSent;
  if (isSent) {
    store.mirror.mark(employerId, 'finding', ids, 'notified');
    store.mirror.mark(employerId, 'planned', plannedIds, 'notified');
  } else if (isDigestDue) store.scheduleState.endNotice(cause);
}

/** The places of the shifts that would breach a limit: those of its day, otherwise all of the employee's. */
function plannedPlacesOf(
  { people }: Pick<ComputedPeriod, 'people'>,
  finding: RatedFinding,
  inPlan: ReadonlySet<RatedFinding>,
) {
  const { employeeId, date } = finding;
  if (employeeId === null || !inPlan.has(finding)) return [];
  const shifts = (people.of(employeeId).data.shifts ?? []).filter((shift) => shift.employeeId === employeeId);
  const ofDay = shifts.filter((shift) => shift.date === date);
  return ofDay.length > 0 ? ofDay : shifts;
}

function placesOf(all: readonly Pick<Work, 'establishmentId' | 'teamId'>[]) {
  return {
    establishmentId: new Set(all.flatMap(({ establishmentId }) => establishmentId ?? [])),
    teamId: new Set(all.flatMap(({ teamId }) => teamId ?? [])),
  };
}

/** @param delivery undefined for the owner */
function itemsNotice(
  config: Config,
  delivery: string | undefined,
  found: FindingReport,
  inPlan: ReadonlySet<RatedFinding>,
  about: readonly string[],
): Notice {
  const say = sayIn(config.language);
  const part = (isPlanned: boolean) => {
    const findings = found.findings.filter((finding) => inPlan.has(finding) === isPlanned);
    return findings.length === 0 ? undefined : workLists(config, delivery, { ...found, findings });
  };
  const [current, planned] = [part(false), part(true)];
  const isNamed = (current ?? planned)?.isNamed ?? false;
  const lists = [
    ...(current?.lists ?? []),
    ...(planned?.lists ?? []).map((list) => ({
      ...list,
      heading: say('monitor.notice.planned', { heading: list.heading }),
    })),
  ];
  const names = { employer: oneLine(config.employerName), count: found.findings.length };
  const list = say('monitor.notice.list', {
    command: `paytally monitor --once --employer ${config.employerKey}`,
  });
  const forOthers = { footer: say('mail.footer'), repliesToOwner: true };
  return {
    about,
    heading: say('monitor.notice.items', names),
    paragraphs: [
      ...(current === undefined ? [] : [say('monitor.notice.itemsText')]),
      ...(planned === undefined ? [] : [say('monitor.notice.plannedText')]),
      ...(delivery === undefined ? [list] : isNamed ? [] : [say('notices.askForList')]),
    ],
    lists,
    ...(delivery === undefined ? {} : forOthers),
  };
}
