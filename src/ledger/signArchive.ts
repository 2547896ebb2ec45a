import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PaytallyError } from '../errors.js';
import { hasCode } from '../runtime/notWritten.js';

/** What a signature is for: one for another purpose is none (ssh-keygen(1), SSHSIG). */
export const SIGNATURE_NAMESPACE = 'paytally';

/**
 * Signs a file with the user's own SSH key, by the system's `ssh-keygen -Y sign`; whoever has the public key can check
 * it. An older signature must be gone already. A passphrase is asked for on the terminal, or by an agent.
 * @param key path of the private key, or of the public one whose private key an agent has
 * @returns the path of the signature, `<path>.sig`
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function signFile(path: string, key: string): Promise<string> {
  const signature = `${path}.sig`;
  const said = await sign(['-Y', 'sign', '-f', key, '-n', SIGNATURE_NAMESPACE, path]);
  if (said === undefined && existsSync(signature)) return signature;
  throw new PaytallyError('OUTPUT_NOT_WRITTEN', `${path} was written, but could not be signed: ${said}`, {
    record: signature,
    remedy: `Look whether "ssh-keygen -Y sign -f ${key} -n ${SIGNATURE_NAMESPACE} FILE" works, and run the command again.`,
  });
}

/** undefined where it went well; else what ssh-keygen said. */
function sign(args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh-keygen', args, { stdio: ['inherit', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said = `${said}${data.toString()}`.slice(-1000);
    });
    child.on('error', (failure) => {
      if (hasCode(failure) && failure.code === 'ENOENT') resolve('there is no ssh-keygen on this machine.');
      else reject(failure);
    });
    child.on('close', (code) => resolve(code === 0 ? undefined : said.trim() || 'ssh-keygen failed.'));
  });
}
