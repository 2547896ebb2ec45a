import type { Config } from '../../../config/config.js';
import type { MappingFile } from '../../../config/inputFiles.js';
import type { SessionOrder } from '../../../delivery/deliverySession.js';
import {
  failureParagraph,
  type Notice,
  notifyOnce,
  type SendNotice,
  withNotices,
} from '../../../delivery/mail/notices.js';
import { workLists } from '../../../delivery/mail/workLists.js';
import { groupBy } from '../../../domain/collections.js';
import {
  buildFindingReport,
  type ComputedPeriod,
  payCodeLabel,
  type Work,
} from '../../../domain/computed/computedPeriod.js';
import { EXCEPTIONS, type RatedFinding } from '../../../domain/exceptions/finding.js';
import type { FindingReport } from '../../../domain/exceptions/workList.js';
import type { LocalDate } from '../../../domain/time/localDate.js';
import type { PaytallyError } from '../../../errors.js';
import { type Say, sayIn, signedAmount } from '../../../i18n/formatMessage.js';
import { oneLine } from '../../../runtime/outsideText.js';
import type { CorrectionLineJson } from '../../corrections/correctionLines.js';
import { findConcerned } from '../../export/concernedWork.js';
import type { IsOwn } from '../../ledger/finals.js';
import { keptChanges } from '../../ledger/openChanges.js';
import { findingId, plannedId } from './passResults.js';

/** Findings of a pass that may need a notice. */
export interface Monitored {
  readonly mapping: MappingFile;
  readonly today: LocalDate;
  /** The window, with the findings that are kept. */
  readonly computed: ComputedPeriod;
  /** Breaches of working-time limits that the published plan would cause. */
  readonly planned: readonly RatedFinding[];
  /** The keys whose finals are watched. */
  readonly isOwn: IsOwn;
}

/**
 * Sends notices of everything new since the last notice, each once: changes to finals and counts to the owner, items to
 * the recipients of files of these people and places. Items that block a run are sent immediately, the others once a
 * day. A notice that cannot be sent is retried after the next pass.
 */
export async function notifyMonitored(order: SessionOrder, monitored: Monitored): Promise<void> {
  if (order.config.mail === undefined) return;
  await withNotices(order, async (send) => {
    await notifyOfChanges(order, monitored.isOwn, send);
    await notifyOfItems(order, monitored, send);
  });
}

/** How long passes may fail before the owner is notified. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Notifies the owner, once until a pass succeeds, that no pass over an employer has been complete for a day, or none
 * ever.
 */
export async function notifyOfFailure(order: SessionOrder, failure: PaytallyError): Promise<void> {
  const { effects, store, config } = order;
  const [last] = store.mirror.reads(config.employer.employerId);
  const lastMs = last?.completedAt.getTime();
  if (lastMs !== undefined && effects.context.clock.nowMs() - lastMs < PATIENCE_MS) return;
  const say = sayIn(config.language);
  const since = last?.completedAt.toISOString().slice(0, 16).replace('T', ' ') ?? '';
  await notifyOnce(order, `monitor fails ${config.employerKey} ${lastMs ?? 'from the start'}`, () => ({
    heading: say('monitor.notice.fails', { employer: oneLine(config.employerName) }),
    paragraphs: [
      say('monitor.notice.failsText', { since, isFirst: last === undefined ? 'yes' : 'no' }),
      failureParagraph(failure, config.language),
    ],
    lists: [],
  }));
}

async function notifyOfChanges(
  { store, config }: SessionOrder,
  isOwn: IsOwn,
  send: SendNotice,
): Promise<void> {
  const { employerId } = config.employer;
  const fresh = keptChanges(store, employerId, isOwn).filter(({ notified }) => !notified);
  if (fresh.length === 0) return;
  const ids = fresh.map(({ itemId }) => itemId);
  const changes = fresh.map(({ content }) => content.change);
  const about = ['monitor', 'changes', ...ids];
  if (await send({ about, ...changeNotice(config, changes, 'changed') }))
    store.mirror.mark(employerId, 'change', ids, 'notified');
}

/** A difference of a pay line, as listed by corrections and the monitor. */
type ChangedAmount = Pick<
  CorrectionLineJson,
  'employeeId' | 'date' | 'payCode' | 'unit' | 'difference' | 'mapping'
>;

/**
 * Notifies the owner of added and removed amounts of finals, by pay code; without names.
 * @param kind whether they were corrected already
 * @param balances hours accounts with another balance
 */
export function changeNotice(
  { employerName, employerKey, language, hours, payCodes }: Config,
  changes: readonly ChangedAmount[],
  kind: 'changed' | 'corrected',
  balances: readonly ChangedBalance[] = [],
): Omit<Notice, 'about'> {
  const say = sayIn({ language, hours });
  const people = new Set(changes.map(({ employeeId }) => employeeId)).size;
  const ofBalances = balances.flatMap(({ since, final }) => [since, final.period.to]);
  const days = [...changes.map(({ date }) => date), ...ofBalances].sort();
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
    heading: say(`monitor.notice.${kind}`, { employer: oneLine(employerName) }),
    paragraphs: [
      ...(changes.length === 0
        ? []
        : [say(`monitor.notice.${kind}Text`, { lines: changes.length, people, from, to })]),
      ...(balances.length === 0 ? [] : [say(`monitor.notice.${kind}Balances`, { count: balances.length })]),
      ...(kind === 'changed' ? [say('monitor.notice.correct', { command })] : []),
    ],
    lists: [
      ...(sums.length === 0 ? [] : [{ heading: say('monitor.notice.sums'), items: sums.sort() }]),
      ...mappingList(changes, say),
    ],
  };
}

/** An hours account with another balance, in a notice. */
type ChangedBalance = {
  readonly since: string;
  readonly final: { readonly period: { readonly to: string } };
};

/** The edited cells of the mapping file, each once with the number of employees. */
function mappingList(changes: readonly ChangedAmount[], say: Say): Notice['lists'] {
  const cells = changes.flatMap(({ employeeId, mapping = [] }) =>
    mapping.map(({ column, before, after }) => ({
      employeeId,
      cell: `${oneLine(column)}: ${oneLine(before) || '–'} → ${oneLine(after) || '–'}`,
    })),
  );
  if (cells.length === 0) return [];
  const items = [...groupBy(cells, ({ cell }) => cell)].map(([cell, same]) =>
    say('monitor.notice.cell', { cell, people: new Set(same.map(({ employeeId }) => employeeId)).size }),
  );
  return [{ heading: say('monitor.notice.mapping'), items: items.sort() }];
}

/** Days have at most three decimals, so sums of binary fractions are rounded. */
function sumOf(changes: readonly ChangedAmount[]): number {
  return Math.round(changes.reduce((sum, { difference }) => sum + difference * 1000, 0)) / 1000;
}

async function notifyOfItems(
  { store, config, folder }: SessionOrder,
  { computed, mapping, today, planned }: Monitored,
  send: SendNotice,
): Promise<void> {
  const { employerKey, employer, deliveries } = config;
  const unsent = (kind: 'finding' | 'planned') => {
    const items = store.mirror.items(employer.employerId, kind).filter(({ notified }) => !notified);
    return new Set(items.map(({ itemId }) => itemId));
  };
  const [fresh, untold] = [unsent('finding'), unsent('planned')];
  const open = computed.findings.filter((finding) => fresh.has(findingId(finding)));
  const ahead = planned.filter((finding) => untold.has(plannedId(finding)));
  const cause = `monitor ${employerKey} ${today}`;
  const isDigestDue =
    (ahead.length > 0 || open.some(({ severity }) => severity === 'warn')) &&
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
  const forPlanners = findings.filter(({ code }) => EXCEPTIONS[code].actor === 'planner');
  const concerned = await findConcerned(run, mails, { ...found, findings: forPlanners }, folder);
  const ids = [...new Set(current.map(findingId))].sort();
  const plannedIds = [...inPlan].map(plannedId).sort();
  const sendTo = (delivery: string | undefined, theirs: FindingReport, addresses?: readonly string[]) => {
    const about = ['monitor', 'items', delivery ?? 'owner', ...ids, ...plannedIds];
    return send({ about, ...itemsNotice(config, delivery, theirs, inPlan) }, addresses);
  };
  let isSent = await sendTo(undefined, found);
  for (const { delivery, address, found: theirs } of concerned)
    isSent = (await sendTo(delivery, theirs, [address])) && isSent;
  if (isSent) {
    store.mirror.mark(employer.employerId, 'finding', ids, 'notified');
    store.mirror.mark(employer.employerId, 'planned', plannedIds, 'notified');
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
): Omit<Notice, 'about'> {
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
