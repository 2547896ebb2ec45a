import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import fsp, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Connection } from '../../src/store/connection.js';

/** The number of the disk operation at which a process ends, counted from 1. */
export interface Death {
  readonly effect: number;
  readonly when: 'before' | 'after';
}

export type Ended<Result> =
  | { readonly isKilled: true }
  | { readonly isKilled: false; readonly result: Result };

/**
 * Runs work as a separate process would: it can be killed at any of its disk operations. From then on, none of its
 * operations reach the disk, and it cleans nothing up; its database connections are closed externally, which rolls back
 * open transactions and releases locks, as the system does for a process that has ended.
 */
export async function asProcess<Result>(
  work: () => Promise<Result>,
  death: Death | undefined,
): Promise<Ended<Result> & { readonly effects: number }> {
  await hookOnce();
  const life = new Life(death);
  const killed = new Promise<{ isKilled: true }>((resolve) => {
    life.onDeath = () => resolve({ isKilled: true });
  });
  const alive = processes.run(life, work).then(
    (result) => (life.isDead ? forever() : { isKilled: false as const, result }),
    (failure) => (life.isDead ? forever() : Promise.reject(failure)),
  );
  const ended = await Promise.race([killed, alive]);
  await life.end();
  return { ...ended, effects: life.effects };
}

/** What an ended process waits for. */
const forever = (): Promise<never> => new Promise(() => undefined);

class Killed extends Error {}

class Life {
  isDead = false;
  effects = 0;
  onDeath = (): void => undefined;
  readonly #death: Death | undefined;
  readonly #connections = new Set<Connection>();
  readonly #handles = new Set<FileHandle>();

  constructor(death: Death | undefined) {
    this.#death = death;
  }

  owns(connection: Connection): void {
    this.#connections.add(connection);
  }

  async opens(file: Promise<FileHandle>): Promise<FileHandle> {
    const handle = await file;
    this.#handles.add(handle);
    return handle;
  }

  /** The system closes what a process had open. */
  async end(): Promise<void> {
    for (const connection of this.#connections) letGo(connection);
    for (const handle of this.#handles) if (handle.fd >= 0) await handle.close();
  }

  /** Carries out an operation, unless it is the last one or comes after it. @throws Killed */
  carryOut<Result>(effect: () => Result): Result {
    const isLast = this.#count();
    if (isLast && this.#death?.when === 'before') this.#die();
    const result = effect();
    if (isLast) this.#die();
    return result;
  }

  /** The same for an operation that takes time; if the process has ended, it never completes. */
  async carryOutLater<Result>(effect: () => Promise<Result>): Promise<Result> {
    try {
      const isLast = this.#count();
      if (isLast && this.#death?.when === 'before') this.#die();
      const result = await effect();
      if (isLast) this.#die();
      return this.isDead ? forever() : result;
    } catch (failure) {
      return this.isDead ? forever() : Promise.reject(failure);
    }
  }

  #count(): boolean {
    if (this.isDead) throw new Killed();
    this.effects += 1;
    return this.effects === this.#death?.effect;
  }

  #die(): never {
    this.isDead = true;
    this.onDeath();
    throw new Killed();
  }
}

/**
 * The driver keeps a closed database, including its locks, until its statements are garbage-collected; so the locks are
 * released here. A database that is already closed, or has no transaction, throws an error, which is expected.
 */
function letGo(connection: Connection): void {
  for (const sql of ['ROLLBACK', 'PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema']) {
    try {
      connection.exec(sql);
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
    }
  }
  close.call(connection);
}

const close = Connection.prototype.close;
const processes = new AsyncLocalStorage<Life>();

type Method = (this: unknown, ...given: unknown[]) => unknown;
type Methods = Record<string, Method>;

/** Operations that change the disk; reading has no effect either way. */
const LATER = ['open', 'link', 'rename', 'rm', 'unlink', 'mkdir', 'copyFile', 'chmod', 'writeFile', 'utimes'];
const AT_ONCE = [
  ...[
    'openSync',
    'writeSync',
    'fsyncSync',
    'renameSync',
    'rmSync',
    'rmdirSync',
    'unlinkSync',
    'mkdirSync',
    'linkSync',
  ],
  ...['copyFileSync', 'chmodSync', 'writeFileSync', 'appendFileSync', 'utimesSync'],
];
const OF_HANDLES = ['writeFile', 'write', 'appendFile', 'sync', 'datasync', 'chmod', 'truncate'];
/** The operations that begin a transaction or write it to disk. */
const EDGE = /\b(BEGIN|COMMIT)\b/i;

let isHooked = false;

async function hookOnce(): Promise<void> {
  if (isHooked) return;
  isHooked = true;
  const handle = await fsp.open(import.meta.filename, 'r');
  hookLater(Object.getPrototypeOf(handle), OF_HANDLES);
  await handle.close();
  hookLater(fsp as unknown as Methods, LATER);
  hookAtOnce(fs as unknown as Methods, AT_ONCE, (name, [, flags]) => name !== 'openSync' || isWriting(flags));
  syncBuiltinESMExports();
  hookAtOnce(Connection.prototype as unknown as Methods, ['exec', 'run', 'value'], (name, [sql]) => {
    return name === 'exec' && EDGE.test(String(sql));
  });
  takeRowsAtOnce(Connection.prototype);
  Connection.prototype.close = function closed() {
    if (processes.getStore()?.isDead) throw new Killed();
    letGo(this);
  };
}

/** A statement that is halfway through its rows would keep its lock after the end of its process. */
function takeRowsAtOnce(connection: Pick<Connection, 'iterateRows'>): void {
  const real = connection.iterateRows;
  connection.iterateRows = function taken<T>(
    sql: string,
    ...values: Parameters<typeof real>[1][]
  ): Iterable<T> {
    return [
      ...real.call<Connection, [string, ...typeof values], Iterable<T>>(this as Connection, sql, ...values),
    ];
  };
}

function isWriting(flags: unknown): boolean {
  return flags !== undefined && flags !== 'r';
}

function hookLater(methods: Methods, names: readonly string[]): void {
  for (const name of names) {
    const real = methods[name];
    if (real === undefined) continue;
    methods[name] = function hooked(...given) {
      const life = processes.getStore();
      if (life === undefined || (name === 'open' && !isWriting(given[1]))) return real.apply(this, given);
      const effect = async () => real.apply(this, given);
      return life.carryOutLater(name === 'open' ? () => life.opens(effect() as Promise<FileHandle>) : effect);
    };
  }
}

function hookAtOnce(
  methods: Methods,
  names: readonly string[],
  isEffect: (name: string, given: readonly unknown[]) => boolean,
): void {
  for (const name of names) {
    const real = methods[name];
    if (real === undefined) continue;
    methods[name] = function hooked(...given) {
      const life = processes.getStore();
      if (life === undefined) return real.apply(this, given);
      if (this instanceof Connection) life.owns(this);
      if (life.isDead) throw new Killed();
      return isEffect(name, given) ? life.carryOut(() => real.apply(this, given)) : real.apply(this, given);
    };
  }
}
