import { beforeAll } from 'vitest';
import { liveSecrets } from '../src/runtime/secrets/scrubber.js';

/**
 * Files of the gate share a process: each begins without the secrets of earlier files, which would be removed from its
 * texts.
 */
beforeAll(() => liveSecrets.forgetAll());
