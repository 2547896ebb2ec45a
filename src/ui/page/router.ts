/* Addresses of the window, such as `#/month/bakery/2026-10`. Going back uses the browser's history. */
import { useEffect, useState } from './preact.js';

/** The name of the page and its parameters. */
export interface Route {
  readonly name: string;
  readonly words: readonly string[];
}

function currentRoute(): Route {
  const [name = '', ...words] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  return { name: name === '' ? 'board' : name, words };
}

/** The link to a page. */
export function linkTo(name: string, ...words: readonly string[]): string {
  return `#/${[name, ...words].map(encodeURIComponent).join('/')}`;
}

export function goTo(name: string, ...words: readonly string[]): void {
  location.hash = linkTo(name, ...words);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const change = () => setRoute(currentRoute());
    window.addEventListener('hashchange', change);
    return () => window.removeEventListener('hashchange', change);
  }, []);
  return route;
}
