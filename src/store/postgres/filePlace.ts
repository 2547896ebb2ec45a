import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { hasCode, importOptional } from '../../runtime/notWritten.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { TemporaryFiles } from '../claims.js';
import type { Connection } from '../connection.js';
import type { KeptPaths } from '../keptPaths.js';
import { replaceFile } from '../replaceFile.js';
import type { SharedRecord } from '../store.js';

/** Where the files of all runs are kept, for all computers: a folder or an S3-compatible bucket. */
export type FilePlaceSettings =
  | { readonly path: string }
  | {
      readonly s3: {
        readonly endpoint: string;
        readonly bucket: string;
        readonly key: string;
        /** Read from its configured source when it is needed. */
        readonly secret: () => Promise<Secret>;
        readonly region?: string | undefined;
        /** Timeout of an answer. @default a minute */
        readonly timeoutMs?: number;
      };
    };
type BucketSettings = Extract<FilePlaceSettings, { s3: object }>['s3'];

/** Files by run and name. The same file may be stored again; an existing file is never replaced by a different one. */
export interface FilePlace {
  put(runId: string, name: string, content: Uint8Array): Promise<void>;
  /** undefined if there is none. */
  get(runId: string, name: string): Promise<Uint8Array | undefined>;
  drop(runId: string, name: string): Promise<void>;
}

function folderPlace(folder: string, temporaries: TemporaryFiles): FilePlace {
  const pathOf = (runId: string, name: string) => join(folder, 'runs', runId, name);
  return {
    put: (runId, name, content) =>
      withFailures(folder, () => replaceFile(pathOf(runId, name), content, temporaries)),
    get: (runId, name) => withFailures(folder, () => readFile(pathOf(runId, name)).catch(undefinedIfMissing)),
    drop: (runId, name) => withFailures(folder, () => rm(pathOf(runId, name), { force: true })),
  };
}

function undefinedIfMissing(failure: unknown): undefined {
  if (!hasCode(failure) || !['ENOENT', 'ENOTDIR'].includes(failure.code)) throw failure;
}

/** The parts of aws4fetch that are used; users who need it install it. */
interface SigningClient {
  fetch(url: string, init: RequestInit & { readonly body?: Uint8Array }): Promise<Response>;
}

/** A broken connection is retried as often as an answer that requests a retry. */
const ATTEMPTS = 5;
const ANSWER_MS = 60_000;
const RETRY_MS = 100;

export function bucketPlace(settings: BucketSettings): FilePlace {
  const { endpoint, bucket, timeoutMs = ANSWER_MS } = settings;
  const urlOf = (runId: string, name: string) =>
    [endpoint.replace(/\/+$/, ''), bucket, 'runs', runId, name].map(partOfUrl).join('/');
  let client: Promise<SigningClient> | undefined;
  /** The content of the answer; undefined if there is no such file. */
  const ask = (method: string, runId: string, name: string, body?: Uint8Array) =>
    withFailures(bucket, async (): Promise<Uint8Array | undefined> => {
      // Without it, the signature does not cover the content.
      const headers = { 'x-amz-content-sha256': digestOfFile(body ?? new Uint8Array()) };
      for (let attempt = 1; ; attempt += 1) {
        try {
          client ??= openClient(settings);
          const signal = AbortSignal.timeout(timeoutMs);
          const init = { method, headers, signal, ...(body && { body }) };
          const response = await (await client).fetch(urlOf(runId, name), init);
          const content = new Uint8Array(await response.arrayBuffer());
          if (response.ok) return content;
          if (response.status === 404 && method !== 'PUT') return undefined;
          const text = message('server.bucket', { bucket, status: response.status });
          throw new PaytallyError('OUTPUT_NOT_WRITTEN', text, { record: bucket });
        } catch (failure) {
          if (failure instanceof PaytallyError || attempt === ATTEMPTS) throw failure;
          await delay(RETRY_MS * 2 ** attempt);
        }
      }
    });
  return {
    put: async (runId, name, content) => void (await ask('PUT', runId, name, content)),
    get: (runId, name) => ask('GET', runId, name),
    drop: async (runId, name) => void (await ask('DELETE', runId, name)),
  };
}

/** The endpoint comes first, and is a URL already. */
function partOfUrl(part: string, index: number): string {
  return index === 0 ? part : encodeURIComponent(part);
}

/** @throws PaytallyError OUTPUT_NOT_WRITTEN if the package `aws4fetch` is not installed */
async function openClient({ key, secret, region = 'us-east-1' }: BucketSettings): Promise<SigningClient> {
  const name: string = 'aws4fetch';
  const aws = await importOptional<{
    AwsClient: new (options: Readonly<Record<string, unknown>>) => SigningClient;
  }>(
    () => import(name),
    (cause) => new PaytallyError('OUTPUT_NOT_WRITTEN', message('server.noSigner'), { record: name, cause }),
  );
  const secretAccessKey = (await secret()).reveal();
  return new aws.AwsClient({ accessKeyId: key, secretAccessKey, service: 's3', region, retries: ATTEMPTS });
}

async function withFailures<Result>(record: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PaytallyError || !(cause instanceof Error)) throw cause;
    const text = message('server.filesUnreachable', { place: record, detail: cause.message });
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', text, { record, cause });
  }
}

function digestOfFile(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const placementRow = z.object({
  path: z.string(),
  runId: z.string(),
  name: z.string(),
  sha256: z.string(),
  mode: z.number(),
});
type Placement = z.infer<typeof placementRow>;

interface KeptFiles extends Omit<SharedRecord, 'checkIn' | 'arrivedFromOthers'> {
  /** Gives files of a dead process their final names. */
  placeLeft(): Promise<void>;
}

interface KeptFilesOptions {
  readonly settings: FilePlaceSettings;
  readonly paths: KeptPaths;
  readonly employerId: string;
  readonly temporaries: TemporaryFiles;
}

/** The files of an employer's runs: stored for all computers, and written to their final names on this one. */
export function openKeptFiles(
  copy: Connection,
  { settings, paths, employerId, temporaries }: KeptFilesOptions,
): KeptFiles {
  const place = 'path' in settings ? folderPlace(settings.path, temporaries) : bucketPlace(settings.s3);
  const of = (where: string, ...values: readonly string[]): readonly Placement[] =>
    copy.rows(
      placementRow,
      `SELECT path, runId, name, sha256, mode FROM placement WHERE ${where}`,
      ...values,
    );
  /** @returns false if the file is not available or its folder is not writable here: another computer may be able to */
  const put = async ({ path, runId, name, sha256, mode }: Placement): Promise<boolean> => {
    try {
      const content = await place.get(runId, name);
      if (content === undefined || digestOfFile(content) !== sha256) return false;
      await replaceFile(paths.placed(path), content, temporaries, mode);
      return true;
    } catch (failure) {
      if (failure instanceof PaytallyError || hasCode(failure)) return false;
      throw failure;
    }
  };
  const drop = async (files: readonly Placement[]): Promise<void> => {
    for (const { runId, name } of files) await place.drop(runId, name);
  };
  return {
    keepFiles: async (runId, files) => {
      for (const { path, temporary } of files)
        await place.put(runId, basename(path), await readFile(temporary));
      copy.transaction(() => {
        for (const { path, sha256, mode } of files) {
          const row = { path: paths.kept(path), employerId, runId, name: basename(path), sha256, mode };
          copy.insert('placement', { ...row, isPlaced: false }, 'INSERT OR REPLACE');
        }
      });
    },
    forgetFiles: async (runId) => {
      const files = of('runId = ?', runId);
      copy.run('DELETE FROM placement WHERE runId = ?', runId);
      await drop(files);
    },
    markPlaced: (runId) => copy.run('UPDATE placement SET isPlaced = 1 WHERE runId = ?', runId),
    restoreFiles: async (runId) => {
      for (const file of of('runId = ?', runId)) if (!existsSync(paths.placed(file.path))) await put(file);
    },
    dropFiles: (runId) => drop(of('runId = ?', runId)),
    placeLeft: async () => {
      for (const file of of('isPlaced = 0'))
        if (await put(file)) copy.run('UPDATE placement SET isPlaced = 1 WHERE path = ?', file.path);
    },
  };
}
