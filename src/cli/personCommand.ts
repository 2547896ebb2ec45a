import { join, relative, resolve } from 'node:path';
import { openSession, withRunHistory } from '../app/actions/actionSession.js';
import { fromEmployersThatKnow } from '../app/people/findEmployee.js';
import { collectPersonRecords } from '../app/people/personRecords.js';
import { configOf } from '../config/config.js';
import { readAbsences, readMapping } from '../config/inputFiles.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { replaceFile } from '../store/replaceFile.js';
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
    const people = await fromEmployersThatKnow(employers, async (employerKey) => {
      const { employer, absences } = configOf(loaded, employerKey);
      const mapping = await readMapping(employer.employees, loaded.folder);
      const files = {
        employees: mapping.employees.byId,
        absences: (await readAbsences(absences, loaded.folder)).rows,
      };
      const about = { employerKey, employerId: employer.employerId };
      return collectPersonRecords(store, about, files, options.who);
    });
    if (options.json) return terminal.result(JSON.stringify({ people }));
    for (const each of people) {
      const path = join(resolve(context.cwd, options.out), `${each.employer}_${each.employeeId}_person.json`);
      await replaceFile(path, Buffer.from(`${JSON.stringify(each, null, 2)}\n`), store.journal);
      const records = each.runs.reduce((sum, run) => sum + run.records.length, 0);
      const values = { path: relative(context.cwd, path) || path, runs: each.runs.length, records };
      terminal.result(say('person.made', values));
    }
  });
  return ExitStatus.done;
}
