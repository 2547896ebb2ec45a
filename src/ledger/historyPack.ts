import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Reader } from '@zip.js/zip.js';
import type { Period } from '../domain/period/period.js';
import { pauseForInterrupt, runInterruptible } from '../runtime/interruption.js';
import { hasCode } from '../runtime/notWritten.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import type { Store } from '../store/store.js';
import { overlaps } from './finals.js';
import { filesIn } from './history.js';

/** The same runs give the same archive. */
const FIXED_DATE = new Date(Date.UTC(1980, 0, 1));

/**
 * What an auditor gets of some days: the files of all runs that count, their links, what persons have in them, and a
 * guide in plain text.
 */
export async function historyPack(
  store: Store,
  employerId: string,
  period: Period,
  signal: AbortSignal,
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
  await addText('README.txt', guide(wanted, period));
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
    for (const { path } of filesIn(facts, store.paths)) {
      const bytes = await contentOf(path);
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

/** undefined where the file is not there, or may not be read: the link has its digest all the same. */
async function contentOf(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (failure) {
    if (hasCode(failure)) return undefined;
    throw failure;
  }
}

function guide(links: readonly LedgerLink[], { from, to }: Period): string {
  const runs = links.map(
    ({ runId, kind, period, startedAt, digest }) =>
      `${runId}: ${kind}, ${period.from} to ${period.to}, ${startedAt.toISOString()}, digest ${digest}`,
  );
  return [
    `What was exported for the days from ${from} to ${to}.`,
    '',
    ...runs,
    '',
    'A folder for each run:',
    '  link.json       what was recorded; its SHA-256 is the digest above, and it names the digest before it',
    '  people.json     what each person has in the run: mapping, lines, what was settled outside',
    '  records.ndjson  the records of the service that it was computed from, one a line',
    '  files           the files as they were written; their SHA-256 stands in link.json',
    '',
    'chain.txt has the digests of all runs of the employer in their order.',
    'To check a file: sha256sum FILE, and compare with "sha256" in link.json.',
    '',
  ].join('\n');
}
