import { expect, test } from 'vitest';
import { numbers, type Person } from './payrollFormat.js';
import { problemsFor } from './sampleFile.js';

test('an identical number is left to the exception DUPLICATE_NUMBER, which can be configured', async () => {
  expect(await problemsFor('datev-lodas', numbers('40', '40'))).toEqual([]);
});

test('too long a day for two employees with one name shows whose it is', async () => {
  const long = { 'employee.quickBooksName': 'Jan', minutes: 800 };
  const problems = await problemsFor('quickbooks-iif', [long, long] as unknown as [Person, Person]);
  expect(problems.map(({ column, employee }) => [column, employee])).toEqual([
    ['DURATION', 'Nolte, Jan (e1); Maes, Eva (e2)'],
    ['EMP', undefined],
  ]);
});
