import { PaytallyError } from '../errors.js';
import { readChanges, readDataFolder } from './dataFolder.js';
import { type Sandbox, startSandbox } from './startSandbox.js';

interface PracticeOptions {
  /** Of the sample employer, absolute. */
  readonly dataFolder: string;
  /** Changes of its records, absolute; the file may be missing. */
  readonly changesFile: string;
  readonly port: number;
}

/**
 * Starts the service of the sample employer with the changes that a user wrote down.
 * @returns undefined if the port is in use: then a service that started earlier answers
 * @throws PaytallyError SANDBOX_DATA_INVALID for changes that cannot be read
 */
export async function startPractice({
  dataFolder,
  changesFile,
  port,
}: PracticeOptions): Promise<Sandbox | undefined> {
  const data = await readDataFolder(dataFolder);
  const [employer] = data.employers;
  const changes = employer === undefined ? [] : await readChanges(changesFile, employer);
  const sandbox = await startSandbox({ ...data, port }).catch((failure: unknown) => {
    if (isPortInUse(failure)) return undefined;
    throw failure;
  });
  for (const change of changes) sandbox?.edit(employer?.employerId ?? '', change);
  return sandbox;
}

function isPortInUse(failure: unknown): boolean {
  const cause = failure instanceof PaytallyError ? failure.cause : undefined;
  return cause instanceof Error && Reflect.get(cause, 'code') === 'EADDRINUSE';
}
