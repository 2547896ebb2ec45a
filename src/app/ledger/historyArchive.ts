import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Reader } from '@zip.js/zip.js';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { resolveEmployerPeriod } from '../../config/employerPeriod.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { joined, message, type Text } from '../../i18n/message.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { hasCode } from '../../runtime/notWritten.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import { replaceFile } from '../../store/replaceFile.js';
import type { Store } from '../../store/store.js';
import { overlaps } from './finals.js';
import { recordedFiles } from './history.js';

interface ArchiveOrder {
  readonly periodText: string;
  /** For the archives, absolute. */
  readonly folder: string;
  /** The SSH key that signs them, absolute; undefined for no signature. */
  readonly key: string | undefined;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** A file for an auditor or an inspector. */
export interface WrittenArchive {
  readonly path: string;
  readonly signature?: string;
}

/**
 * Writes an archive for each employer with finals of the period.
 * @throws PaytallyError NOTHING_FINAL, OUTPUT_NOT_WRITTEN
 */
export async function writeHistoryArchives(
  store: Store,
  loaded: LoadedConfig,
  employers: readonly string[],
  { periodText, folder, key, nowMs, signal }: ArchiveOrder,
): Promise<readonly (WrittenArchive & { readonly employer: string })[]> {
  const made: (WrittenArchive & { readonly employer: string })[] = [];
  for (const employer of employers) {
    const config = configOf(loaded, employer);
    const period = resolveEmployerPeriod({ periodText, config, nowMs }, []);
    const { employerId } = config.employer;
    if (!store.ledger.links(employerId).some((link) => overlaps(link.period, period))) continue;
    const path = join(folder, `${employer}_${period.label}_history.zip`);
    const content = () => historyPack(store, employerId, { period, language: config.language, signal });
    made.push({ employer, ...(await writeArchive(store, path, content, key)) });
  }
  if (made.length > 0) return made;
  throw new PaytallyError('NOTHING_FINAL', message('commands.nothingFinal', { period: periodText }), {
    record: periodText,
  });
}

/** Writes an archive, and its signature if there is a key. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function writeArchive(
  store: Pick<Store, 'journal'>,
  path: string,
  content: () => Promise<Uint8Array>,
  key: string | undefined,
): Promise<WrittenArchive> {
  // The signature of the archive that is replaced.
  await rm(`${path}.sig`, { force: true });
  await replaceFile(path, await content(), store.journal);
  return key === undefined ? { path } : { path, signature: await signFile(path, key) };
}

/** The same runs give the same archive. */
const FIXED_DATE = new Date(Date.UTC(1980, 0, 1));

/**
 * An auditor's archive of some days: the files of all valid runs, their links, the content of persons, and a guide in
 * plain text.
 */
export async function historyPack(
  store: Store,
  employerId: string,
  { period, language, signal }: { period: Period; language: Language; signal: AbortSignal },
): Promise<Uint8Array> {
  const links = store.ledger.links(employerId);
  const wanted = links.filter((link) => overlaps(link.period, period));
  const { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, lastModDate: FIXED_DATE });
  const add = async (name: string, content: Reader<unknown>): Promise<void> => {
    await pauseForInterrupt(signal);
    await zip.add(name, content, { signal }).catch((failure: unknown) => {
      signal.throwIfAborted();
      throw failure;
    });
  };
  const addText = (name: string, text: string) => add(name, new TextReader(text));
  await addText('README.txt', guide(wanted, period, language));
  await addText('chain.txt', `${links.map(({ runId, digest }) => `${digest} ${runId}`).join('\n')}\n`);
  for (const { runId, body, facts } of wanted) {
    await addText(`${runId}/link.json`, body);
    await addText(
      `${runId}/people.json`,
      runInterruptible(() => peopleText(store, runId)),
    );
    const readId = store.run(runId)?.readId ?? null;
    if (readId !== null)
      await addText(
        `${runId}/records.ndjson`,
        runInterruptible(() => recordsText(store, readId)),
      );
    for (const { path } of recordedFiles(facts, store.paths)) {
      const bytes = await readFileBytes(path);
      if (bytes !== undefined) await add(`${runId}/files/${basename(path)}`, new Uint8ArrayReader(bytes));
    }
  }
  return zip.close();
}

function peopleText(store: Store, runId: string): string {
  const people = store.ledger
    .people(runId)
    .map(({ person, digest, content }) => ({ person, digest, content }));
  return JSON.stringify(people);
}

function recordsText(store: Store, readId: string): string {
  const lines: string[] = [];
  for (const person of [null, ...store.peopleOf(readId)]) {
    for (const { list, relation, json } of store.recordsOf(readId, person)) {
      if (relation === 'own') lines.push(`{"list":${JSON.stringify(list)},"record":${json}}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** undefined if the file is missing or unreadable: the link still has its digest. */
async function readFileBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (failure) {
    if (hasCode(failure)) return undefined;
    throw failure;
  }
}

function guide(links: readonly LedgerLink[], { from, to }: Period, language: Language): string {
  const runs = links.map(({ runId, kind, period, startedAt, digest }) =>
    message('pack.run', {
      runId,
      state: message(`terminal.state.${kind}`),
      from: period.from,
      to: period.to,
      at: startedAt.toISOString(),
      digest,
    }),
  );
  return sayIn(language)('pack.guide', { from, to, runs: joined(runs) });
}

/** The namespace of signatures: a signature for another purpose is invalid (ssh-keygen(1), SSHSIG). */
const SIGNATURE_NAMESPACE = 'paytally';

/**
 * Signs a file with the user's SSH key and the system's `ssh-keygen -Y sign`; anyone with the public key can check it.
 * Remove an older signature first. `ssh-keygen` or an agent requests a passphrase if needed.
 * @param key path of the private key, or of the public key if an agent has the private one
 * @returns the path of the signature, `<path>.sig`
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function signFile(path: string, key: string): Promise<string> {
  const signature = `${path}.sig`;
  const said = await sign(['-Y', 'sign', '-f', key, '-n', SIGNATURE_NAMESPACE, path]);
  if (said === undefined && existsSync(signature)) return signature;
  const reason = said ?? message('ledger.sshKeygenFailed');
  const values = { path, reason, key, namespace: SIGNATURE_NAMESPACE };
  throw new PaytallyError('OUTPUT_NOT_WRITTEN', message('ledger.notSigned', values), { record: signature });
}

/** undefined on success; otherwise the message of ssh-keygen. */
function sign(args: readonly string[]): Promise<Text | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh-keygen', args, { stdio: ['inherit', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said = `${said}${data.toString()}`.slice(-1000);
    });
    child.on('error', (failure) => {
      if (hasCode(failure) && failure.code === 'ENOENT') resolve(message('ledger.noSshKeygen'));
      else reject(failure);
    });
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : said.trim() || message('ledger.sshKeygenFailed')),
    );
  });
}
