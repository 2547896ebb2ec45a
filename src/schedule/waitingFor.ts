import { groupBy } from '../domain/collections.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { OwedWorkLog } from '../store/owedWork.js';

/** A person or role that has to resolve something before a period can be final. */
export interface WaitingFor {
  /** An address of a delivery; null if only the role is known. */
  readonly recipient: string | null;
  readonly delivery: string | null;
  readonly role: string;
  /** The time of the first export that found any of it. */
  readonly since: string;
  readonly items: number;
  /** Count by code. */
  readonly exceptions: Readonly<Record<string, number>>;
}

/** The people or roles with blocking items of a period, with their start, the longest first. */
export function waitingFor(
  { owedWork }: { readonly owedWork: Pick<OwedWorkLog, 'find'> },
  employerId: string,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): WaitingFor[] {
  const owed = owedWork.find({ employerId, from, to });
  const people = groupBy(owed, ({ role, delivery, recipient }) =>
    JSON.stringify([role, delivery, recipient]),
  );
  return [...people.values()]
    .flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      return [
        {
          recipient: first.recipient || null,
          delivery: first.delivery || null,
          role: first.role,
          since: new Date(Math.min(...some.map(({ since }) => since.getTime()))).toISOString(),
          items: some.reduce((sum, { count }) => sum + count, 0),
          exceptions: Object.fromEntries(some.map(({ code, count }) => [code, count])),
        },
      ];
    })
    .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
}

/** An address, or the name of a role. */
export function waitingName(
  { recipient, role }: Pick<WaitingFor, 'recipient' | 'role'>,
  language: Language,
): string {
  const isRole = role === 'planner' || role === 'administrator' || role === 'operator';
  return recipient ?? sayIn(language)(`work.actor.${isRole ? role : 'payroll'}`);
}
