/** A comparison: the same work done by paytally and by named alternatives, in one run on one machine. */
export interface Bench {
  readonly title: string;
  /** What is counted, in the plural: `stamps`. */
  readonly unit: string;
  readonly candidates: readonly Candidate[];
  /** Makes what several candidates use, once. They find it by the environment that it returns. */
  readonly share?: (scale: number) => Promise<Readonly<Record<string, string>>>;
}

export interface Candidate {
  readonly name: string;
  /**
   * Gets everything ready, untimed, and returns the work to be timed. `scale` is 1, or less for a short run: sizes
   * are multiplied by it.
   */
  readonly prepare: (scale: number) => Work | Promise<Work>;
  /** Of Node.js, for the process in which it is measured: where the program runs it under limits of its own. */
  readonly nodeOptions?: readonly string[];
}

export type Work = () => Outcome | Promise<Outcome>;

export interface Outcome {
  /** How many units were done. */
  readonly units: number;
  /** A short fingerprint of the result: candidates that did the same work have the same. */
  readonly result: string;
  /** Of an outside program, where the work was its; else paytally's own process is measured. */
  readonly outside?: {
    readonly cpuMs: number;
    readonly peakBytes: number;
    /** Where time is simulated. */
    readonly wallMs?: number;
  };
  /** Why the candidate cannot run on this machine. */
  readonly skipped?: string;
}

/** One candidate, measured in a process of its own. */
export interface BenchResult {
  readonly units: number;
  readonly result: string;
  /** The median of the runs. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Of the whole process, the runtime and the input included. */
  readonly peakBytes: number;
  readonly skipped?: string;
}
