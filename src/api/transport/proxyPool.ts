import { type Dispatcher, Pool } from 'undici';
import { HttpFailure } from './effects.js';

/** What undici itself takes for a connection that was lost, to be made again at once. */
const LOST = 'UND_ERR_SOCKET';

/**
 * The connections to a proxy, for undici's `clientFactory`. Where a proxy hangs up instead of answering, undici would
 * ask it again without a pause and without an end: thousands of times a second, and the request never fails.
 */
export function proxyPool(answerTimeoutMs: number): (origin: URL, options: object) => Pool {
  return (origin, options) => {
    const pool = new Pool(origin, { ...options, headersTimeout: answerTimeoutMs });
    const connect: typeof pool.connect = pool.connect.bind(pool);
    const tunnel = async (request: Dispatcher.ConnectOptions) => {
      try {
        return await connect(request);
      } catch (error) {
        const isLost = error instanceof Error && 'code' in error && error.code === LOST;
        throw isLost ? new HttpFailure('proxy', 'it hung up', error) : error;
      }
    };
    return Object.assign(pool, { connect: tunnel });
  };
}
