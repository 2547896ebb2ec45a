import { afterEach } from 'vitest';
import type { Store } from '../../../src/store/store.js';

/** One store, empty at first, as the commands of a test open it one after the other. */
export interface StoreCase {
  open(mode: 'write' | 'read', now: () => Date): Promise<Store>;
  /** Ends a command: its data is available to the next one. */
  close(store: Store): Promise<void>;
  /** Runs a statement as another program would. Names are in double quotes. @throws if it is refused */
  execute(sql: string): Promise<void>;
  /** The schema version that the store claims to have from now on. */
  setSchemaVersion(change: (current: number) => number): Promise<void>;
  /** Everything stored, to detect changes. */
  fingerprint(): Promise<string>;
}

export type NewCase = () => Promise<StoreCase>;

export const NOW = new Date('2026-11-02T08:00:00Z');

/** Opens stores of new cases, and closes those that a test leaves open. Call it within `describe`. */
export function openedCases(fresh: NewCase) {
  const opened: { readonly on: StoreCase; readonly store: Store }[] = [];
  const close = async (store: Store): Promise<void> => {
    const at = opened.findIndex((each) => each.store === store);
    const [one] = opened.splice(at, 1);
    await one?.on.close(store);
  };
  const open = async (
    on: StoreCase,
    mode: 'write' | 'read' = 'write',
    now: () => Date = () => NOW,
  ): Promise<Store> => {
    const store = await on.open(mode, now);
    opened.push({ on, store });
    return store;
  };
  afterEach(async () => {
    for (const { store } of [...opened]) await close(store);
  });
  return { open, close, openFresh: async (now?: () => Date) => open(await fresh(), 'write', now) };
}
