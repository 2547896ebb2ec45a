import { relative, resolve } from 'node:path';
import stringWidth from 'string-width';
import type { HistoryRun } from '../app/ledger/history.js';
import { writeHistoryArchives } from '../app/ledger/historyArchive.js';
import { selectHistory, selectionUse } from '../app/ledger/historySelection.js';
import { type ActionSession, openSession, withRunHistory } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { printable } from '../runtime/outsideText.js';
import type { Terminal } from '../runtime/terminal.js';
import { fittedText } from '../runtime/wrapText.js';
import type { Store } from '../store/store.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  numberWithin,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  textWithDefault,
} from './command.js';
import { commandLine, type NextCommand, suggestNextCommand } from './nextCommand.js';
import { tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  run: optionalText('history.option.run', 'run'),
  period: optionalText('history.option.period', 'period'),
  out: textWithDefault('history.option.out', '.', 'folder'),
  sign: optionalText('history.option.sign', 'file'),
  limit: optionalText('history.option.limit', 'number'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

const LIMIT = { option: '--limit', min: 1, max: 999_999 };

type HistoryOptions = ParsedOptions<typeof PARAMETERS>;

export const historyCommand = command({
  usage: 'history [run] [period]',
  examples: [
    ['$0 history', 'history.example.all'],
    ['$0 history 2026-10', 'history.example.period'],
    ['$0 history --limit 50', 'history.example.limit'],
    ['$0 history 20261103T060000-1a2b3c', 'history.example.run'],
    ['$0 history pack 2026 --sign ~/.ssh/id_ed25519', 'history.example.pack'],
  ],
  json: {
    history:
      '{ "runs": [{ "runId", "employer", "period", "state", "startedAt", "digest", "previousDigest", "files", "accepted"?, "supersedes"?, "supersedeReason"?, "sentTo", "receipts"? }] }',
    pack: '{ "archives": [{ "path" }] }',
  },
  parameters: PARAMETERS,
  run: async (options, context) => {
    const session = await openSession(options, context);
    await (options.run === 'pack' ? pack : printHistory)(options, session, context);
    return ExitStatus.done;
  },
});

async function printHistory(
  options: HistoryOptions,
  session: ActionSession,
  context: Context,
): Promise<void> {
  const { loaded, terminal } = session;
  const word = options.run;
  const limit = options.limit === undefined ? undefined : numberWithin(options.limit, LIMIT);
  const employers = options.employer.length > 0 ? session.employers : undefined;
  const question = { word, limit, employers, nowMs: context.clock.nowMs() };
  const print = async (store: Store) => {
    const { runs, isOne } = selectHistory(store, loaded, question);
    const shown = () => historyText(runs, isOne, { language: loaded.language, cwd: context.cwd, terminal });
    terminal.result(options.json ? JSON.stringify({ runs }) : shown());
    suggestNextCommand(nextAfterHistory(runs, isOne, options), { terminal, context, options });
  };
  await withRunHistory(context, session, print, selectionUse(loaded, question));
}

/** The newest run of a list in full, and whether a valid run still matches its record. */
function nextAfterHistory(
  [newest]: readonly HistoryRun[],
  isOne: boolean,
  { config, run }: HistoryOptions,
): NextCommand | undefined {
  if (newest === undefined) {
    const command = commandLine(['export', run ?? 'last-month'], { config });
    return { when: 'now', command };
  }
  if (!isOne) return { when: 'now', command: commandLine(['history', newest.runId], { config }) };
  const isVerified = newest.state === 'final' || newest.state === 'correction';
  return isVerified ? { when: 'now', command: commandLine(['verify', newest.runId], { config }) } : undefined;
}

/** An archive for each employer with runs of the period. */
async function pack(
  options: HistoryOptions,
  session: ActionSession,
  { cwd, clock, signal }: Context,
): Promise<void> {
  const { loaded, terminal } = session;
  const { period: periodText } = options;
  if (periodText === undefined) {
    throw new PaytallyError('USAGE', message('commands.packNeedsPeriod'), { record: 'history pack' });
  }
  const { sign, out } = options;
  const order = {
    periodText,
    folder: resolve(cwd, out),
    key: sign === undefined ? undefined : resolve(cwd, sign),
    nowMs: clock.nowMs(),
    signal,
  };
  const archives = await withRunHistory({ clock }, session, (store) =>
    writeHistoryArchives(store, loaded, session.employers, order),
  );
  terminal.result(options.json ? JSON.stringify({ archives }) : archivesText(archives, cwd, loaded.language));
}

function archivesText(
  files: readonly { readonly path: string; readonly signature?: string }[],
  cwd: string,
  language: Language,
): string {
  const paths = files.flatMap(({ path, signature }) => [path, signature ?? []].flat());
  return paths
    .map((path) => sayIn(language)('terminal.history.archive', { path: relative(cwd, path) || path }))
    .join('\n');
}

/** One run in full, or a line for each. */
function historyText(
  runs: readonly HistoryRun[],
  isOne: boolean,
  { language, cwd, terminal }: { language: Language; cwd: string; terminal: Terminal },
): string {
  if (isOne)
    return fittedText(runs.map((run) => historyDetails(run, cwd, language)).join('\n'), terminal.width);
  if (runs.length === 0) return sayIn(language)('terminal.history.none');
  return historyListing(runs, language, terminal.width);
}

const HEADINGS = ['run', 'employer', 'period', 'state', 'files', 'sentTo'] as const;

/** A line for each run, under headings. @param width of the terminal */
function historyListing(runs: readonly HistoryRun[], language: Language, width: number | undefined): string {
  const say = sayIn(language);
  const rows = runs.map(({ runId, employer, period: { from, to }, state, files, sentTo }) => [
    runId,
    employer,
    say('terminal.dates', { from, to }),
    say(`terminal.state.${state}`),
    say('terminal.history.files', { count: files.length }),
    sentTo.join(', '),
  ]);
  return tableWithin([HEADINGS.map((name) => say(`terminal.heading.${name}`)), ...rows], width);
}

/** All stored facts of one run, one per line. */
function historyDetails(run: HistoryRun, cwd: string, language: Language): string {
  const say = sayIn(language);
  const { runId, employer, period, state } = run;
  const facts = factsOf(run, cwd, say);
  const widest = Math.max(...facts.map(([label]) => stringWidth(label)));
  return [
    say('terminal.history.one', {
      run: runId,
      employer,
      from: period.from,
      to: period.to,
      state: say(`terminal.state.${state}`),
    }),
    ...facts.map(([label, fact]) => `  ${label}${' '.repeat(widest - stringWidth(label))}  ${fact}`),
  ].join('\n');
}

type Fact = readonly [label: string, fact: string];

function factsOf(run: HistoryRun, cwd: string, say: Say): readonly Fact[] {
  const { startedAt, digest, previousDigest, sentTo, files, accepted = {} } = run;
  const { supersedes = [], supersedeReason = '' } = run;
  const chain: readonly Fact[] =
    digest === undefined
      ? []
      : [
          [say('terminal.history.checksum'), digest],
          [say('terminal.history.previous'), previousDigest ?? say('terminal.history.first')],
        ];
  return [
    [say('terminal.history.started'), say('terminal.stamp', { at: startedAt })],
    ...chain,
    ...supersedes.map(
      (runId): Fact => [
        say('terminal.history.replaced'),
        say('terminal.history.reason', { what: runId, reason: printable(supersedeReason) }),
      ],
    ),
    ...Object.entries(accepted).map(
      ([what, reason]): Fact => [
        say('terminal.history.accepted'),
        say('terminal.history.reason', { what: printable(what), reason: printable(reason) }),
      ],
    ),
    ...sentTo.map((where): Fact => [say('terminal.heading.sentTo'), where]),
    ...files.map(({ path, sha256 }): Fact => {
      return [say('terminal.history.file'), `${relative(cwd, path) || path} (SHA-256 ${sha256})`];
    }),
  ];
}
