import { openMachineCoordination } from '../../src/store/machineCoordination.js';
import { describeCoordination } from './contract/coordinationContract.js';
import { freshFolder, NOW } from './sampleRun.js';

describeCoordination('the operating system', async () => {
  const folder = freshFolder();
  let nowMs = NOW.getTime();
  return {
    open: async () => openMachineCoordination(folder, { nowMs: () => nowMs }),
    advance: async (ms) => {
      nowMs += ms;
    },
  };
});
