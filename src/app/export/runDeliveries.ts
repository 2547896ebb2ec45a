import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { Context } from '../../context.js';
import type { RecipientShare } from '../../delivery/deliveries.js';
import {
  type DeliveryPlanOptions,
  type PlannedDeliveries,
  planDeliveries,
} from '../../delivery/planDeliveries.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import { listMinimums } from '../../domain/pay/payRules.js';
import { isInside } from '../../domain/period/period.js';
import type { PersonRecords } from '../../domain/records/periodData.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { ComputedRun, RunSource } from './runSource.js';
import { coverOfRun, renderShare, shareOfRecords } from './shares.js';

/** Where the deliveries of a draft or final are planned. */
interface PlanningEffects {
  readonly context: Pick<Context, 'signal' | 'version'>;
  readonly terminal: Pick<Terminal, 'alert'>;
}

/**
 * The deliveries of a draft or final, also of one that was recorded earlier: files for single recipients are made from
 * its records. Reports for how many people these have a part of the work only.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, RENDER_REFUSED
 */
export async function planRunDeliveries(
  { context, terminal }: PlanningEffects,
  run: ComputedRun,
  accepted: ReadonlyMap<AcceptedKey, string>,
  order: Omit<DeliveryPlanOptions, 'render' | 'cover'>,
): Promise<PlannedDeliveries> {
  const partly = new PartlyShared();
  const planned = await planDeliveries({
    ...order,
    render: (share, templates, delivery) => {
      partly.note(delivery, run, share);
      return renderShare(context, accepted, run, share, templates);
    },
    cover: () => coverOfRun(run),
  });
  for (const warning of partly.warnings(order.config.employerKey)) terminal.alert(warning);
  return planned;
}

/** The people of whose work recipients get a part only, while their pay depends on all of it. */
class PartlyShared {
  readonly #people = new Map<string, Set<string>>();

  note(delivery: string, run: RunSource, share: RecipientShare): void {
    if (share.kind === 'whole' || !dependsOnOtherWork(run.prepared.config)) return;
    const known = this.#people.get(delivery) ?? new Set<string>();
    for (const id of peopleInPart(run, share)) known.add(id);
    this.#people.set(delivery, known);
  }

  warnings(employer: string): AnyMessage[] {
    return [...this.#people].flatMap(([delivery, { size: count }]) =>
      count === 0 ? [] : [message('delivery.partOfPeople', { employer, delivery, count })],
    );
  }
}

/** Whether what one entry is paid depends on others: then a part of a person's work is not paid as the whole is. */
function dependsOnOtherWork(config: Config): boolean {
  const rules = payRulesOf(config);
  const { base, account, rounding, breaks } = rules;
  const hasLimit = base.some(({ over }) => over !== undefined);
  const isByDay = rounding.level === 'day' || breaks.deduct !== undefined || listMinimums(rules).length > 0;
  return hasLimit || isByDay || account !== undefined;
}

/** The people of a share who have work of the period outside of it too. */
function peopleInPart(
  { prepared, records, fetched: { period } }: RunSource,
  share: RecipientShare,
): readonly string[] {
  const own = shareOfRecords(records, share, marginDays(prepared.config));
  const count = ({ entries }: PersonRecords) =>
    entries.filter(({ workDate }) => isInside(workDate, period)).length;
  return own.personIds.filter((id) => count(own.of(id)) < count(records.of(id)));
}
