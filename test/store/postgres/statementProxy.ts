import { connect, createServer, type Socket } from 'node:net';

/**
 * What happens to a statement in transit: it passes; never arrives; arrives in part; is carried out while the connection
 * breaks; or is carried out and its answer does not arrive.
 */
export type Fate = 'passes' | 'lost' | 'partial' | 'unheard' | 'answer-lost';

export interface StatementProxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  readonly stop: () => void;
}

/** A message to PostgreSQL: its type (empty for the first one of a connection) and all of its bytes. */
interface Frame {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Collects the messages of one connection from its data. */
class Frames {
  #rest = Buffer.alloc(0);
  #isStarted = false;

  *add(data: Buffer): Iterable<Frame> {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const before = this.#isStarted ? 1 : 0;
      if (this.#rest.length < before + 4) return;
      const length = before + this.#rest.readUInt32BE(before);
      if (this.#rest.length < length) return;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      yield { type: before === 1 ? bytes.toString('latin1', 0, 1) : '', bytes };
      this.#isStarted = true;
    }
  }
}

/** The text of the statement that a message carries; named statements are sent once for each connection. */
function statementText(frame: Frame, named: Map<string, string>): string | undefined {
  const [first = '', second = ''] = frame.bytes.toString('utf8', 5).split('\0');
  if (frame.type === 'Q') return first;
  if (frame.type === 'P') {
    named.set(first, second);
    return second;
  }
  // A message of values comes right after the text of an unnamed statement.
  return frame.type === 'B' && second !== '' ? named.get(second) : undefined;
}

/**
 * Runs between a program and a database, and breaks the connection at chosen statements.
 * @param fateOf of each statement
 * @param onBreak before the connection breaks
 */
export async function startStatementProxy(
  databaseUrl: string,
  fateOf: (text: string) => Fate,
  onBreak: () => void = () => undefined,
): Promise<StatementProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    joinConnection(client, upstream, fateOf, onBreak);
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
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function joinConnection(
  client: Socket,
  upstream: Socket,
  fateOf: (text: string) => Fate,
  onBreak: () => void,
): void {
  const frames = new Frames();
  const named = new Map<string, string>();
  let fate: Fate = 'passes';
  const end = () => {
    client.destroy();
    // What was written still arrives.
    upstream.destroySoon();
  };
  const breakOff = (last: Buffer) => {
    onBreak();
    if (last.length > 0) upstream.write(last);
    end();
  };
  for (const socket of [client, upstream]) {
    socket.on('error', end);
    socket.on('close', end);
  }
  client.on('data', (data) => {
    for (const frame of frames.add(data)) {
      if (client.destroyed) return;
      const text = statementText(frame, named);
      if (text !== undefined && fate === 'passes') fate = fateOf(text);
      if (fate === 'lost') return breakOff(Buffer.alloc(0));
      if (fate === 'partial') return breakOff(frame.bytes.subarray(0, Math.ceil(frame.bytes.length / 2)));
      // The last message of a statement.
      if (fate === 'unheard' && 'QS'.includes(frame.type)) return breakOff(frame.bytes);
      upstream.write(frame.bytes);
    }
  });
  upstream.on('data', (data) => {
    if (fate === 'answer-lost') breakOff(Buffer.alloc(0));
    else client.write(data);
  });
}

/**
 * The same for each COMMIT by its number, from 1.
 */
export async function startCommitProxy(
  databaseUrl: string,
  fateOf: (commit: number) => Fate,
  onBreak?: () => void,
): Promise<StatementProxy & { readonly commits: () => number }> {
  let commits = 0;
  const proxy = await startStatementProxy(
    databaseUrl,
    (text) => {
      if (text !== 'COMMIT') return 'passes';
      commits += 1;
      return fateOf(commits);
    },
    onBreak,
  );
  return { ...proxy, commits: () => commits };
}
