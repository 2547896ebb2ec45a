import pLimit from 'p-limit';
import type { Scope } from '../auth/scopes.js';
import { TokenSource } from '../auth/tokenSource.js';
import { parseBaseUrl } from '../transport/baseUrl.js';
import type { Session } from '../transport/session.js';
import { DataClient } from './dataClient.js';
import type { EmployerAccess } from './readEmployerOptions.js';
import type { ListReading } from './readList.js';
import { MemorySink } from './recordSink.js';

/** What it takes to read a list that needs this scope and no other. */
export function listReading(
  session: Session,
  access: EmployerAccess,
  scope: Scope,
  read: 'once' | 'twice',
): ListReading {
  const { employerId, employerKey, credentials } = access;
  const service = parseBaseUrl(access.baseUrl);
  const tokens = new TokenSource(session, { service, credentials, employerKey }, [scope], [scope]);
  return {
    client: new DataClient(session, tokens, { service, employerId, employerKey }),
    observer: session.observer,
    requests: () => session.counts.dataRequests,
    inStream: pLimit(1),
    read,
    sink: new MemorySink(),
  };
}
