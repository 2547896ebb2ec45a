/** API.md 4.3: the largest page. */
export const PAGE_SIZE = 200;
