import { once } from 'node:events';
import { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { PaytallyError } from '../errors.js';

/** A server that listens, at its address without a slash at the end. */
export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** Serves an app on 127.0.0.1. @throws PaytallyError USAGE where the port cannot be had */
export async function listenOnLoopback(fetch: Fetch, port: number): Promise<Listening> {
  // The globals stay as they are: this process may be somebody else's program.
  const server = createAdaptorServer({
    // Plain HTTP/1.1, so these are the bindings of node:http.
    fetch: (request, env) => fetch(request, env as HttpBindings),
    overrideGlobalObjects: false,
  });
  if (!(server instanceof Server)) throw new TypeError('expected an HTTP/1.1 server');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: Error) => {
    throw new PaytallyError('USAGE', `Cannot listen on port ${port}: ${cause.message}`, {
      record: String(port),
      remedy: 'Choose another port, or 0 for a free one.',
      cause,
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('expected a TCP address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
