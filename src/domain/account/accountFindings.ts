import { type Message, message } from '../../i18n/message.js';
import { type Finding, finding } from '../exceptions/finding.js';
import type { AccountRules, KnownBalance } from '../pay/accountRules.js';
import { contractDate, isInContract } from '../pay/mappingColumns.js';
import type { Days } from '../period/repeatingPeriod.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import { type AccountOfPeriod, type AccountPerson, openingBalance } from './accountDays.js';

/** One person's account in a run. */
export interface PersonAccount extends AccountOfPeriod {
  readonly employeeId: string;
  /** The balance before the period was unknown: the account began anew with the opening balance. */
  readonly isRestarted: boolean;
  /** The last day of the contract, if it ends in the period. */
  readonly endsOn: LocalDate | undefined;
  /** See `accountDayFacts`. */
  readonly facts: string;
  readonly findings: readonly Finding[];
}

/** The findings about one person's account. @param unknown why the balance before the period is unknown */
export function accountFindings(
  rules: AccountRules,
  person: AccountPerson,
  account: AccountOfPeriod,
  period: Days,
  unknown: KnownBalance | undefined,
): Finding[] {
  const { employeeId } = person;
  const [lacking] = account.withoutHours;
  return [
    ...(unknown === undefined ? [] : unknownBefore(employeeId, unknown)),
    ...emptyOpening(rules, person, account),
    ...(lacking === undefined
      ? []
      : [
          finding(
            'ACCOUNT_NO_TARGET',
            { employeeId, date: lacking, record: `${employeeId} ${lacking}` },
            { days: account.withoutHours.length },
          ),
        ]),
    ...ignoredRows(employeeId, account.unused),
    ...account.below.map(({ date, balance }) =>
      finding(
        'ACCOUNT_BELOW',
        { employeeId, date, record: `${employeeId} ${date}` },
        { minutes: balance, leastMinutes: rules.cap?.min ?? 0 },
      ),
    ),
    ...openAtEnd(person, account, period),
  ];
}

/** Rows for an account on days on which the person has none. */
export function ignoredRows(employeeId: string, unused: AccountOfPeriod['unused']): Finding[] {
  return unused.map(({ date, minutes, line }) =>
    finding(
      'ACCOUNT_ROW_IGNORED',
      { employeeId, date, record: `${employeeId} ${date} ${line}` },
      { line, minutes },
    ),
  );
}

/** Days without a final concern everyone, so they are one finding; purged records concern the person. */
function unknownBefore(employeeId: string, unknown: KnownBalance): Finding[] {
  if (!('unknownDays' in unknown)) {
    const { interrupted } = unknown;
    const why = interrupted && message('exceptions.balance.interrupted', interrupted);
    return why === undefined ? [] : [unknownBalance(employeeId, employeeId, why)];
  }
  const { unknownDays } = unknown;
  if (unknownDays === undefined)
    return [unknownBalance(employeeId, employeeId, message('exceptions.balance.purged'))];
  return unknownDays.map(({ from, to }) =>
    unknownBalance(null, `${from}..${to}`, message('exceptions.balance.days', { from, to })),
  );
}

function unknownBalance(employeeId: string | null, record: string, why: Message): Finding {
  return finding('BALANCE_UNKNOWN', { employeeId, record }, { why });
}

/** An empty opening balance of a person who was there before the account began. */
function emptyOpening(rules: AccountRules, person: AccountPerson, { begun }: AccountOfPeriod): Finding[] {
  if (begun === undefined || rules.opening === undefined) return [];
  const { employeeId, columnsOn } = person;
  if (openingBalance(rules, person, begun) !== undefined) return [];
  if (contractDate({ employeeId, columns: columnsOn(begun) }, 'contractFrom') === begun) return [];
  const { column } = rules.opening;
  const why = message('exceptions.balance.opening', { column });
  return [unknownBalance(employeeId, `${employeeId} ${column}`, why)];
}

/** The last day of a contract that ends on a day of the account and does not go on in another row. */
export function contractEnd(
  { employeeId, columnsOn }: Pick<AccountPerson, 'employeeId' | 'columnsOn'>,
  { days }: Pick<AccountOfPeriod, 'days'>,
): LocalDate | undefined {
  const last = days.findLast(({ date }) => {
    const contract = { employeeId, columns: columnsOn(date) };
    if (contractDate(contract, 'contractTo') !== date) return false;
    return !isInContract({ employeeId, columnsOn }, addDays(date, 1));
  });
  return last?.date;
}

/** The contract ends in the period, and what is left on the account is neither paid nor worked off. */
function openAtEnd(person: AccountPerson, account: AccountOfPeriod, { to }: Days): Finding[] {
  const { employeeId } = person;
  const date = contractEnd(person, account);
  const { after = 0 } = account;
  if (date === undefined || after === 0) return [];
  const record = `${employeeId} ${to}`;
  return [finding('ACCOUNT_OPEN_AT_END', { employeeId, date, record }, { minutes: after, end: date })];
}

/** A balance whose recorded value cannot be known. */
export interface UncomparedAccount {
  readonly employeeId: string;
  /** Days that no final covers; undefined if records were deleted. */
  readonly unknownDays: Extract<KnownBalance, { readonly unknownDays: unknown }>['unknownDays'];
}

/** Without it, a run would call a balance unchanged that it did not compare. @param date the last day of the run */
export function uncomparedFinding(
  { employeeId, unknownDays: [days] = [] }: UncomparedAccount,
  date: LocalDate,
): Finding {
  const why =
    days === undefined ? message('exceptions.balance.purged') : message('exceptions.balance.days', days);
  return finding('BALANCE_NOT_COMPARED', { employeeId, date, record: `${employeeId} ${date}` }, { why });
}
