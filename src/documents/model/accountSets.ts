import type { AccountDay } from '../../domain/account/accountDays.js';
import type { PersonAccount } from '../../domain/account/accountFindings.js';
import type { ColumnarSet, FieldDefinition } from './fieldDefinition.js';
import { field, makeDataSet } from './fieldDefinition.js';
import type { Lookups, SetInput } from './modelLookups.js';
import { dateFields, employeeFields } from './sharedFields.js';

/** A row per employee with an hours account in the period. */
export function accountsSet(input: SetInput, find: Lookups): ColumnarSet {
  return makeDataSet<AccountOfEmployee>(
    'accounts',
    [
      ...employeeFields<AccountOfEmployee>(({ employeeId }) => find.person(employeeId), input.mapping),
      field('beforeMinutes', 'minutes', 'accountBefore', ({ account }) => account.before ?? null),
      ...sumFields<AccountOfEmployee>(({ account }) => account.days),
      field('balanceMinutes', 'minutes', 'accountAfter', ({ account }) => account.after ?? null),
      field('maxMinutes', 'minutes', 'accountMax', ({ account }) => account.limits.max ?? null),
      field('minMinutes', 'minutes', 'accountMin', ({ account }) => account.limits.min ?? null),
      field('begun', 'date', 'accountBegun', ({ account }) => account.begun ?? null),
      field('endsOn', 'date', 'accountEnds', ({ account }) => account.endsOn ?? null),
      field('isRestarted', 'boolean', 'accountRestarted', ({ account }) => account.isRestarted),
    ],
    itemsOf(input, (item) => (item.account.days.length === 0 ? [] : [item])),
  );
}

/** A row per employee and day of the hours account. */
export function accountDaysSet(input: SetInput, find: Lookups): ColumnarSet {
  return makeDataSet<DayOfEmployee>(
    'account-days',
    [
      ...employeeFields<DayOfEmployee>(
        ({ employeeId, date }) => find.person(employeeId, date),
        input.mapping,
      ),
      ...dateFields<DayOfEmployee>('accountDate', ({ date }) => date, input.timesheet.period),
      ...sumFields<DayOfEmployee>((day) => [day]),
      field('balanceMinutes', 'minutes', 'accountBalance', ({ balance }) => balance),
      field('reason', 'text', 'accountReason', ({ reasons }) =>
        reasons.length === 0 ? null : find.list(reasons),
      ),
    ],
    itemsOf(input, ({ employeeId, account }) => account.days.map((day) => ({ ...day, employeeId }))),
  );
}

interface AccountOfEmployee {
  readonly employeeId: string;
  readonly account: PersonAccount;
}

interface DayOfEmployee extends AccountDay {
  readonly employeeId: string;
}

/** An account is computed only when its rows are read. */
function itemsOf<Item>(input: SetInput, of: (own: AccountOfEmployee) => readonly Item[]): Iterable<Item> {
  return {
    [Symbol.iterator]: () => {
      const { account } = input;
      return (account === undefined ? [] : of({ employeeId: account.employeeId, account }))[
        Symbol.iterator
      ]();
    },
  };
}

function sumFields<Item>(daysOf: (item: Item) => readonly AccountDay[]): FieldDefinition<Item>[] {
  const sum = (item: Item, name: 'worked' | 'credits' | 'target' | 'adjustments' | 'paidOut' | 'lapsed') =>
    daysOf(item).reduce((total, day) => total + day[name], 0);
  return [
    field('workedMinutes', 'minutes', 'accountWorked', (item) => sum(item, 'worked')),
    field('creditMinutes', 'minutes', 'accountCredits', (item) => sum(item, 'credits')),
    field('targetMinutes', 'minutes', 'accountTarget', (item) => sum(item, 'target')),
    field('adjustmentMinutes', 'minutes', 'accountAdjustments', (item) => sum(item, 'adjustments')),
    field('paidOutMinutes', 'minutes', 'accountPaidOut', (item) => sum(item, 'paidOut')),
    field('lapsedMinutes', 'minutes', 'accountLapsed', (item) => sum(item, 'lapsed')),
  ];
}
