/** Anything that survives `JSON.stringify` unchanged. The caller checks its shape when it comes back. */
export type JsonObject = Readonly<Record<string, unknown>>;
