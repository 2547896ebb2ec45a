import type { Secret } from '../../config/secrets/secret.js';
import { DeliveryFailure } from '../deliveryFailure.js';

/** How files are closed on their way; runs stay as they are. */
export interface Encryption {
  /** Workbooks get it themselves, so that Excel asks for it; other files only inside an AES zip. */
  readonly password: Secret | undefined;
  /** What becomes of files that are no workbooks. */
  readonly others: 'zip' | 'refuse';
  /** An OpenPGP public key (armored); files then end in `.pgp`. */
  readonly publicKey: string | undefined;
}

export interface SealedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The file as it travels. @throws DeliveryFailure where it cannot be closed: it is never sent open instead */
export async function sealed(file: SealedFile, encryption: Encryption): Promise<SealedFile> {
  const closed =
    encryption.password === undefined
      ? file
      : await withPassword(file, encryption.password.reveal(), encryption.others);
  return encryption.publicKey === undefined ? closed : withPublicKey(closed, encryption.publicKey);
}

async function withPassword(
  file: SealedFile,
  password: string,
  others: Encryption['others'],
): Promise<SealedFile> {
  if (/\.xlsx$/i.test(file.name)) {
    const { default: officeCrypto } = await import('officecrypto-tool');
    return { name: file.name, content: officeCrypto.encrypt(Buffer.from(file.content), { password }) };
  }
  if (others === 'zip') return { name: `${file.name}.zip`, content: await aesZip(file, password) };
  throw new DeliveryFailure(
    'failed',
    `${file.name} is no workbook, and so takes no password.`,
    'Add "zip: true" to "encrypt" of the delivery (Windows needs 7-Zip or the like to open it), or deliver a workbook.',
  );
}

/** AES-256, as 7-Zip and WinZip open it; Windows' own unpacker does not. */
async function aesZip({ name, content }: SealedFile, password: string): Promise<Uint8Array> {
  const { BlobWriter, Uint8ArrayReader, ZipWriter } = await import('@zip.js/zip.js');
  const writer = new ZipWriter(new BlobWriter('application/zip'), {
    password,
    encryptionStrength: 3,
    useWebWorkers: false,
  });
  await writer.add(name, new Uint8ArrayReader(content));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

/** The parts of openpgp that are used; it is installed by who needs it. */
interface OpenPgp {
  readonly readKey: (options: { armoredKey: string }) => Promise<unknown>;
  readonly createMessage: (options: { binary: Uint8Array; filename: string }) => Promise<unknown>;
  readonly encrypt: (options: {
    message: unknown;
    encryptionKeys: unknown;
    format: 'binary';
  }) => Promise<Uint8Array>;
}

async function withPublicKey({ name, content }: SealedFile, armoredKey: string): Promise<SealedFile> {
  const pgp = await openPgp();
  try {
    const encryptionKeys = await pgp.readKey({ armoredKey });
    const message = await pgp.createMessage({ binary: content, filename: name });
    return { name: `${name}.pgp`, content: await pgp.encrypt({ message, encryptionKeys, format: 'binary' }) };
  } catch (cause) {
    throw new DeliveryFailure(
      'failed',
      'The file cannot be encrypted with the public key.',
      'Check the key file under "encrypt.publicKey" of the delivery: an armored OpenPGP public key that has not expired.',
      cause,
    );
  }
}

async function openPgp(): Promise<OpenPgp> {
  const name: string = 'openpgp';
  try {
    return (await import(name)) as OpenPgp;
  } catch (cause) {
    throw new DeliveryFailure(
      'failed',
      'Encrypting with a public key needs the package openpgp, which is not installed.',
      'Run "npm install openpgp@6" where paytally is installed.',
      cause,
    );
  }
}
