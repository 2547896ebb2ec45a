import type { ListName } from './neutralRecords.js';
import { ASPECTS, type Aspect, SHAPES, type ShapeName, type Shaping, type Wire } from './shapes.js';

/** Shapes for programs: prepared ones by name, own functions, and hooks for whatever nobody prepared. */
export type ShapeOptions = { readonly [A in Aspect]?: ShapeName<A> | Shaping[A] | undefined } & {
  /** Last word on each record; `neutral` is the record as the data gave it. */
  readonly record?: (list: ListName, wire: Wire, neutral: object) => unknown;
  /** Last word on each whole body of a list. */
  readonly envelope?: (list: ListName, body: unknown) => unknown;
};

export interface ResolvedShapes extends Shaping {
  readonly record: (list: ListName, wire: Wire, neutral: object) => unknown;
  readonly envelope: (list: ListName, body: unknown) => unknown;
}

/** Looks up named shapes and fills in the defaults (the first of each aspect). */
export function resolveShapes(options: ShapeOptions): ResolvedShapes {
  const shaping: Partial<Record<Aspect, unknown>> = {};
  for (const aspect of ASPECTS) {
    const prepared: Readonly<Record<string, unknown>> = SHAPES[aspect];
    const chosen = options[aspect] ?? Object.keys(prepared)[0] ?? '';
    shaping[aspect] = typeof chosen === 'string' ? prepared[chosen] : chosen;
  }
  return {
    // Complete, since ASPECTS are the keys of SHAPES, each checked against its type there.
    ...(shaping as unknown as Shaping),
    record: options.record ?? ((_list, wire) => wire),
    envelope: options.envelope ?? ((_list, body) => body),
  };
}
