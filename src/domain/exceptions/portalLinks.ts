/** Addresses of records in the portal, with `{id}` in place of the record's ID. */
export interface PortalLinks {
  readonly timeEntry?: string | undefined;
  readonly shift?: string | undefined;
  readonly employee?: string | undefined;
}

export type LinkedRecord = keyof PortalLinks;

/** A record's page in the portal. */
export interface RecordLink {
  readonly kind: LinkedRecord;
  readonly url: string;
}

/**
 * The address of a record; undefined if none is configured for its kind. An ID can never change the rest of the
 * address.
 */
export function portalUrl(links: PortalLinks, kind: LinkedRecord, id: string): string | undefined {
  return links[kind]?.replaceAll('{id}', () => encodeURIComponent(id));
}

/** The page of a record. Without an address for its kind, the page of the employee. */
export function recordLink(
  links: PortalLinks,
  record: { readonly kind: LinkedRecord; readonly id: string } | undefined,
  employeeId: string | null,
): RecordLink | undefined {
  const own = record && portalUrl(links, record.kind, record.id);
  if (record !== undefined && own !== undefined) return { kind: record.kind, url: own };
  const url = employeeId === null ? undefined : portalUrl(links, 'employee', employeeId);
  return url === undefined ? undefined : { kind: 'employee', url };
}

/** The problem of a configured address; undefined if it is valid. */
export function linkProblem(pattern: string): 'https' | 'id' | undefined {
  const isAddress = URL.canParse(pattern) && /^https:\/\/[^\s"'<>\\]+$/.test(pattern);
  if (!isAddress) return 'https';
  const { username, password, host } = new URL(pattern);
  if (username !== '' || password !== '') return 'https';
  const inPath = pattern.slice('https://'.length).replace(/^[^/?#]*/, '');
  return inPath.includes('{id}') && !/[{}]|%7b/i.test(host) ? undefined : 'id';
}
