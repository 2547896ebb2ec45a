import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly content: Buffer;
  readonly secure: boolean;
  readonly user: string | undefined;
}

export interface MailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Connections made so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** What the server does instead of accepting a mail. */
export type Misbehaviour =
  | 'takes'
  | 'delays'
  | 'refuses-recipient'
  | 'greylists'
  | 'hangs-up-at-once'
  | 'hangs-up-on-recipient'
  | 'hangs-up-after-data'
  | 'keeps-silent-after-data'
  | 'refuses-content'
  | 'has-no-room';

function answer(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** A real mail server on loopback that can be as difficult as real servers are. */
export async function startMailServer(
  behaviour: Misbehaviour | ((recipient: string) => Misbehaviour) = 'takes',
  options: SMTPServerOptions = {},
  wantedPort = 0,
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const DELAY_MS = 700;
  const of = (recipient: string) => (typeof behaviour === 'function' ? behaviour(recipient) : behaviour);
  const hangUp = () => {
    for (const connection of server.connections as Set<{ _socket: { destroy: () => void } }>)
      connection._socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      if (behaviour === 'hangs-up-at-once') hangUp();
      else done();
    },
    onRcptTo: ({ address }, _session, done) => {
      if (of(address) === 'delays') return setTimeout(done, DELAY_MS);
      if (of(address) === 'refuses-recipient') return done(answer(550, 'No such user here'));
      if (of(address) === 'greylists') return done(answer(451, 'Greylisted, come back later'));
      if (of(address) === 'has-no-room') return done(answer(452, 'Mailbox full'));
      if (of(address) === 'hangs-up-on-recipient') return hangUp();
      return done();
    },
    onData: (stream, session, done) => {
      buffer(stream).then((content) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const { mailFrom } = session.envelope;
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          recipients,
          content,
          secure: session.secure,
          user: session.user,
        };
        switch (of(recipients[0] ?? '')) {
          case 'hangs-up-after-data':
            mails.push(mail);
            return hangUp();
          case 'keeps-silent-after-data':
            mails.push(mail);
            return;
          case 'delays':
            mails.push(mail);
            return setTimeout(done, DELAY_MS);
          case 'refuses-content':
            return done(answer(554, 'Looks like spam'));
          default:
            mails.push(mail);
            return done();
        }
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    connections: () => connections,
    close: async () => {
      hangUp();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}
