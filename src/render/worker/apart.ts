/** Limits for rendering a template that another person wrote. */
export interface RenderBudget {
  /** @default 30_000 */
  readonly processorMs: number;
  /** Of JavaScript's heap. @default 1_536 */
  readonly heapMiB: number;
  /** Of one file. @default 1_073_741_824 */
  readonly fileBytes: number;
}

/** A separate thread for templates that other people wrote. */
export interface RenderApart {
  /** The compiled render/renderWorker. */
  readonly worker: URL;
  /** Ends the thread at once. */
  readonly signal: AbortSignal;
  readonly budget?: Partial<RenderBudget>;
}
