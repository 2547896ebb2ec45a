import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { RecipientShare } from '../../delivery/deliveries.js';
import { listMinimums } from '../../domain/pay/payRules.js';
import { isInside } from '../../domain/period/period.js';
import type { PersonRecords } from '../../domain/records/periodData.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { RunSource } from './runSource.js';
import { shareOfRecords } from './shares.js';

/** The people of whose work recipients get a part only, while their pay depends on all of it. */
export class PartlyShared {
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
