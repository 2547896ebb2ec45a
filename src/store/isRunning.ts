import { kill } from 'node:process';

/**
 * Whether there is a process of this number on the machine. Nothing is sent to it but the question; one of somebody else's
 * must not be asked, and so it runs.
 */
export function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (failure) {
    return !(failure instanceof Error && 'code' in failure && failure.code === 'ESRCH');
  }
}
