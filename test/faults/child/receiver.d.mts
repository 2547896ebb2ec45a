export declare function receive(
  mode: 'keeps' | 'empties' | 'greedy',
  inboxes: readonly string[],
  fetched: string,
): void;
