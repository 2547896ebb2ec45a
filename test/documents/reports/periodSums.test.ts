import { expect, test } from 'vitest';
import { PayCodeColumns, sortPayCodes } from '../../../src/documents/reports/periodSums.js';

const line = (payCode: string, kind: string) => ({ payCode, kind, payCodeLabel: `label of ${payCode}` });

test('a requested code without lines comes after base codes and loadings', () => {
  const columns = new PayCodeColumns();
  for (const each of [line('NIGHT', 'loading'), line('BASE', 'base')]) columns.add(each, 'e1');
  expect(columns.columns(['UNKNOWN', 'NIGHT', 'BASE'])).toEqual([
    { code: 'BASE', label: 'label of BASE', unit: 'minutes', isOnTop: false },
    { code: 'NIGHT', label: 'label of NIGHT', unit: 'minutes', isOnTop: true },
    { code: 'UNKNOWN', label: 'UNKNOWN', unit: 'minutes', isOnTop: false },
  ]);
});

test('an unlisted kind comes last, not before paid work', () => {
  expect(sortPayCodes([line('NEW', 'tomorrow'), line('COUNT', 'count'), line('BASE', 'base')])).toEqual([
    'BASE',
    'COUNT',
    'NEW',
  ]);
});
