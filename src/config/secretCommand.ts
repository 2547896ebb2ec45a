import { type ExecFileException, execFile } from 'node:child_process';
import { PaytallyError } from '../errors.js';
import { type Message, message } from '../i18n/message.js';
import { MAX_SECRET_LENGTH } from '../runtime/secrets/secret.js';
import type { Environment } from './configSource.js';

/** A password manager may ask its owner for a key first. */
const MOST_SECONDS = 60;
/** As much of what a failed program said as fits on a line. */
const MOST_SAID = 200;

type ProgramAndArguments = readonly [string, ...string[]];

/**
 * What a program such as a password manager prints on its standard output. It is started without a shell and without
 * standard input, in the folder of the configuration.
 * @throws PaytallyError SECRET_MISSING if it can't be started, ends with another status than 0, prints nothing, or
 * takes more than a minute
 */
export async function secretFromCommand(
  [program, ...args]: ProgramAndArguments,
  folder: string,
  env: Environment,
): Promise<Buffer> {
  const printed = await new Promise<Buffer>((resolve, reject) => {
    const child = execFile(program, args, optionsIn(folder, env), (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(missing(program, failure(program, error, stderr.toString('utf8')), error));
    });
    child.stdin?.end();
  });
  if (printed.length > 0) return printed;
  throw missing(program, message('secret.commandSilent', { program }));
}

function optionsIn(folder: string, env: Environment) {
  const limits = { timeout: MOST_SECONDS * 1000, maxBuffer: 4 * MAX_SECRET_LENGTH };
  return { cwd: folder, env: { ...env }, encoding: 'buffer', ...limits } as const;
}

function failure(program: string, error: ExecFileException, stderr: string): Message {
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return message('secret.commandLong', { program });
  if (error.killed === true) return message('secret.commandSlow', { program, seconds: MOST_SECONDS });
  if (typeof error.code === 'number') {
    const printed = stderr.trim().split(/\s+/).join(' ').slice(0, MOST_SAID);
    return message('secret.commandFailed', {
      program,
      status: error.code,
      said: printed,
      hasSaid: printed === '' ? 'no' : 'yes',
    });
  }
  return message('secret.commandMissing', { program, reason: String(error.code ?? error.signal) });
}

function missing(program: string, text: Message, cause?: unknown): PaytallyError {
  return new PaytallyError('SECRET_MISSING', text, { record: program, cause });
}
