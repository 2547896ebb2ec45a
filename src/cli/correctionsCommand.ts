import { extname, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { configOf } from '../config/config.js';
import { periodIfKnown } from '../config/employerPeriod.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { type CorrectionsOutcome, correctEmployer } from '../export/correctEmployer.js';
import { openRunHost } from '../export/runHost.js';
import { sendRun } from '../export/sendRun.js';
import { withLedger } from '../ledger/storeOf.js';
import type { CorrectionsRequest, DeliveryStanding, RunHost } from '../run.js';
import type { Terminal } from '../runtime/terminal.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import { many, once } from './commonOptions.js';
import { afterCorrections, type Corrected } from './corrections/afterCorrections.js';
import { correctionsText } from './corrections/correctionsText.js';
import { withoutDetails } from './crashReport.js';
import { deliveryFailure, deliveryLines } from './deliveryText.js';
import { exitStatusOf, failureJson, failureText } from './failureText.js';
import { tellNext } from './nextCommand.js';
import { refuseContradictions, refuseNoDeliveries, requestsOf } from './runEmployers.js';
import { type RunOptions, withRunOptions } from './runOptions.js';
import { spokenTerminal } from './spokenTerminal.js';
import { storeFolderOf } from './storeFolderOf.js';

interface CorrectionsOptions extends RunOptions {
  readonly since: string | undefined;
  readonly settle: readonly string[];
  readonly sheet: string | undefined;
}

export const correctionsCommand = command<CorrectionsOptions>({
  usage: 'corrections <period>',
  describe: 'What changed since the final runs of a period, as signed lines; with --final as files',
  examples: [
    ['$0 corrections 2026-10', 'Look at what changed; nothing is written'],
    ['$0 corrections 2026-10 --final', 'Write the files and record them'],
    ['$0 corrections 2026-10 --final --settle "3f2a…=paid in cash"', 'A line that was paid outside'],
    [
      '$0 corrections 2026-10 --final --settle "datev-lodas=entered by hand"',
      'Everything that a template cannot carry',
    ],
  ],
  json: '{ "runs": [{ "employer", "period", "lines": [{ "line", "template", "employeeId", "date", "payCode", "establishment", "costCenter", "unit", "before", "after", "difference", "beforeMinutes", "afterMinutes", "differenceMinutes", "written", "cause", "causes", "originalRun", "forPeriod", "inPeriod", "sequence" }], "sheet": [{ "template", "forPeriod", "employeeId", "employeeNumber", "code", "payCodes", "date", "costCenter", "unit", "decimals", "recorded", "now", "type", "lines" }] }] }, with sheet where something is entered by hand; with --final also runId, state and files',
  options: withCorrectionsOptions,
  run: corrections,
});

function withCorrectionsOptions(args: Argv): Argv {
  return withRunOptions(args)
    .option('since', {
      type: 'string',
      describe: 'RUN: only finals that were made with this run or after it',
      coerce: once('since'),
    })
    .option(
      'settle',
      many(
        'LINE=REASON: the line was paid or entered by hand; recorded, never exported. TEMPLATE=REASON and EMPLOYEE:PAYCODE=REASON: all such lines (repeatable)',
        'none',
      ),
    )
    .option('sheet', {
      type: 'string',
      describe: 'FILE.xlsx: write what is to be entered by hand as a workbook, with or without --final',
      coerce: once('sheet'),
    });
}

/** @throws PaytallyError USAGE */
function refuseSheet(path: string, employers: readonly string[]): void {
  if (extname(path).toLowerCase() !== '.xlsx') {
    throw new PaytallyError('USAGE', `--sheet ${path}: the sheet is a workbook.`, {
      record: '--sheet',
      remedy: 'Write a name that ends in .xlsx.',
    });
  }
  if (employers.length > 1) {
    throw new PaytallyError('USAGE', `--sheet is for one employer, and there are ${employers.length}.`, {
      record: '--sheet',
      remedy: 'Add --employer KEY.',
    });
  }
}

interface Failed {
  readonly employer: string;
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly failure: unknown;
}
type Result = Corrected | Failed;

async function corrections(options: CorrectionsOptions, context: Context): Promise<ExitStatus> {
  refuseContradictions(options);
  if (options.settle.length > 0 && !options.final) {
    throw new PaytallyError('USAGE', 'Settling a line records it, and so needs --final.', {
      record: '--settle',
      remedy: 'Add --final, or leave out --settle.',
    });
  }
  const settle = new Map(options.settle.map(settlement));
  const sheet = options.sheet === undefined ? undefined : resolve(context.cwd, options.sheet);
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  if (sheet !== undefined) refuseSheet(sheet, keys);
  const requestOf = requestsOf(options, context, loaded, options.dryRun ? 'plan' : 'write');
  refuseNoDeliveries(options, loaded, keys);
  const terminal = spokenTerminal(context, options, loaded);
  const writesTo = options.final && !options.dryRun ? (options.store ?? storeFolderOf(loaded)) : undefined;
  const host = await openRunHost(context, loaded, terminal, { ...options, writesTo });
  try {
    const results: Result[] = [];
    for (const key of keys) {
      const request = { ...requestOf(key), settle, sheet, since: options.since };
      results.push(await oneEmployer(host, request, key));
    }
    print(results, options, { cwd: context.cwd, terminal });
    const done = results.flatMap((result) => ('outcome' in result ? [result] : []));
    if (done.length === results.length)
      tellNext(afterCorrections(done, options, loaded), { terminal, context, options });
    const failed = results.find((result) => 'failure' in result);
    if (failed !== undefined) return exitStatusOf(failed.failure);
    const open = undelivered(results);
    if (open !== undefined) terminal.alert(failureText(open));
    return open?.exitStatus ?? ExitStatus.done;
  } finally {
    terminal.progress(undefined);
    await host.close();
  }
}

async function oneEmployer(host: RunHost, request: CorrectionsRequest, employer: string): Promise<Result> {
  const { context } = host;
  try {
    const outcome = await correctEmployer(host, request, employer);
    return { outcome, deliveries: await delivered(host, request, outcome) };
  } catch (failure) {
    if (context.signal.aborted) throw failure;
    const config = configOf(request.loaded, employer);
    const question = { periodText: request.periodText, config, nowMs: context.clock.nowMs() };
    const period = periodIfKnown(question);
    const days = period === undefined ? null : { from: period.from, to: period.to };
    return { employer, period: days, failure: withoutDetails(failure, context) };
  }
}

/** The corrections of an employer go where its finals go. */
async function delivered(
  host: RunHost,
  { deliver, loaded, storeFolder }: CorrectionsRequest,
  { made }: CorrectionsOutcome,
): Promise<readonly DeliveryStanding[] | undefined> {
  if (deliver === undefined || made === undefined) return undefined;
  const order = {
    loaded,
    storeFolder,
    runId: made.runId,
    to: undefined,
    again: [],
    isDryRun: false,
    kind: deliver.kind,
  };
  const sent = await withLedger(host.context, { loaded, storeFolder }, (store) =>
    sendRun(host, store, order),
  );
  return sent.deliveries;
}

/** What was not delivered, where no employer failed. */
function undelivered(results: readonly Result[]): PaytallyError | undefined {
  if (results.some((result) => 'failure' in result)) return undefined;
  return deliveryFailure(results.flatMap((result) => ('outcome' in result ? (result.deliveries ?? []) : [])));
}

function print(
  results: readonly Result[],
  options: CorrectionsOptions,
  { cwd, terminal }: { readonly cwd: string; readonly terminal: Terminal },
): void {
  terminal.progress(undefined);
  for (const result of results) {
    if ('outcome' in result) {
      if (!options.json)
        terminal.result(
          [
            correctionsText(result.outcome, { cwd, width: terminal.width }),
            ...deliveryLines(result.deliveries ?? [], false, result.outcome.config.language),
          ].join('\n'),
        );
    } else
      terminal.alert(`${results.length === 1 ? '' : `${result.employer}: `}${failureText(result.failure)}`);
  }
  if (!options.json) return;
  const [only] = results.length === 1 ? results : [];
  const failure = only !== undefined && 'failure' in only ? only.failure : undelivered(results);
  const error = failure === undefined ? {} : { error: failureJson(failure) };
  terminal.result(JSON.stringify({ ...error, runs: results.map(resultJson) }));
}

function resultJson(result: Result): object {
  if ('failure' in result) {
    const { employer, period, failure } = result;
    return { employer, period, state: 'failed', error: failureJson(failure) };
  }
  const { employer, period, lines, older, sheet, made } = result.outcome;
  const recorded = made === undefined ? {} : { runId: made.runId, state: 'correction', files: made.files };
  // With --final `lines` are what was recorded.
  const listed = new Set(lines.map(({ line }) => line));
  const olderLines = older.filter(({ line }) => !listed.has(line));
  const apart = olderLines.length === 0 ? {} : { olderLines };
  const deliveries = result.deliveries === undefined ? {} : { deliveries: result.deliveries };
  return {
    ...recorded,
    employer,
    period: { from: period.from, to: period.to },
    lines,
    ...apart,
    ...(sheet.length === 0 ? {} : { sheet }),
    ...deliveries,
  };
}

/** @throws PaytallyError USAGE */
function settlement(text: string): [string, string] {
  const [, line = '', reason = ''] = text.match(/^([^=]*)=?(.*)$/s) ?? [];
  if (line.trim() !== '' && reason.trim() !== '') return [line.trim(), reason.trim()];
  throw new PaytallyError('USAGE', `--settle ${text}: a settlement names a line and says why.`, {
    record: text,
    remedy:
      'Write --settle "LINE=the reason", with a line of "paytally corrections", or the name of a template, or EMPLOYEE:PAYCODE, in place of LINE.',
  });
}
