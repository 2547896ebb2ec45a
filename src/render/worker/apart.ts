/** Limits for rendering a template that is not built in. */
export interface RenderBudget {
  /** @default 30_000 */
  readonly processorMs: number;
  /** Of JavaScript's heap. @default 1_536 */
  readonly heapMiB: number;
  /** The size of one file. @default 1_073_741_824 */
  readonly fileBytes: number;
}

/** A separate thread for templates that are not built in. */
export interface RenderApart {
  /** The compiled render/renderWorker. */
  readonly worker: URL;
  /** Ends the thread at once. */
  readonly signal: AbortSignal;
  readonly budget?: Partial<RenderBudget>;
}
