import { PaytallyError } from '../errors.js';
import { type MessageId, message, type Text } from '../i18n/message.js';

/** The error for a refusal of the file system, in words. */
export function notWritten(folder: string, cause: Error & { code: string }): PaytallyError {
  return new PaytallyError(
    'OUTPUT_NOT_WRITTEN',
    message('output.notWritten', { folder, reason: reasonOf(cause) }),
    {
      record: pathOf(cause) ?? folder,
      cause,
      ...(cause.code === 'EBUSY' ? { remedy: message('output.closeFile') } : {}),
    },
  );
}

/** The destination of a moved file, rather than its temporary path. */
function pathOf(cause: Error): string | undefined {
  if ('dest' in cause && typeof cause.dest === 'string') return cause.dest;
  return 'path' in cause && typeof cause.path === 'string' ? cause.path : undefined;
}

const REASONS = {
  ENOSPC: 'output.reason.diskFull',
  EDQUOT: 'output.reason.quotaFull',
  EBUSY: 'output.reason.fileOpen',
  EACCES: 'output.reason.denied',
  EPERM: 'output.reason.denied',
  EROFS: 'output.reason.readOnly',
  ENOTDIR: 'output.reason.partIsFile',
  EEXIST: 'output.reason.fileForFolder',
  EISDIR: 'output.reason.folderForFile',
  EFBIG: 'output.reason.fileTooLarge',
  ENAMETOOLONG: 'output.reason.nameTooLong',
} as const satisfies Record<string, MessageId>;

/** Why the operating system refused; its own text if the catalogues have none for the code. */
function reasonOf({ code, message: text }: Error & { code: string }): Text {
  return code in REASONS ? message(REASONS[code as keyof typeof REASONS]) : text;
}

/**
 * Whether an error has a code of the operating system, such as ENOSPC; the code for a missing package has another form.
 */
export function hasCode(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}

/**
 * Loads an optional package.
 * @param load imports the package by a name in a variable, so that neither types nor executables need it
 * @param notInstalled the error if it is not installed; any other failure to load it is thrown unchanged
 */
export async function importOptional<Package>(
  load: () => Promise<Package>,
  notInstalled: (cause: unknown) => PaytallyError,
): Promise<Package> {
  try {
    return await load();
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    throw isMissing ? notInstalled(cause) : cause;
  }
}
