/** Measured with finals of 30 people: 31 requests, 0.64 seconds of a processor core, 224 kB in the store. */
const FINAL_OF_30 = { people: 30, requests: 31, processorSeconds: 0.64, bytes: 224_000 };
/** Of the 500 requests that the service allows per address: four processes that share it use 95 % at least. */
const REQUESTS_PER_MINUTE = 475;
/** A worker waits most of the time; above this share of a core there is no reserve. */
const CORE_SHARE = 0.7;

/**
 * The resources for finals of this many employers within this many minutes. An employer needs one request per person,
 * and one more.
 */
export function capacityFor(employers: number, people: number, minutes: number) {
  const share = people / FINAL_OF_30.people;
  const requests = employers * Math.ceil(1 + (FINAL_OF_30.requests - 1) * share);
  const addresses = Math.max(1, Math.ceil(requests / (REQUESTS_PER_MINUTE * minutes)));
  const processorMinutes = (employers * FINAL_OF_30.processorSeconds * share) / 60;
  return {
    employers,
    /** The time from the start to the deadline. */
    minutes,
    requests,
    addresses,
    /** The time that it takes with this number of addresses. */
    takesMinutes: Math.ceil(requests / (REQUESTS_PER_MINUTE * addresses)),
    cores: Math.max(1, Math.ceil(processorMinutes / (minutes * CORE_SHARE))),
    bytesPerPeriod: Math.round(employers * FINAL_OF_30.bytes * share),
  };
}
