import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { messageOf, wordingsIn } from '../../domain/exceptions/wording.js';
import type { DataSet } from '../dataSet.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './lookups.js';
import { employeeFields } from './people.js';
import type { ReportInput } from './reportInput.js';

/** A row per exception, in words of the run's language. */
export function exceptionsSet(input: ReportInput, find: Lookups): DataSet {
  const person = employeeFields<RatedFinding>(({ employeeId }) => find.person(employeeId), input.mapping);
  const wordings = wordingsIn(input.run.language);
  return makeDataSet<RatedFinding>(
    'exceptions',
    [
      field('code', 'text', 'Code of the exception', ({ code }) => code),
      field('title', 'text', 'The code in words', ({ code }) => wordings[code].title),
      field('severity', 'text', 'block, block-final or warn', ({ severity }) => severity),
      field('accepted', 'boolean', 'Accepted on the command line', ({ accepted }) => accepted !== undefined),
      field('reason', 'text', 'The reason it was accepted with', ({ accepted }) => accepted || null),
      ...person,
      field('date', 'date', 'Day that it concerns', ({ date }) => date),
      field('record', 'text', 'Id of the record', ({ record }) => record),
      field('message', 'text', 'What was found', (finding) => messageOf(finding, wordings)),
      field('remedy', 'text', 'What to do', ({ code }) => wordings[code].remedy),
    ],
    input.findings,
  );
}
