import { relative, resolve } from 'node:path';
import { inspectEmployer, writeInspection } from '../app/explain/inspection.js';
import { fromEmployersThatKnow, refuseStrangers } from '../app/people/findEmployee.js';
import { openSession, withRunHistory, withRunHost } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  requiredText,
  textWithDefault,
} from './command.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  period: requiredText('option.period', 'period'),
  employee: optionalText('inspection.option.employee', 'person'),
  out: textWithDefault('inspection.option.out', '.', 'folder'),
  sign: optionalText('inspection.option.sign', 'file'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

export const inspectionCommand = command({
  usage: 'inspection <period>',
  examples: [
    ['$0 inspection 2026-Q4', 'inspection.example.all'],
    ['$0 inspection 2026-10 --employee 007 --sign ~/.ssh/id_ed25519', 'inspection.example.person'],
  ],
  json: '{ "archives": [{ "employer", "path", "signature", "files", "people", "breaches" }] }',
  parameters: PARAMETERS,
  run: inspection,
});

/** An archive for each employer; for a person, only for employers that have the person. */
async function inspection(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, storeFolder, employers, terminal } = session;
  const place = { loaded, storeFolder, periodText: options.period };
  return withRunHost(context, session, options, async (host) => {
    const packs = await fromEmployersThatKnow(employers, (key) =>
      inspectEmployer(host, place, key, options.employee),
    );
    const asked = packs.flatMap(({ employer, asked: person }) => (person ? [{ employer, person }] : []));
    refuseStrangers(options.employee ?? '', asked, 'name');
    const archives = [];
    const folder = resolve(context.cwd, options.out);
    const key = options.sign === undefined ? undefined : resolve(context.cwd, options.sign);
    for (const pack of packs) {
      const written = await withRunHistory(context, session, (store) =>
        writeInspection(store, pack, folder, key),
      );
      const { employer, files, people, breaches } = pack;
      archives.push({ employer, ...written, files: [...files.keys()], people, breaches });
    }
    const say = sayIn(loaded.language);
    terminal.result(
      options.json
        ? JSON.stringify({ archives })
        : archives
            .map(({ path, people, breaches }) =>
              say('inspection.made', { people, breaches, path: relative(context.cwd, path) || path }),
            )
            .join('\n'),
    );
    return ExitStatus.done;
  });
}
