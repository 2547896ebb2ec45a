import { connect, createServer, type Socket } from 'node:net';

/** What happens to a COMMIT in transit: it passes, never arrives, or arrives but its answer does not. */
export type CommitFate = 'passes' | 'lost' | 'answer-lost';

export interface CommitProxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  readonly commits: () => number;
  readonly stop: () => void;
}

/** A query of PostgreSQL's simple protocol: `Q`, its length, the text, a zero. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

/**
 * Runs between a program and a database, and breaks the connection exactly at one COMMIT.
 * @param fateOf of each COMMIT by its number, from 1
 * @param onBreak before the connection breaks
 */
export async function startCommitProxy(
  databaseUrl: string,
  fateOf: (commit: number) => CommitFate,
  onBreak: () => void = () => undefined,
): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let commits = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isAnswerLost = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const breakOff = () => {
      onBreak();
      end();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (data) => {
      if (!data.includes(COMMIT)) return void upstream.write(data);
      commits += 1;
      const fate = fateOf(commits);
      if (fate === 'lost') return breakOff();
      isAnswerLost = fate === 'answer-lost';
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isAnswerLost) breakOff();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const own = new URL(databaseUrl);
  own.port = String(address.port);
  return {
    url: own.href,
    commits: () => commits,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
