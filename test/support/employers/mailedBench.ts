import { type MailServer, startMailServer } from '../servers/mailServer.js';
import { parseMail } from '../servers/parseMail.js';
import { type FolderBench, openFolderBench } from './folderBench.js';

/** An attached file, by recipient. */
export interface MailedFile {
  readonly to: string;
  readonly name: string;
  /** Its lines, without the heading. */
  readonly rows: readonly string[];
}

export interface MailedBench extends Omit<FolderBench, 'close'> {
  /** The files that were mailed since the last call, by recipient. */
  readonly mailed: () => readonly MailedFile[];
  readonly close: () => Promise<void>;
}

/** The employer of `openFolderBench`, with a mail server. */
export async function openMailedBench(
  configuration: string,
  files: Readonly<Record<string, string>> = {},
): Promise<MailedBench> {
  const server = await startMailServer();
  const mail = `mail: { from: a@example.com, owner: owner@example.com, smtp: { host: 127.0.0.1, port: ${server.port}, tls: none } }\n`;
  const bench = openFolderBench(`${mail}${configuration}`, files);
  return {
    ...bench,
    mailed: () => mailedFiles(server),
    close: async () => {
      await server.close();
      bench.close();
    },
  };
}

function mailedFiles({ mails }: MailServer): readonly MailedFile[] {
  const files = mails.splice(0).flatMap(({ recipients: [to = ''], content }) =>
    parseMail(content).attachments.map(({ name, base64 }) => {
      const [, ...rows] = Buffer.from(base64, 'base64').toString('utf8').trimEnd().split('\n');
      return { to, name, rows };
    }),
  );
  return files.sort((a, b) => (a.to < b.to ? -1 : 1));
}
