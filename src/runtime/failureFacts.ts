import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { version as nodeVersion } from 'node:process';
import { inspect } from 'node:util';
import { PaytallyError } from '../errors.js';
import { type AnyMessage, message } from '../i18n/message.js';
import { hasCode, notWritten } from './notWritten.js';
import { shortened } from './outsideText.js';
import type { Scrubber } from './secrets/scrubber.js';

/** What a report of a bug needs of the program. */
interface Program {
  readonly version: string;
  readonly scrubber: Scrubber;
}

/** The facts of a failure, for readers in any language. */
export interface FailureFacts {
  readonly code: string;
  readonly text: AnyMessage;
  readonly remedy: AnyMessage;
  readonly record?: string | undefined;
}

/** The facts of any failure: a PaytallyError or a bug. */
export function factsOf(failure: unknown): FailureFacts {
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
export function asCrash(failure: unknown): Crash {
  return failure instanceof Crash ? failure : new Crash(failure, undefined);
}

const MAX_CHARACTERS = 200_000;
const MAX_LINE_LENGTH = 2_000;
/** A stack line with a position; lines of a message rarely look like this, and are limited anyway. */
const FRAME = /^ {4}at [^\n]{1,300}:\d+:\d+\)?$/;
const MAX_FRAMES = 20;

/**
 * The displayable part of a bug: its kind and position. Its message and those of its causes may quote any data in
 * memory, so they are only in a file that its owner can read.
 */
class Crash extends Error {
  readonly kind: string;
  readonly frames: readonly string[];
  /** The path of the details; undefined if they could not be written. */
  readonly file: string | undefined;

  constructor(bug: unknown, file: string | undefined) {
    super('paytally has crashed');
    this.name = 'Crash';
    this.kind = crashKind(bug);
    this.frames = bug instanceof Error ? stackFrames(bug) : [];
    this.file = file;
  }
}

/**
 * The displayable part of a failure: a PaytallyError unchanged, anything else as a {@link Crash} with a file of
 * details.
 */
export function toReportable(failure: unknown, context: Program): unknown {
  if (failure instanceof PaytallyError || failure instanceof Crash) return failure;
  const refusal = fileRefusal(failure);
  if (refusal !== undefined) return refusal;
  return new Crash(failure, writeDetails(failure, context));
}

/** With these codes the operating system refuses a file: that is no bug, wherever it happens. */
const REFUSALS = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EACCES',
  'EPERM',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EBUSY',
]);

function fileRefusal(failure: unknown): PaytallyError | undefined {
  if (!hasCode(failure) || !REFUSALS.has(failure.code)) return undefined;
  if (!('path' in failure) || typeof failure.path !== 'string') return undefined;
  return notWritten(dirname(failure.path), failure);
}

function crashKind(bug: unknown): string {
  if (!(bug instanceof Error)) return `thrown ${typeof bug}`;
  const { name } = bug.constructor;
  return /^\w{1,60}$/.test(name) ? name : 'Error';
}

/** The frames follow the message, so that none of its lines is mistaken for a frame. */
function stackFrames({ stack = '', message }: Error): readonly string[] {
  const from = stack.indexOf(message);
  const rest = from === -1 ? stack : stack.slice(from + message.length);
  const lines = rest.split('\n');
  return lines.filter((line) => FRAME.test(line)).slice(0, MAX_FRAMES);
}

function writeDetails(bug: unknown, { version, scrubber }: Program) {
  const file = join(tmpdir(), `paytally-crash-${randomUUID()}.txt`);
  try {
    const text = `paytally ${version}, Node.js ${nodeVersion}\n\n${inspectSafely(bug, scrubber)}\n`;
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return file;
  } catch {
    return undefined;
  }
}

/** A list of bytes as `inspect` prints it. The bytes may be those of a secret. */
const BYTES = /<Buffer [^>]*>|\b\w*Array(?:Buffer)?\(\d+\) \[[\d,\s]*(?:\.\.\. \d+ more items?\s*)?\]/g;
/** The most characters of a text before it is cut to one line: far more than a line, so that its end is never shown. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Secrets are removed before anything is truncated. */
function inspectSafely(bug: unknown, scrubber: Scrubber): string {
  const all = inspect(bug, { depth: 4, maxStringLength: MAX_TEXT_LENGTH, maxArrayLength: 50 });
  return scrubber
    .clean(all.replace(BYTES, '[bytes]'))
    .split('\n')
    .map((line) => shortened(line, MAX_LINE_LENGTH))
    .join('\n')
    .slice(0, MAX_CHARACTERS);
}
