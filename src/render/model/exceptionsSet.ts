import { type ComputedPeriod, foundOf } from '../../domain/computed/computedPeriod.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { actorOf, messageOf, wordingsIn, workWords } from '../../domain/exceptions/wording.js';
import { type Found, inWorkOrder, readerOf, severityText, whoIn } from '../../domain/exceptions/workList.js';
import { withoutSecrets } from '../../runtime/outsideText.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { employeeFields } from './employeeFields.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';
import { workFields } from './workFields.js';

const MESSAGE_CHARACTERS = 4000;

/** A row per exception, in words of the run's language and in the order in which the list is worked off. */
export function exceptionsSet(input: ComputedPeriod, find: Lookups): DataSet {
  const person = employeeFields<RatedFinding>(({ employeeId }) => find.person(employeeId), input.mapping);
  const { language } = input.run;
  const wordings = wordingsIn(language);
  const actors = workWords(language).actor;
  const reader = readerOf(input.run);
  // Asked for by few templates: nothing is named or put in order before.
  let known: Found | undefined;
  const found = (): Found => {
    known ??= foundOf(input);
    return known;
  };
  return makeDataSet<RatedFinding>(
    'exceptions',
    [
      field('code', 'text', 'Code of the exception', ({ code }) => code),
      field('title', 'text', 'The code in words', ({ code }) => wordings[code].title),
      field('severity', 'text', 'block, block-final or warn', ({ severity }) => severity),
      field('severityText', 'text', 'The severity in words; of an accepted one, the reason', (finding) =>
        severityText(finding, language),
      ),
      field('accepted', 'boolean', 'Accepted on the command line', ({ accepted }) => accepted !== undefined),
      field('reason', 'text', 'The reason it was accepted with', ({ accepted }) => accepted || null),
      field('who', 'text', 'Person, agency worker or else the record that it is about', (finding) =>
        whoIn(finding, found()),
      ),
      ...person,
      field('date', 'date', 'Day that it concerns', ({ date }) => date),
      ...calendarFields<RatedFinding>(({ date }) => date, input.period),
      field('record', 'text', 'Id of the record', ({ record }) => record),
      ...workFields<RatedFinding>(({ record }) => input.works.get(record), find),
      field('message', 'text', 'What was found', (finding) => cutText(messageOf(finding, reader))),
      field('remedy', 'text', 'What to do', ({ code }) => wordings[code].remedy),
      field('actor', 'text', 'Who can do something about it', ({ code }) => actors[actorOf(code)]),
    ],
    { [Symbol.iterator]: () => inWorkOrder(found())[Symbol.iterator]() },
  );
}

/** A record with thousands of faults must not keep a draft from being written; `check` lists all of them. */
function cutText(message: string): string {
  const text = withoutSecrets(message);
  if (text.length <= MESSAGE_CHARACTERS) return text;
  const characters = [...text];
  return `${characters.slice(0, MESSAGE_CHARACTERS).join('')} … (+${characters.length - MESSAGE_CHARACTERS})`;
}
