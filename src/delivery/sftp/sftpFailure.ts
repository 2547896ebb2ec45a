import { excerpt } from '../../runtime/outsideText.js';
import { DeliveryFailure, UnansweredDelivery } from '../deliveryFailure.js';
import { runCommand, type SftpEnd } from './runSftp.js';
import type { KeyTarget } from './sftpTarget.js';

const LONGEST_ANSWER = 200;
const SCAN = { timeoutMs: 15_000 };

/** What `sftp` said, in words, and what to do. An unknown server's fingerprint is told, never accepted. */
export async function sftpFailure(end: SftpEnd, target: KeyTarget): Promise<DeliveryFailure> {
  const server = `${target.host}:${target.port}`;
  const failed = (message: string, remedy: string) => new DeliveryFailure('failed', message, remedy);
  if (end.isMissing)
    return failed(
      'This machine has no program "sftp".',
      'Install the OpenSSH client (Windows: an optional feature).',
    );
  if (end.status === undefined)
    return new UnansweredDelivery(
      'failed',
      `${server} did not answer in time.`,
      'Check the network, then "paytally send RUN".',
    );
  const said = end.stderr;
  if (/REMOTE HOST IDENTIFICATION HAS CHANGED/.test(said))
    return failed(
      `The key of ${server} is another one than known_hosts holds; nothing was sent.${await shownKeys(target)}`,
      'Ask the operator of the server whether the key was renewed. Only then correct the line in known_hosts.',
    );
  if (/Host key verification failed|No .* host key is known/i.test(said))
    return failed(
      `The server ${server} is not in known_hosts; nothing was sent.${await shownKeys(target)}`,
      `Compare the fingerprint with what the operator says, then add the server: ssh-keyscan -p ${target.port} ${target.host} >> known_hosts`,
    );
  if (/Permission denied \(/.test(said))
    return failed(
      `${server} does not take the key of ${target.user}.`,
      'Have the public key added on the server, or correct "user" and "key".',
    );
  if (/Identity file .* not accessible|bad permissions|UNPROTECTED PRIVATE KEY/i.test(said))
    return failed(
      `The key file ${target.key} cannot be used.`,
      'Check its path; nobody but you may read it (mode 0600).',
    );
  const last = excerpt(said.trim().split('\n').slice(-2).join('; '), LONGEST_ANSWER);
  return failed(
    `${server}: ${last === '' ? 'the connection was lost' : last}.`,
    'Check the folder, its rights and the free space on the server; "paytally send RUN" tries again.',
  );
}

/** Fingerprints as the server shows them now; they prove nothing, and serve for comparing alone. */
async function shownKeys({ host, port }: KeyTarget): Promise<string> {
  const scan = await runCommand('ssh-keyscan', ['-T', '5', '-p', String(port), host], '', SCAN);
  if (scan.stdout.trim() === '') return '';
  const listed = await runCommand('ssh-keygen', ['-l', '-f', '-'], scan.stdout, SCAN);
  const keys = [...listed.stdout.matchAll(/^\d+ (\S+) .*\((\S+)\)$/gm)].map(
    ([, print, kind]) => `${kind} ${print}`,
  );
  return keys.length === 0 ? '' : ` It shows ${keys.join(', ')}.`;
}
