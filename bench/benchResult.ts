/** A comparison: paytally and named alternatives do the same work, in one run on one machine. */
export interface Bench {
  readonly title: string;
  /** The counted unit, in the plural: `stamps`. */
  readonly unit: string;
  readonly candidates: readonly Candidate[];
  /** What users would pick instead of paytally, by the candidates' names: a row of the table at the end of the run. */
  readonly against?: readonly Comparison[];
  /** Creates, once, the data that several candidates use. They find it through the returned environment variables. */
  readonly share?: (scale: number) => Promise<Readonly<Record<string, string>>>;
}

export interface Comparison {
  readonly what: string;
  readonly ours: string;
  readonly instead: string;
}

export interface Candidate {
  readonly name: string;
  /**
   * Prepares everything, untimed, and returns the work to time. `scale` is 1, or less for a short run: sizes are
   * multiplied by it.
   */
  readonly prepare: (scale: number) => Work | Promise<Work>;
}

export type Work = () => Outcome | Promise<Outcome>;

export interface Outcome {
  /** The number of finished units. */
  readonly units: number;
  /** A short fingerprint of the result: candidates that did the same work have the same one. */
  readonly result: string;
  /** The measurements of an external program, if one did the work; otherwise this process is measured. */
  readonly outside?: {
    readonly cpuMs: number;
    readonly peakBytes: number;
    /** The simulated time, if time is simulated. */
    readonly wallMs?: number;
  };
  /** Why the candidate cannot run on this machine. */
  readonly skipped?: string;
}

/** A candidate, measured in a separate process. */
export interface BenchResult {
  readonly units: number;
  readonly result: string;
  /** The median of the runs. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The peak of the whole process, including the runtime and the input. */
  readonly peakBytes: number;
  readonly skipped?: string;
}
