import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as nodeVersion } from 'node:process';
import { inspect } from 'node:util';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';

const MOST_CHARACTERS = 200_000;
/** A line of a stack that says where; a line of a message is hardly ever written so, and is bounded all the same. */
const FRAME = /^ {4}at [^\n]{1,300}:\d+:\d+\)?$/;
const MOST_FRAMES = 20;

/**
 * A bug as it may be shown: its kind and where it struck. Its message and those of its causes may quote anything that
 * the program was holding, so they are in a file for its owner alone.
 */
export class Crash extends Error {
  readonly kind: string;
  readonly frames: readonly string[];
  /** Where the details are; undefined where they could not be written. */
  readonly file: string | undefined;

  constructor(bug: unknown, file: string | undefined) {
    super('paytally has crashed');
    this.name = 'Crash';
    this.kind = kindOf(bug);
    this.frames = bug instanceof Error ? framesOf(bug) : [];
    this.file = file;
  }
}

/** What may be shown of a failure: an error of ours as it is, anything else as a {@link Crash} with a file of details. */
export function withoutDetails(failure: unknown, context: Pick<Context, 'version' | 'scrubber'>): unknown {
  if (failure instanceof PaytallyError || failure instanceof Crash) return failure;
  return new Crash(failure, writeDetails(failure, context));
}

function kindOf(bug: unknown): string {
  if (!(bug instanceof Error)) return `thrown ${typeof bug}`;
  const { name } = bug.constructor;
  return /^\w{1,60}$/.test(name) ? name : 'Error';
}

/** The frames stand after the message, so that none of its lines is taken for one. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const from = stack.indexOf(message);
  const rest = from === -1 ? stack : stack.slice(from + message.length);
  const lines = rest.split('\n');
  return lines.filter((line) => FRAME.test(line)).slice(0, MOST_FRAMES);
}

function writeDetails(bug: unknown, { version, scrubber }: Pick<Context, 'version' | 'scrubber'>) {
  const file = join(tmpdir(), `paytally-crash-${randomUUID()}.txt`);
  try {
    const details = inspect(bug, { depth: 4, maxStringLength: 2_000, maxArrayLength: 50 });
    const text = `paytally ${version}, Node.js ${nodeVersion}\n\n${details.slice(0, MOST_CHARACTERS)}\n`;
    writeFileSync(file, scrubber.clean(text), { mode: 0o600, flag: 'wx' });
    return file;
  } catch {
    return undefined;
  }
}
