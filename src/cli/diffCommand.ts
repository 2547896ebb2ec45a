import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';
import { withLedger } from '../pipeline/ledger/storeOf.js';
import { diffRuns, type RunDifference } from '../pipeline/people/diffRuns.js';
import { command } from './command.js';
import {
  type ConfigOption,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { codeText, distinctNames, movedHours, signedHours } from './movedText.js';
import { textTable } from './terminalText.js';

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
  const difference = await withLedger(context, storeFolder, (store) =>
    diffRuns(store, options.from, options.to, { loaded, packageFolder, version, signal }),
  );
  const terminal = context.openTerminal(options);
  terminal.result(options.json ? JSON.stringify(jsonOf(difference)) : textOf(difference));
  return ExitStatus.done;
}

/** As of all commands about runs, a list of them: the newer one, beside the older. */
function jsonOf({ from, to, came, went, lines, config }: RunDifference) {
  const about = { runId: to, employer: config.employerKey, comparedWith: from };
  return { from, to, came, went, lines, runs: [{ ...about, came, went, lines }] };
}

function textOf({ from, to, came, went, lines, config }: RunDifference): string {
  const say = terminalTexts(config.language);
  if (lines.length === 0) return say('runsAlike', { from, to });
  const people = (count: number) => say(count === 1 ? 'person' : 'people', { count });
  const person = distinctNames(lines.map(({ employeeId: id, employee: name }) => ({ id, name })));
  const rows = lines.map(({ employeeId, payCode, beforeMinutes, afterMinutes, differenceMinutes }) => [
    person(employeeId),
    codeText(payCode, config),
    movedHours(beforeMinutes, config),
    movedHours(afterMinutes, config),
    signedHours(differenceMinutes, config),
  ]);
  const headings = [say('employee'), say('code'), say('before'), say('after'), say('difference')];
  return [
    say('runsDiffer', { from, to, came: people(came.length), went: people(went.length) }),
    textTable([headings, ...rows]),
  ].join('\n');
}
