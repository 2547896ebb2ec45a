import { constants } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { CommandDelivery } from '../config/schema/deliverySchema.js';
import { message } from '../i18n/message.js';
import { excerpt } from '../runtime/outsideText.js';
import { type ProgramEnd, startProgram } from '../runtime/startProgram.js';
import { temporaryName } from '../store/claims.js';
import { DeliveryFailure, failedDelivery } from './deliveryFailure.js';
import type { DeliveryAttempt, DeliveryKind, OutgoingFile } from './deliveryKind.js';
import { safeName } from './outgoingFile.js';

type Attempt = DeliveryAttempt<CommandDelivery>;

/** Files that a program of the user sends: started once for each, without a shell, with the path of the file. */
export const commandKind: DeliveryKind<CommandDelivery> = {
  target: ({ command: [program] }, folder) => programPath(program, folder) ?? program,
  replaces: false,
  isPerFile: () => true,
  prepare: async (attempt) => {
    await requireProgram(attempt.settings, attempt.item.name, attempt.folder, attempt.effects.context.env);
    return { staged: [], send: () => sendFiles(attempt) };
  },
  check: async ({ context }, { name, settings }, { folder }) => {
    await requireProgram(settings, name, folder, context.env);
    return message('doctor.deliveries.command', { name, program: settings.command[0] });
  },
};

async function requireProgram(
  { command: [program] }: CommandDelivery,
  delivery: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const place = programPath(program, folder);
  const places =
    place !== undefined
      ? [place]
      : (env.PATH ?? '')
          .split(delimiter)
          .flatMap((on) => programNames(program).map((name) => join(on, name)));
  for (const path of places) if (await isProgram(path)) return;
  throw failedDelivery(message('delivery.command.missing', { delivery, program }));
}

/** The path of a program that is named with its folder. */
function programPath(program: string, folder: string): string | undefined {
  return /[/\\]/.test(program) ? resolve(folder, program) : undefined;
}

function programNames(program: string): readonly string[] {
  return platform() === 'win32' ? [program, `${program}.exe`] : [program];
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function sendFiles(attempt: Attempt): Promise<void> {
  for (const file of attempt.files) await withPathOf(attempt, file, (path) => sendFile(attempt, path));
}

/** The file of the run, or a copy if what is sent differs from it. */
async function withPathOf(
  { settings, store, storeFolder }: Attempt,
  { file, sealed }: OutgoingFile,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const isOriginal = settings.encrypt === undefined && settings.fileName === undefined;
  if ('path' in file && isOriginal) return use(file.path);
  // In a folder of its own, so that the program sees the name of the file.
  const folder = join(storeFolder, temporaryName('delivery'));
  store.journal.track([folder]);
  try {
    const path = join(folder, safeName(sealed.name));
    await writeCopy(folder, path, sealed.content);
    await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
    store.journal.untrack([folder]);
  }
}

async function writeCopy(folder: string, path: string, content: Uint8Array): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw failedDelivery(message('delivery.command.noCopy', { folder: dirname(folder) }), { cause });
  }
}

const FILE = '{file}';

/** @throws DeliveryFailure `unknown` if the program was interrupted, `failed` for a status other than 0 */
async function sendFile({ settings, effects, folder, signal, item }: Attempt, path: string): Promise<void> {
  const { command, timeoutSeconds } = settings;
  const [program, ...args] = command;
  const given = args.map((arg) => arg.replaceAll(FILE, path));
  const { output, ended } = startProgram(program, given, {
    timeoutMs: timeoutSeconds * 1000,
    signal,
    folder,
  });
  output.resume();
  const end = await ended;
  showErrors(effects.terminal, item.name, program, end);
  if (end.status === 0) return;
  if (end.isMissing)
    throw failedDelivery(message('delivery.command.missing', { delivery: item.name, program }));
  if (end.status === undefined || isSignal(end.status))
    throw new DeliveryFailure(
      'unknown',
      signal.aborted || end.status !== undefined
        ? message('delivery.command.interrupted', { program })
        : message('delivery.command.timeout', { program, seconds: timeoutSeconds }),
    );
  throw failedDelivery(message('delivery.command.failed', { program, status: end.status }));
}

const SHOWN_ERRORS = 500;

/** Only in the terminal: what a program says may name people, and the state of a delivery is sent by mail. */
function showErrors(
  terminal: Attempt['effects']['terminal'],
  delivery: string,
  program: string,
  { stderr }: ProgramEnd,
): void {
  const text = excerpt(stderr.trim().split('\n').slice(-5).join('; '), SHOWN_ERRORS);
  if (text !== '') terminal.message(message('delivery.command.said', { delivery, program, text }));
}

const FIRST_SIGNAL = 129;
const LAST_SIGNAL = 159;

/** The status of a program that a signal ended, as shells report it. */
function isSignal(status: number): boolean {
  return status >= FIRST_SIGNAL && status <= LAST_SIGNAL;
}
