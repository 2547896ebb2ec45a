/* Preact with htm: the build without modules that the review page also uses. It is loaded before this module. */
import type * as Preact from 'htm/preact';

const library = (globalThis as unknown as { htmPreact: typeof Preact }).htmPreact;

type VNode = ReturnType<typeof Preact.html>;
export type View = VNode | string | null | false | undefined | readonly View[];
export const { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } = library;
