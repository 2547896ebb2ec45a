import type { Period } from '../domain/period/period.js';
import type { JsonObject } from './jsonObject.js';

export type LinkKind = 'final' | 'correction' | 'purge';

/** What one person has in a run: lines, mapping, digests of the stored records. Goes when the person is purged. */
export interface PersonContent {
  readonly person: string;
  readonly content: JsonObject;
}

/** What a run adds to its employer's chain. */
export interface NewLink {
  readonly kind: LinkKind;
  /** Nothing about single persons stands here: it can never be taken away. */
  readonly facts: JsonObject;
  readonly people: readonly PersonContent[];
  /** Paths, as the store keeps them, of files that are to hold the newest digest outside the store, from this link on. */
  readonly chainFiles?: readonly string[];
  /** A store that is older than they say: what it does not know, and why it goes on. */
  readonly lost?: { readonly digests: readonly string[]; readonly reason: string };
  /** Looks at the chain in the moment of recording, under the lock; what it throws undoes the run. */
  readonly check?: (links: readonly LedgerLink[]) => void;
}

export interface LinkHeader {
  readonly runId: string;
  readonly employerKey: string;
  readonly employerId: string;
  readonly period: Period;
  readonly startedAt: Date;
}

/** A link of an employer's chain. */
export interface LedgerLink extends LinkHeader {
  /** From 0. */
  readonly position: number;
  readonly kind: LinkKind;
  /** Of the link before it; null for an employer's first. */
  readonly previousDigest: string | null;
  /** SHA-256 of `body`, lower-case hexadecimal. */
  readonly digest: string;
  /** The text that the digest covers: everything here, and the digest before. */
  readonly body: string;
  /** Salted digests of what persons have, sorted, so that their order says nothing. */
  readonly people: readonly string[];
  readonly facts: JsonObject;
  /** Paths, as the store keeps them. */
  readonly chainFiles: readonly string[];
  /** Digests that a lost store had and this one has not. */
  readonly lost: readonly string[];
  /** Digests of what is stored of runs from this link on, by their ids. */
  readonly seals: Readonly<Record<string, string>>;
}

/** What a person has in a run; undefined content once it was purged. */
export interface StoredPerson {
  readonly person: string;
  readonly digest: string;
  readonly content: JsonObject | undefined;
  /** Whether content and salt give the digest; true for a purged person. */
  readonly isSound: boolean;
}
