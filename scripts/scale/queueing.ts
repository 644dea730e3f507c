/*
 * A queue in front of several workers, with arrivals by chance and times of service that vary as if by chance (M/M/c, Erlang
 * 1917). Renders of one service vary less than that, so what is told here is on the safe side.
 */

/** The share of requests that have to wait, where workers are busy for this share of the time. */
export const waitingShare = (workers: number, utilization: number): number => {
  const offered = workers * utilization;
  let blocked = 1;
  for (let n = 1; n <= workers; n++) blocked = (offered * blocked) / (n + offered * blocked);
  return blocked / (1 - utilization * (1 - blocked));
};

/** The wait that 99 of 100 do not exceed, in times of one service. */
export const longWait = (workers: number, utilization: number): number =>
  Math.max(0, Math.log(100 * waitingShare(workers, utilization)) / (workers * (1 - utilization)));

/** The share of requests that find all workers and all places to wait taken. */
export const refusedShare = (workers: number, waiting: number, utilization: number): number => {
  let [state, all] = [1, 1];
  for (let n = 1; n <= workers + waiting; n++) {
    state *= (workers * utilization) / Math.min(n, workers);
    all += state;
  }
  return state / all;
};
