import { relative, resolve } from 'node:path';
import { recordsOfPerson, writePersonRecords } from '../app/people/personRecords.js';
import { openSession, withRunHistory } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  requiredText,
  textWithDefault,
} from './command.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  who: requiredText('person.option.who', 'person'),
  out: textWithDefault('person.option.out', '.', 'folder'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

export const personCommand = command({
  usage: 'person <who>',
  examples: [
    ['$0 person 007', 'person.example.file'],
    ['$0 person 007 --json', 'person.example.json'],
  ],
  json: '{ "people": [{ "employer", "employeeId", "number", "firstName", "lastName", "lastSeen", "mapping", "absences", "runs", "monitor", "deliveries" }] }',
  parameters: PARAMETERS,
  run: person,
});

/** With `--json` on stdout, otherwise a file for each employer with data of the person. */
async function person(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, employers, terminal } = session;
  const say = sayIn(loaded.language);
  await withRunHistory(context, session, async (store) => {
    const people = await recordsOfPerson(store, loaded, employers, options.who);
    if (options.json) return terminal.result(JSON.stringify({ people }));
    for (const each of people) {
      const path = await writePersonRecords(store, each, resolve(context.cwd, options.out));
      const records = each.runs.reduce((sum, run) => sum + run.records.length, 0);
      const values = { path: relative(context.cwd, path) || path, runs: each.runs.length, records };
      terminal.result(say('person.made', values));
    }
  });
  return ExitStatus.done;
}
