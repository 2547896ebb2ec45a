import { tryHistories } from './tryHistories.js';

tryHistories(0);
