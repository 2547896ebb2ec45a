/** Measured with finals of 30 people: 31 requests, 0.64 seconds of a processor core, 224 kB in the store. */
const FINAL_OF_30 = { people: 30, requests: 31, processorSeconds: 0.64, bytes: 224_000 };
/** Of the 500 that the service allows an address: four processes that share it use 95 % at least. */
const REQUESTS_PER_MINUTE = 475;
/** A worker waits most of the time; more than this of a core is no reserve any more. */
const CORE_SHARE = 0.7;

export interface Capacity {
  readonly employers: number;
  /** From the start until the time by which all are done. */
  readonly minutes: number;
  readonly requests: number;
  readonly addresses: number;
  /** With this many addresses. */
  readonly takesMinutes: number;
  readonly cores: number;
  readonly bytesPerPeriod: number;
}

/**
 * What finals of this many employers within this many minutes need. An employer reads a request for each person, and
 * one more.
 */
export function capacityFor(employers: number, people: number, minutes: number): Capacity {
  const share = people / FINAL_OF_30.people;
  const requests = employers * Math.ceil(1 + (FINAL_OF_30.requests - 1) * share);
  const addresses = Math.max(1, Math.ceil(requests / (REQUESTS_PER_MINUTE * minutes)));
  const processorMinutes = (employers * FINAL_OF_30.processorSeconds * share) / 60;
  return {
    employers,
    minutes,
    requests,
    addresses,
    takesMinutes: Math.ceil(requests / (REQUESTS_PER_MINUTE * addresses)),
    cores: Math.max(1, Math.ceil(processorMinutes / (minutes * CORE_SHARE))),
    bytesPerPeriod: Math.round(employers * FINAL_OF_30.bytes * share),
  };
}
