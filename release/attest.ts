import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Checksums in the format of `sha256sum`. */
const SUMS = 'SHA256SUMS';
/** The provenance of the files: an in-toto statement in a signed DSSE envelope. */
const STATEMENT = 'paytally.intoto.jsonl';
const SUMS_SIGNATURE = `${SUMS}.sig`;
const OWN = [SUMS, SUMS_SIGNATURE, STATEMENT];
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** The sources of a build. */
export interface BuiltFrom {
  readonly version: string;
  /** The repository of the sources. */
  readonly repository: string;
  /** The commit, in hexadecimal. */
  readonly commit: string;
}

interface Envelope {
  readonly payloadType: string;
  /** base64 of the statement. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** Writes checksums and a signed statement about all files of a folder. @param privateKey Ed25519, as PEM */
export function attest(folder: string, from: BuiltFrom, privateKey: string): readonly string[] {
  const key = createPrivateKey(privateKey);
  const subject = subjectsIn(folder);
  const sums = subject.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join('');
  const payload = Buffer.from(JSON.stringify(statement(subject, from)));
  const keyid = keyId(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  const signature = sign(null, preAuthentication(payload), key).toString('base64');
  const envelope: Envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid, sig: signature }],
  };
  writeFileSync(join(folder, SUMS), sums);
  writeFileSync(join(folder, SUMS_SIGNATURE), sign(null, Buffer.from(sums), key));
  writeFileSync(join(folder, STATEMENT), `${JSON.stringify(envelope)}\n`);
  return subject.map(({ name }) => name);
}

/** The problems of the files in a folder; empty if all are as signed. @param publicKey as PEM */
export function attestationProblems(folder: string, publicKey: string): readonly string[] {
  const key = createPublicKey(publicKey);
  const sums = readFileSync(join(folder, SUMS));
  const envelope: Envelope = JSON.parse(readFileSync(join(folder, STATEMENT), 'utf8'));
  const payload = Buffer.from(envelope.payload, 'base64');
  const isSigned = envelope.signatures.some(({ sig }) =>
    verify(null, preAuthentication(payload), key, Buffer.from(sig, 'base64')),
  );
  if (!isSigned) return [`${STATEMENT}: the signature is not of this key`];
  if (!verify(null, sums, key, readFileSync(join(folder, SUMS_SIGNATURE))))
    return [`${SUMS}: the signature is not of this key`];
  const { subject }: { readonly subject: readonly Subject[] } = JSON.parse(payload.toString('utf8'));
  const found = new Map(subjectsIn(folder).map(({ name, digest }) => [name, digest.sha256]));
  const listed = sums
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ') as [string, string]);
  const differ = (name: string, sha256: string) => found.get(name) !== sha256;
  return [
    ...subject
      .filter(({ name, digest }) => differ(name, digest.sha256))
      .map(({ name }) => `${name}: differs`),
    ...listed
      .filter(([sha256, name]) => differ(name, sha256))
      .map(([, name]) => `${name}: differs from ${SUMS}`),
    ...[...found.keys()]
      .filter((name) => !subject.some((each) => each.name === name))
      .map((name) => `${name}: not signed`),
  ];
}

function subjectsIn(folder: string): readonly Subject[] {
  const names = readdirSync(folder).filter((name) => !OWN.includes(name));
  return names.sort().map((name) => {
    return { name, digest: { sha256: sha256Of(readFileSync(join(folder, name))) } };
  });
}

/** in-toto Statement v1 with SLSA provenance v1. */
function statement(subject: readonly Subject[], { version, repository, commit }: BuiltFrom): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${repository}#RELEASING.md`,
        externalParameters: { version },
        resolvedDependencies: [{ uri: repository, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: `${repository}#release` } },
    },
  };
}

/** The bytes that a DSSE envelope signs. */
function preAuthentication(payload: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);
}

function keyId(der: Buffer): string {
  return sha256Of(der);
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
