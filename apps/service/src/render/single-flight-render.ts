import { Refusal, statusOf } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import type { Place, Queued } from "./render-queue.ts";
import type { Drawn, RenderJob } from "./renderer.ts";
import { createSingleFlight, type Flight, type SingleFlight } from "./single-flight.ts";

/** Who asks for a render: the key of its job, its place in the queue, and the signal that it has gone. */
type Rider = { readonly key: string; readonly place: Place; readonly signal: AbortSignal };

/** A render, the milliseconds that its caller waited besides, and whether it was another caller's. */
export type SharedDrawn = Queued & { readonly shared: boolean };

/**
 * Renders a job, or waits for the same job of another caller. Who waits gives its place back, and its own image with it:
 * jobs of one key are alike to the last byte, so the one that is under way will do.
 */
export type SharedRender = (job: RenderJob, rider: Rider) => Promise<SharedDrawn>;

export const createSharedRender = (clock: Clock): SharedRender => {
  const flights: Flights = createSingleFlight();
  // not async: such a frame would hold the job of a caller who only waits
  return (job, rider) => {
    const flight = flights.underWay(rider.key);
    return flight === undefined ? lead(flights, job, rider, rider.place.render) : join(flights, flight, rider, clock);
  };
};

type Flights = SingleFlight<RenderJob, Queued>;
type Render = Place["render"];

/** Renders for oneself and whoever joins. The place is the render's: a leader whose caller is gone stays to its end. */
const lead = async (flights: Flights, job: RenderJob, rider: Rider, render: Render): Promise<SharedDrawn> => {
  rider.signal.throwIfAborted();
  const flight = flights.launch(rider.key, job, render);
  try {
    return { ...(await flight.ride(rider.signal)), shared: false };
  } finally {
    await flight.landed;
  }
};

/**
 * Waits for another's render. A failure of the job is the joiner's too. One of the moment, such as a deadline under load,
 * was the other's bad luck: the joiner then has one more try.
 */
const join = async (
  flights: Flights,
  flight: Flight<RenderJob, Queued>,
  rider: Rider,
  clock: Clock,
): Promise<SharedDrawn> => {
  const begun = clock();
  rider.place.leave();
  try {
    const queued = await flight.ride(rider.signal);
    return { ...queued, waited: waitedBeside(queued.drawn, clock() - begun), shared: true };
  } catch (error) {
    if (rider.signal.aborted || isOfTheJob(error)) throw error;
    return tryAgain(flights, flight.cargo, rider);
  }
};

const isOfTheJob = (error: unknown): boolean => error instanceof Refusal && statusOf(error.code) < 500;

/** Joins whoever tries again already, or leads with a place that has to be taken anew. */
const tryAgain = async (flights: Flights, job: RenderJob, rider: Rider): Promise<SharedDrawn> => {
  const other = flights.underWay(rider.key);
  if (other !== undefined) return { ...(await other.ride(rider.signal)), shared: true };
  return lead(flights, job, rider, async (same, signal) => {
    await rider.place.outside(async () => {});
    return rider.place.render(same, signal);
  });
};

/** What is left of a wait when the steps of the render are taken off, of which a part may lie before it. */
const waitedBeside = ({ timings: { decode, render, encode } }: Drawn, ms: number): number =>
  Math.max(0, ms - decode - render - encode);
