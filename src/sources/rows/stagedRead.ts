import type { ListCollector } from '../records/listCollector.js';
import { spanOfWindows } from '../records/readWindows.js';
import type { SourceLists, SourceRead, SourceRequest } from '../source.js';
import { stageLists } from './stageRecords.js';

interface StagedLists extends Omit<SourceLists, 'invalid'> {
  /** The lists with days, staged in as many passes as the request wants. */
  readonly dated: readonly ListCollector<unknown>[];
  readonly hasPlanning: boolean;
  readonly hasReviews: boolean;
  readonly pairsShifts?: boolean | undefined;
  /** @default 0, for a source that sends no requests */
  readonly dataRequests?: number;
  readonly extent?: SourceRead['extent'];
  readonly onlyOwner?: SourceRead['onlyOwner'];
  readonly notices: NonNullable<SourceRead['notices']>;
}

/** Stages the lists without days beside those with days, and says what was read: the answer of a source of rows. */
export function stagedRead(
  { staging, windows, counted = spanOfWindows(windows) }: SourceRequest,
  { dated, dataRequests = 0, ...lists }: StagedLists,
): SourceRead {
  const staged = [...stageLists(staging, lists), ...dated];
  return {
    ...lists,
    invalid: dated.flatMap((list) => list.invalid()),
    window: spanOfWindows(windows),
    unavailable: [],
    changedWhileReading: [...new Set(dated.flatMap((list) => list.changedIds(counted)))],
    digests: Object.fromEntries(staged.map((list) => [list.shape.list, list.digest()])),
    counts: { dataRequests },
  };
}
