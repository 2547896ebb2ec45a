import { plainBench } from './plain/plainBench.js';

export const bench = plainBench(40);
