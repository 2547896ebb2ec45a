import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import type { Language } from '../language/language.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';
import { diffRuns, type RunDifference } from '../ledger/storedRun.js';
import { command } from './command.js';
import {
  type ConfigOption,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { languageToday } from './ledger/languageToday.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { withToldLedger } from './ledger/withToldLedger.js';
import { codeText, distinctNames, movedHours, signedHours } from './movedText.js';
import { spokenTerminal } from './spokenTerminal.js';
import { tableWithin } from './terminalText.js';

interface DiffOptions extends OutputOptions, ConfigOption {
  readonly from: string;
  readonly to: string;
}

export const diffCommand = command<DiffOptions>({
  usage: 'diff <from> <to>',
  describe: 'What two runs in the store pay differently: people who came and went, minutes that moved',
  examples: [['$0 diff 20261003T060000-1a2b3c 20261103T060000-4d5e6f', 'This month against the last']],
  json: '{ "runs": [{ "runId", "employer", "comparedWith", "came", "went", "lines" }], and the same beside it with "from" and "to" }',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('from', { type: 'string', demandOption: true, describe: 'Id of the older run' })
        .positional('to', { type: 'string', demandOption: true, describe: 'Id of the newer run' }),
    ),
  run: diff,
});

async function diff(options: DiffOptions, context: Context): Promise<ExitStatus> {
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const { packageFolder, version, signal } = context;
  const terminal = spokenTerminal(context, options, loaded);
  const difference = await withToldLedger(context, { loaded, storeFolder }, terminal, (store) =>
    diffRuns(store, options.from, options.to, { loaded, packageFolder, version, signal }),
  );
  const language = languageToday(loaded, difference.config.employerKey);
  terminal.result(
    options.json ? JSON.stringify(jsonOf(difference)) : textOf(difference, language, terminal.width),
  );
  return ExitStatus.done;
}

/** As of all commands about runs, a list of them: the newer one, beside the older. */
function jsonOf({ from, to, came, went, lines, config }: RunDifference) {
  const about = { runId: to, employer: config.employerKey, comparedWith: from };
  return { from, to, came, went, lines, runs: [{ ...about, came, went, lines }] };
}

function textOf(
  { from, to, came, went, lines, config }: RunDifference,
  language: Language,
  width: number | undefined,
): string {
  const say = terminalTexts(language);
  const words = { ...config, language };
  if (lines.length === 0) return say('runsAlike', { from, to });
  const people = (count: number) => say(count === 1 ? 'person' : 'people', { count });
  const person = distinctNames(lines.map(({ employeeId: id, employee: name }) => ({ id, name })));
  const rows = lines.map(({ employeeId, payCode, beforeMinutes, afterMinutes, differenceMinutes }) => [
    person(employeeId),
    codeText(payCode, words),
    movedHours(beforeMinutes, words),
    movedHours(afterMinutes, words),
    signedHours(differenceMinutes, words),
  ]);
  const headings = [say('employee'), say('code'), say('before'), say('after'), say('difference')];
  return [
    say('runsDiffer', { from, to, came: people(came.length), went: people(went.length) }),
    tableWithin([headings, ...rows], width),
  ].join('\n');
}
