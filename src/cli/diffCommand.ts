import { diffRuns, type RunDifference } from '../app/ledger/storedRun.js';
import { currentLanguage, openSession, withRunHistory } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { ExitStatus } from '../errors.js';
import { plainAmount, sayIn, signedAmount } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { CONFIG_OPTION, command, OUTPUT_OPTIONS, type ParsedOptions, requiredText } from './command.js';
import { tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  from: requiredText('diff.option.from', 'run'),
  to: requiredText('diff.option.to', 'run'),
  ...OUTPUT_OPTIONS,
};

export const diffCommand = command({
  usage: 'diff <from> <to>',
  examples: [['$0 diff 20261003T060000-1a2b3c 20261103T060000-4d5e6f', 'diff.example.months']],
  json: '{ "runs": [{ "runId", "employer", "comparedWith", "came", "went", "lines" }], "from", "to", "came", "went", "lines" }',
  parameters: PARAMETERS,
  run: diff,
});

async function diff(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const { packageFolder, version, signal } = context;
  const difference = await withRunHistory(context, session, (store) =>
    diffRuns(store, options.from, options.to, { loaded, packageFolder, version, signal }),
  );
  const language = currentLanguage(loaded, difference.config.employerKey);
  terminal.result(
    options.json
      ? JSON.stringify(differenceJson(difference))
      : differenceText(difference, language, terminal.width),
  );
  return ExitStatus.done;
}

/** Like all commands about runs, it lists runs: here the newer run and the one compared with it. */
function differenceJson({ from, to, came, went, lines, config }: RunDifference) {
  const about = { runId: to, employer: config.employerKey, comparedWith: from };
  return { from, to, came, went, lines, runs: [{ ...about, came, went, lines }] };
}

const HEADINGS = ['employee', 'payCode', 'before', 'after', 'difference'] as const;

function differenceText(
  { from, to, came, went, lines, config }: RunDifference,
  language: Language,
  width: number | undefined,
): string {
  const say = sayIn(language);
  const { payCodes } = config;
  if (lines.length === 0) return say('terminal.diff.same', { from, to });
  const reader = { ...config, language };
  const rows = lines.map(({ employee, payCode, unit, before, after, difference }) => [
    employee,
    payCodeLabel(payCode, payCodes, language),
    plainAmount(before, unit, reader),
    plainAmount(after, unit, reader),
    signedAmount(difference, unit, reader),
  ]);
  const headings = HEADINGS.map((name) => say(`terminal.heading.${name}`));
  return [
    say('terminal.diff.differ', { from, to, added: came.length, removed: went.length }),
    tableWithin([headings, ...rows], width),
  ].join('\n');
}
