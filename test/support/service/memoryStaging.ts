import type { ListName } from '../../../src/domain/records/records.js';
import { ReadStaging } from '../../../src/store/readStaging.js';
import type { StagedRecord } from '../../../src/store/recordParts.js';
import { TEMPORARY_FILE } from '../../../src/store/storeFailure.js';

/** The staging of a read without a store. */
export function memoryStaging(): ReadStaging {
  return new ReadStaging(TEMPORARY_FILE);
}

/** The records of a list in the order of their arrival. @param count how many there are */
export function stagedRecords(
  staging: ReadStaging,
  list: ListName,
  count: number,
): readonly Pick<StagedRecord, 'id' | 'day' | 'json'>[] {
  const records: Pick<StagedRecord, 'id' | 'day' | 'json'>[] = [];
  for (let place = 0; records.length < count; place += 1) {
    const record = staging.record(list, place);
    if (record !== undefined) records.push(record);
    if (place > 10 * count + 1000) throw new Error(`${list} has fewer than ${count} records`);
  }
  return records;
}
