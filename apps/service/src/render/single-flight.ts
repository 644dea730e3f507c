/** Work under way that several callers wait for, with what it works on. */
export type Flight<Cargo, Result> = {
  readonly cargo: Cargo;
  /** Waits for the result. Where the signal comes first, only this rider leaves; the last to leave calls the work off. */
  readonly ride: (signal: AbortSignal) => Promise<Result>;
  /** Resolves once nothing is under way any more, however it ended. */
  readonly landed: Promise<void>;
};

/** Flights by the key of their work. A key has at most one at a time, and none that is being called off. */
export type SingleFlight<Cargo, Result> = {
  readonly underWay: (key: string) => Flight<Cargo, Result> | undefined;
  readonly launch: (
    key: string,
    cargo: Cargo,
    work: (cargo: Cargo, signal: AbortSignal) => Promise<Result>,
  ) => Flight<Cargo, Result>;
};

export const createSingleFlight = <Cargo, Result>(): SingleFlight<Cargo, Result> => {
  const flights = new Map<string, Flight<Cargo, Result>>();
  return {
    underWay: (key) => flights.get(key),
    launch: (key, cargo, work) => {
      const calledOff = new AbortController();
      const result = work(cargo, calledOff.signal);
      let riders = 0;
      const forget = () => {
        if (flights.get(key) === flight) flights.delete(key);
      };
      const landed = result.then(forget, forget);
      const leave = (reason: unknown) => {
        riders--;
        if (riders > 0) return;
        forget();
        calledOff.abort(reason);
      };
      const ride = (signal: AbortSignal): Promise<Result> => {
        riders++;
        return unlessAborted(result, signal, leave);
      };
      const flight = { cargo, ride, landed };
      flights.set(key, flight);
      return flight;
    },
  };
};

/** The promise's own outcome, or the signal's reason where that comes first; `onAbort` hears of it then. */
const unlessAborted = <Result>(
  pending: Promise<Result>,
  signal: AbortSignal,
  onAbort: (reason: unknown) => void,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abandon = () => {
      onAbort(signal.reason);
      reject(signal.reason);
    };
    if (signal.aborted) return abandon();
    signal.addEventListener("abort", abandon, { once: true });
    const settled = () => signal.removeEventListener("abort", abandon);
    pending.then(resolve, reject).finally(settled);
  });
