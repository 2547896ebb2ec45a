import type { Config } from '../../config/config.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { createPeopleDirectory, fullName } from '../../domain/people/peopleDirectory.js';
import type { HandEntry } from '../../ledger/handEntries.js';
import { buildModel } from '../../render/model/buildModel.js';
import type { OutputFile } from '../../render/outputFile.js';
import { renderHandSheet } from '../../render/reports/handSheet.js';

/** The workbook of what is typed by hand, a sheet for each template. */
export async function correctionSheet(
  computed: ComputedPeriod,
  entries: readonly HandEntry[],
  { language }: Pick<Config, 'language'>,
  name: string,
): Promise<OutputFile> {
  const person = createPeopleDirectory(computed.data, computed.mapping);
  const typed = entries.map(({ lines: _, ...entry }) => entry);
  const personName = (employeeId: string) => fullName(person(employeeId));
  return renderHandSheet(buildModel(computed), typed, { language, name, personName });
}
