import { PaytallyError } from '../errors.js';

/** The error for a file system that refused, in words. */
export function notWritten(folder: string, cause: Error & { code: string }): PaytallyError {
  return new PaytallyError('OUTPUT_NOT_WRITTEN', `Nothing was written to ${folder}: ${reasonOf(cause)}.`, {
    record: pathOf(cause) ?? folder,
    cause,
    ...(cause.code === 'EBUSY'
      ? { remedy: 'Close it in the other program, then run the command again.' }
      : {}),
  });
}

/** Where a file was to be moved, rather than where it stood meanwhile. */
function pathOf(cause: Error): string | undefined {
  if ('dest' in cause && typeof cause.dest === 'string') return cause.dest;
  return 'path' in cause && typeof cause.path === 'string' ? cause.path : undefined;
}

function reasonOf({ code, message }: Error & { code: string }): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the quota of the disk is used up',
    EBUSY: 'another program has the file open',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'it is a read-only file system',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'a file stands where the folder should be',
    EISDIR: 'a folder stands where the file should be',
    EFBIG: 'a file would grow larger than this user may write',
    ENAMETOOLONG: 'the file name is too long',
  };
  return reasons[code] ?? message;
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
