import { PaytallyError } from '../errors.js';
import { type MessageId, message, type Text } from '../i18n/message.js';

/** The error for a file system that refused, in words. */
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

/** Where a file was to be moved, rather than where it stood meanwhile. */
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

/** Why the operating system refused; its own text where the catalogues have no words for the code. */
function reasonOf({ code, message: text }: Error & { code: string }): Text {
  return code in REASONS ? message(REASONS[code as keyof typeof REASONS]) : text;
}

/** Whether the operating system has said why, such as ENOSPC; a package that is missing has another kind of code. */
export function hasCode(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}

/**
 * Loads a package that need not be installed.
 * @param load imports it by a name in a variable, so that types and executables do without the package
 * @param notInstalled what is thrown where it is not; any other failure while it is loaded stays as it is
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
