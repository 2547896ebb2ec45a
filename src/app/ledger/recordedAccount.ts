import { z } from 'zod';
import type { StoredPerson } from '../../store/personContents.js';

/** By employee ID. */
export type RecordedBalances = ReadonlyMap<string, RecordedAccount>;

/** What a run recorded of a person's hours account, by the last day of each of its periods. */
export interface RecordedAccount {
  /** Minutes. */
  readonly balances: Readonly<Record<string, number>>;
  /** The balances with which its periods began, by the day before each; they outlive the records of those days. */
  readonly balancesBefore: Readonly<Record<string, number>>;
  /** Digests of what the days of the period add to the account; see `AccountBalances`. */
  readonly accountDigests: Readonly<Record<string, string>>;
}

const accountContent = z.object({
  balances: z.record(z.string(), z.number()).default({}),
  balancesBefore: z.record(z.string(), z.number()).default({}),
  accountDigests: z.record(z.string(), z.string()).default({}),
});

/** A person's hours account in the content of a run. */
export function recordedAccount(content: unknown): RecordedAccount {
  return accountContent.parse(content);
}

/** The accounts of all people of a run, as far as they have one. */
export function balancesByPerson(
  people: readonly Pick<StoredPerson, 'person' | 'content'>[],
): RecordedBalances {
  const own = people.map(({ person, content }) => [person, recordedAccount(content ?? {})] as const);
  return new Map(own.filter(([, { balances }]) => Object.keys(balances).length > 0));
}
