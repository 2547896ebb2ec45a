/* Short names for the command line and the configuration, made of what people type. */

/** What a short name may be: one that was typed so stays as it is. */
const SHORT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** `Bakery Van den Broeck` → `bakery-van-den-broeck`. */
export function shortName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
}

/** The name itself if it can be one. */
export function asShortName(name: string): string {
  return SHORT_NAME.test(name) ? name : shortName(name);
}
