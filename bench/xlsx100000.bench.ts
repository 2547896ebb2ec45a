import { workbookBench } from './xlsx/workbookBench.js';

export const bench = workbookBench(100_000);
