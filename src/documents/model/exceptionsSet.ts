import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { messageOf, wordingsIn } from '../../domain/exceptions/wording.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { employeeFields } from './employeeFields.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './lookups.js';
import { workFields } from './workFields.js';

const MESSAGE_CHARACTERS = 4000;

/** A row per exception, in words of the run's language. */
export function exceptionsSet(input: ComputedPeriod, find: Lookups): DataSet {
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
      ...calendarFields<RatedFinding>(({ date }) => date, input.period),
      field('record', 'text', 'Id of the record', ({ record }) => record),
      ...workFields<RatedFinding>(({ record }) => input.works.get(record), find),
      field('message', 'text', 'What was found', (finding) => cutText(messageOf(finding, wordings))),
      field('remedy', 'text', 'What to do', ({ code }) => wordings[code].remedy),
    ],
    input.findings,
  );
}

/** A record with thousands of faults must not keep a draft from being written; `check` lists all of them. */
function cutText(text: string): string {
  if (text.length <= MESSAGE_CHARACTERS) return text;
  const characters = [...text];
  return `${characters.slice(0, MESSAGE_CHARACTERS).join('')} … (+${characters.length - MESSAGE_CHARACTERS})`;
}
