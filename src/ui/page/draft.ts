/*
 * What was typed and is not saved yet. It survives other pages, reloading and another language, until it is saved or
 * discarded, or the tab is closed.
 */

import { useLayoutEffect } from './preact.js';

const PREFIX = 'paytally-draft ';
/** What is never kept outside of the page. */
const SECRETS = ['secret', 'password'];

export function readDraft<Value>(key: string): Value | undefined {
  const text = sessionStorage.getItem(PREFIX + key);
  return text === null ? undefined : (JSON.parse(text) as Value);
}

/** @param value an empty one is forgotten */
export function keepDraft(key: string, value: object): void {
  const kept = Object.entries(value).filter(([name]) => !SECRETS.includes(name));
  if (kept.length === 0) sessionStorage.removeItem(PREFIX + key);
  else sessionStorage.setItem(PREFIX + key, JSON.stringify(Object.fromEntries(kept)));
}

/** Keeps what was typed as soon as it is shown, so that it is there even if the page is reloaded at once. */
export function useKeptDraft(key: string | undefined, value: object): void {
  useLayoutEffect(() => {
    if (key !== undefined) keepDraft(key, value);
  }, [key, JSON.stringify(value)]);
}

/** Whether a form whose key begins so has something that is not saved. */
export function hasDraft(start: string): boolean {
  return Object.keys(sessionStorage).some((name) => name.startsWith(PREFIX + start));
}
