import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { PaytallyError } from '../../errors.js';
import type { Connection } from '../connection.js';
import type { KeptPaths } from '../keptPaths.js';
import { makeFolder } from '../makeFolder.js';
import type { RunFile, SharedRecord } from '../store.js';
import { digestOfFile, type FilePlace, writeWhole } from './filePlace.js';

const placementRow = z.object({
  path: z.string(),
  runId: z.string(),
  name: z.string(),
  sha256: z.string(),
  mode: z.number(),
});
type Placement = z.infer<typeof placementRow>;

const SELECT = 'SELECT path, runId, name, sha256, mode FROM placement WHERE';

type FileRecord = Omit<SharedRecord, 'checkIn'>;

/** The files of an employer's runs: stored for all computers, and written to their final names on this one. */
export class KeptFiles implements FileRecord {
  readonly #copy: Connection;
  readonly #place: FilePlace;
  readonly #paths: KeptPaths;
  readonly #employerId: string;

  constructor(copy: Connection, place: FilePlace, paths: KeptPaths, employerId: string) {
    this.#copy = copy;
    this.#place = place;
    this.#paths = paths;
    this.#employerId = employerId;
  }

  async keepFiles(runId: string, files: readonly RunFile[]): Promise<void> {
    for (const { path, temporary } of files) {
      await this.#place.put(runId, basename(path), await readFile(temporary));
    }
    this.#copy.transaction(() => {
      for (const { path, sha256, mode } of files)
        this.#copy.run(
          'INSERT OR REPLACE INTO placement VALUES (?, ?, ?, ?, ?, ?, 0)',
          ...[this.#paths.kept(path), this.#employerId, runId, basename(path), sha256, mode],
        );
    });
  }

  async forgetFiles(runId: string): Promise<void> {
    const files = this.#of(runId);
    this.#copy.run('DELETE FROM placement WHERE runId = ?', runId);
    for (const { name } of files) await this.#place.drop(runId, name);
  }

  markPlaced(runId: string): void {
    this.#copy.run('UPDATE placement SET isPlaced = 1 WHERE runId = ?', runId);
  }

  async restoreFiles(runId: string): Promise<void> {
    for (const file of this.#of(runId)) if (!existsSync(this.#paths.placed(file.path))) await this.#put(file);
  }

  async dropFiles(runId: string): Promise<void> {
    for (const { name } of this.#of(runId)) await this.#place.drop(runId, name);
  }

  /** Gives files of a dead process their final names. */
  async placeLeft(): Promise<void> {
    const left = this.#copy.rows(placementRow, `${SELECT} isPlaced = 0`);
    for (const file of left)
      if (await this.#put(file))
        this.#copy.run('UPDATE placement SET isPlaced = 1 WHERE path = ?', file.path);
  }

  #of(runId: string): readonly Placement[] {
    return this.#copy.rows(placementRow, `${SELECT} runId = ?`, runId);
  }

  /** @returns false if the file is not available or its folder is not writable here: another computer may be able to */
  async #put({ path, runId, name, sha256, mode }: Placement): Promise<boolean> {
    try {
      const content = await this.#place.get(runId, name);
      if (content === undefined || digestOfFile(content) !== sha256) return false;
      const placed = this.#paths.placed(path);
      makeFolder(dirname(placed));
      await writeWhole(placed, content, mode);
      return true;
    } catch (failure) {
      if (failure instanceof PaytallyError || (failure instanceof Error && 'code' in failure)) return false;
      throw failure;
    }
  }
}
