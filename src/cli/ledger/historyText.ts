import { relative } from 'node:path';
import stringWidth from 'string-width';
import type { Language } from '../../language/language.js';
import { datesText, type Say, terminalTexts } from '../../language/terminal/terminalTexts.js';
import type { HistoryRun, HistoryState } from '../../ledger/history.js';
import { tableWithin } from '../terminalText.js';

const STATES = {
  draft: 'draft',
  final: 'final',
  correction: 'state-correction',
  superseded: 'state-superseded',
  purge: 'state-purge',
} as const satisfies Readonly<Record<HistoryState, string>>;

/** A line for each run, under headings. @param width of the terminal */
export function historyListing(
  runs: readonly HistoryRun[],
  language: Language,
  width: number | undefined,
): string {
  const say = terminalTexts(language);
  const rows = runs.map((run) => [
    run.runId,
    run.employer,
    datesText(run.period, language),
    say(STATES[run.state]),
    say(run.files.length === 1 ? 'oneFile' : 'manyFiles', { count: run.files.length }),
    run.sentTo.join(', '),
  ]);
  const headings = [say('runId'), say('employer'), say('period'), say('state'), say('files'), say('sentTo')];
  return tableWithin([headings, ...rows], width);
}

/** All that is kept of one run, a fact in each line. */
export function historyDetails(run: HistoryRun, cwd: string, language: Language): string {
  const say = terminalTexts(language);
  const { runId, employer, state } = run;
  const facts = factsOf(run, cwd, say);
  const widest = Math.max(...facts.map(([label]) => stringWidth(label)));
  return [
    `${runId}: ${employer}, ${datesText(run.period, language)}, ${say(STATES[state])}`,
    ...facts.map(([label, fact]) => `  ${label}${' '.repeat(widest - stringWidth(label))}  ${fact}`),
  ].join('\n');
}

type Fact = readonly [label: string, fact: string];

function factsOf(run: HistoryRun, cwd: string, say: Say): readonly Fact[] {
  const { startedAt, digest, previousDigest, sentTo, files } = run;
  const chain: readonly Fact[] =
    digest === undefined
      ? []
      : [
          [say('digest'), digest],
          [say('previous'), previousDigest ?? say('firstOfChain')],
        ];
  return [
    [say('started'), startedAt],
    ...chain,
    ...sentTo.map((where) => [say('sentTo'), where] as const),
    ...files.map(({ path, sha256 }) => fileFact(path, sha256, cwd, say)),
  ];
}

function fileFact(path: string, sha256: string, cwd: string, say: Say): Fact {
  return [say('file'), `${relative(cwd, path) || path} (SHA-256 ${sha256})`];
}
