import { beforeAll } from 'vitest';
import { liveSecrets } from '../src/runtime/secrets/scrubber.js';

/** Files of the gate share a process: each begins without the secrets of the ones before, which would cut its texts. */
beforeAll(() => liveSecrets.forgetAll());
