import type { FieldHints, FoundField } from '../discovery/targets.js';
import { unwrapHolidays } from '../discovery/unwrapHolidays.js';
import { HOLIDAYS } from '../wire/lists.js';
import type { WireRecord } from '../wire/parsed.js';
import { ListLedger } from './listLedger.js';
import type { ListReading } from './readList.js';

export interface HolidayRead {
  readonly ledger: ListLedger<WireRecord>;
  readonly envelope: FoundField | undefined;
}

/** The holidays of each year. A year comes in one answer, which no edit can tear, so it is read once. */
export async function readHolidays(
  reading: ListReading,
  years: readonly number[],
  hints: FieldHints,
): Promise<HolidayRead> {
  const ledger = new ListLedger(HOLIDAYS, reading.sink);
  ledger.beginPass();
  reading.observer({ type: 'pass', list: 'public-holidays', pass: 1 });
  let envelope: FoundField | undefined;
  for (const year of years) {
    await reading.inStream(async () => {
      const body = await reading.client.get('public-holidays', { year: String(year) });
      const { items, field } = unwrapHolidays(body, hints);
      envelope = field ?? envelope;
      for (const [index, item] of items.entries()) ledger.see(item, `${year}, record ${index + 1}`);
      ledger.endPage();
      reading.observer({
        type: 'page',
        list: 'public-holidays',
        records: ledger.size,
        requests: reading.requests(),
      });
    });
  }
  return { ledger, envelope };
}
