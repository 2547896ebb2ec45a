import { ProcessEntry } from './leases.js';
import { Server } from './server.js';
import { prepareServer } from './sharedSchema.js';

/** A prepared database, and this process in it. */
export interface ServerUse {
  readonly server: Server;
  readonly entry: ProcessEntry;
}

interface Open {
  readonly use: Promise<ServerUse>;
  users: number;
}

/** The connections of this process, by address; closed with their last user, so that programs can exit. */
const open = new Map<string, Open>();

export async function useServer<Result>(
  url: string,
  work: (use: ServerUse) => Promise<Result>,
): Promise<Result> {
  const { use, release } = await acquireServer(url);
  try {
    return await work(use);
  } finally {
    await release();
  }
}

/** The same, until the caller releases it. */
export async function acquireServer(
  url: string,
): Promise<{ readonly use: ServerUse; readonly release: () => Promise<void> }> {
  const one = open.get(url) ?? { use: openServer(url), users: 0 };
  open.set(url, one);
  one.users += 1;
  const release = async (): Promise<void> => {
    one.users -= 1;
    if (one.users > 0) return;
    open.delete(url);
    const use = await one.use.catch(() => undefined);
    await use?.entry.end();
    await use?.server.close();
  };
  try {
    return { use: await one.use, release };
  } catch (failure) {
    await release();
    throw failure;
  }
}

async function openServer(url: string): Promise<ServerUse> {
  const server = await Server.open(url);
  try {
    await prepareServer(server);
    return { server, entry: new ProcessEntry(server) };
  } catch (failure) {
    await server.close();
    throw failure;
  }
}
