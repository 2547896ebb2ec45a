/** A file on its way to its place. */
export interface FileMove {
  readonly path: string;
  /** The new file, complete, beside its place. */
  readonly temporary: string;
  /** A second name for what stands in the place now; undefined where nothing does. */
  readonly backup: string | undefined;
  /** Of the new file. */
  readonly sha256: string;
}

/**
 * Files and folders that must not outlive this process. Their names come from `temporaryName`; if the process dies, the
 * next start of any command takes them away.
 */
export interface TemporaryFiles {
  /** To be called before they are made. */
  willLeave(paths: readonly string[]): void;
  /** They are gone, or stand in their places. */
  areGone(paths: readonly string[]): void;
}

/**
 * What runs are about to do with files. A run is official once it is recorded: then its entry is gone. The next start
 * takes back the moves of a process that died before, so that all files of a run are there or none, and takes away
 * what the process would have taken away itself.
 */
export interface Journal extends TemporaryFiles {
  /** Before the first move. Recording the run ends it. */
  begin(runId: string, moves: readonly FileMove[]): void;
  /** The moves were taken back, or count without a record. */
  giveUp(runId: string): void;
  /** What dead processes left and could not be taken away. */
  leftovers(): readonly string[];
}
