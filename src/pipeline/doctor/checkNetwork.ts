import { reachService } from '../../api/reading/reachService.js';
import { PaytallyError } from '../../errors.js';
import { readEffects } from '../read/readEffects.js';
import type { RunHost } from '../runHost.js';
import { type DoctorFinding, ok, problem, warning } from './finding.js';

const NOTICEABLE_SECONDS = 60;
/** Tokens live 300 seconds (docs/service.md, "Tokens"). */
const HARMFUL_SECONDS = 240;

/** Whether anything answers, and whether its clock and this machine's agree. @throws PaytallyError SERVICE_* */
export async function checkNetwork(host: RunHost, baseUrl: string): Promise<DoctorFinding[]> {
  const { status, aheadMs, elapsedMs } = await reachService(baseUrl, readEffects(host));
  return [
    ok('network', `The service answers (status ${status} without credentials, ${Math.round(elapsedMs)} ms)`),
    aheadMs === undefined
      ? ok('clock', 'The service does not say what time it has')
      : clockFinding(Math.round(aheadMs / 1000)),
  ];
}

function clockFinding(aheadSeconds: number): DoctorFinding {
  const seconds = Math.abs(aheadSeconds);
  if (seconds <= NOTICEABLE_SECONDS) return ok('clock', `This machine's clock is right (to ${seconds} s)`);
  const message = `This machine's clock is ${seconds} s ${aheadSeconds > 0 ? 'behind' : 'ahead of'} the service's.`;
  const error = new PaytallyError('CLOCK_WRONG', message);
  return seconds > HARMFUL_SECONDS ? problem('clock', error) : warning('clock', message, error.remedy);
}
