import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as nodeVersion } from 'node:process';
import { inspect } from 'node:util';
import type { Context } from '../context.js';
import { EXCEPTIONS, type Finding } from '../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import { type FindingReport, personName } from '../domain/exceptions/workList.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { englishText, formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { type AnyMessage, type Message, message } from '../i18n/message.js';
import { shortened } from '../runtime/outsideText.js';
import { paint } from '../runtime/paint.js';

/** The contract's JSON form of a failure. */
export interface FailureJson {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly record?: string;
  /** The text of the catalogues that `message` is, and what was put into it. */
  readonly id?: string;
  readonly values?: Message['values'];
  /** Everything that was found, where the data stops a run. */
  readonly findings?: readonly FindingJson[];
}

export function failureJson(failure: unknown): FailureJson {
  const { code, text, remedy, record } = factsOf(failure);
  const source = 'id' in text ? { id: text.id, values: text.values } : {};
  const found = failure instanceof ExportBlocked ? { findings: findingsJson(failure.found) } : {};
  return {
    code,
    message: englishText(text),
    remedy: englishText(remedy),
    ...(record === undefined ? {} : { record }),
    ...source,
    ...found,
  };
}

interface FailureFacts {
  readonly code: string;
  readonly text: AnyMessage;
  readonly remedy: AnyMessage;
  readonly record?: string | undefined;
}

function factsOf(failure: unknown): FailureFacts {
  if (failure instanceof PaytallyError) {
    const { code, text, remedyText: remedy, record } = failure;
    return { code, text, remedy, record };
  }
  const { kind, file } = asCrash(failure);
  return file === undefined
    ? { code: 'BUG', text: message('failure.bug', { kind }), remedy: message('failure.bug.remedy') }
    : {
        code: 'BUG',
        text: message('failure.bugWithDetails', { kind, file }),
        remedy: message('failure.bugWithDetails.remedy'),
      };
}

/** A bug as a {@link Crash}. One that nothing has reported yet has no file with details. */
function asCrash(failure: unknown): Crash {
  return failure instanceof Crash ? failure : new Crash(failure, undefined);
}

/** What happened, to which record, what to do next. Only a bug shows its stack. */
export function failureText(failure: unknown, language: Language = 'en'): string {
  const { code, text, remedy, record } = factsOf(failure);
  const said = formatMessage(text, language);
  const isNamed = record === undefined || said.includes(record);
  return [
    `${paint.error(code)}: ${said}`,
    ...stackLines(failure),
    ...(isNamed ? [] : [`  ${sayIn(language)('failure.record', { record })}`]),
    whatToDo(formatMessage(remedy, language), language),
  ].join('\n');
}

/** What stops a run, for a reader who has just seen the list of it. */
export function blockedText({ code, verdict }: ExportBlocked, language: Language = 'en'): string {
  const [text, remedy] = [verdict.text, verdict.remedy].map((each) => formatMessage(each, language));
  return `${paint.error(code)}: ${text}\n${whatToDo(remedy ?? '', language)}`;
}

function whatToDo(remedy: string, language: Language): string {
  return `  ${sayIn(language)('failure.whatToDo', { remedy })}`;
}

/** Says it as text and where asked for as JSON; gives the exit status for it. */
export function printFailure(
  failure: unknown,
  { json, language }: { readonly json: boolean; readonly language: Language },
  context: Pick<Context, 'openTerminal'>,
): ExitStatus {
  const terminal = context.openTerminal({ quiet: false, progress: false });
  if (json) terminal.result(JSON.stringify({ error: failureJson(failure), runs: [] }));
  terminal.alert(failureText(failure, language));
  return exitStatusOf(failure);
}

export function exitStatusOf(failure: unknown): ExitStatus {
  return failure instanceof PaytallyError ? failure.exitStatus : ExitStatus.bug;
}

function stackLines(failure: unknown): readonly string[] {
  if (!(failure instanceof PaytallyError)) return asCrash(failure).frames;
  return failure.code === 'CONTROL_MISMATCH' && failure.stack !== undefined ? [failure.stack] : [];
}

const MAX_CHARACTERS = 200_000;
const MAX_LINE_LENGTH = 2_000;
/** A line of a stack that says where; a line of a message is hardly ever written so, and is bounded all the same. */
const FRAME = /^ {4}at [^\n]{1,300}:\d+:\d+\)?$/;
const MAX_FRAMES = 20;

/**
 * A bug as it may be shown: its kind and where it struck. Its message and those of its causes may quote anything that
 * the program was holding, so they are in a file for its owner alone.
 */
class Crash extends Error {
  readonly kind: string;
  readonly frames: readonly string[];
  /** Where the details are; undefined where they could not be written. */
  readonly file: string | undefined;

  constructor(bug: unknown, file: string | undefined) {
    super('paytally has crashed');
    this.name = 'Crash';
    this.kind = crashKind(bug);
    this.frames = bug instanceof Error ? stackFrames(bug) : [];
    this.file = file;
  }
}

/** What may be shown of a failure: an error of ours as it is, anything else as a {@link Crash} with a file of details. */
export function toReportable(failure: unknown, context: Pick<Context, 'version' | 'scrubber'>): unknown {
  if (failure instanceof PaytallyError || failure instanceof Crash) return failure;
  return new Crash(failure, writeDetails(failure, context));
}

function crashKind(bug: unknown): string {
  if (!(bug instanceof Error)) return `thrown ${typeof bug}`;
  const { name } = bug.constructor;
  return /^\w{1,60}$/.test(name) ? name : 'Error';
}

/** The frames stand after the message, so that none of its lines is taken for one. */
function stackFrames({ stack = '', message }: Error): readonly string[] {
  const from = stack.indexOf(message);
  const rest = from === -1 ? stack : stack.slice(from + message.length);
  const lines = rest.split('\n');
  return lines.filter((line) => FRAME.test(line)).slice(0, MAX_FRAMES);
}

function writeDetails(bug: unknown, { version, scrubber }: Pick<Context, 'version' | 'scrubber'>) {
  const file = join(tmpdir(), `paytally-crash-${randomUUID()}.txt`);
  try {
    const text = `paytally ${version}, Node.js ${nodeVersion}\n\n${inspectSafely(bug, scrubber)}\n`;
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return file;
  } catch {
    return undefined;
  }
}

/** As `inspect` shows a list of bytes, which may be those of a secret. */
const BYTES = /<Buffer [^>]*>|\b\w*Array(?:Buffer)?\(\d+\) \[[\d,\s]*(?:\.\.\. \d+ more items?\s*)?\]/g;
/** What it shows of a text, before that is cut to a line: by far more, so that no end of it is seen. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Secrets go before anything is cut. */
function inspectSafely(bug: unknown, scrubber: Context['scrubber']): string {
  const all = inspect(bug, { depth: 4, maxStringLength: MAX_TEXT_LENGTH, maxArrayLength: 50 });
  return scrubber
    .clean(all.replace(BYTES, '[bytes]'))
    .split('\n')
    .map((line) => shortened(line, MAX_LINE_LENGTH))
    .join('\n')
    .slice(0, MAX_CHARACTERS);
}

/** A finding for programs. */
interface FindingJson {
  readonly code: string;
  readonly severity: string;
  readonly accepted: boolean;
  readonly reason: string | null;
  readonly employeeId: string | null;
  readonly employee: string | null;
  readonly establishment: string | null;
  readonly date: string | null;
  /** Missing where a limit of working time is exceeded by several entries together. */
  readonly record?: string;
  /** In English; `id` and `values` are for readers in other languages. */
  readonly message: string;
  readonly remedy: string;
  readonly id: string;
  readonly values: Finding['facts'];
  /** Who can do something about it. */
  readonly actor: 'planner' | 'payroll' | 'administrator' | 'operator';
}

function isOfSeveralEntries({ code, record, employeeId }: Finding): boolean {
  return code.startsWith('WT_') && record === employeeId;
}

export function findingsJson(found: FindingReport): FindingJson[] {
  const { findings, names, places } = found;
  return findings.map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    accepted: finding.accepted !== undefined,
    reason: finding.accepted || null,
    employeeId: finding.employeeId,
    employee: names.has(finding.employeeId ?? finding.record) ? personName(finding, found) : null,
    establishment: places.get(finding.record) ?? null,
    date: finding.date,
    ...(isOfSeveralEntries(finding) ? {} : { record: finding.record }),
    message: findingMessage(finding),
    remedy: exceptionWording(finding.code, 'en').remedy,
    id: `exceptions.${finding.code}`,
    values: finding.facts,
    actor: EXCEPTIONS[finding.code].actor,
  }));
}
