/** Things that have to hold, tried one after the other, each told of as it is done. */
export type Checklist = {
  /** Does one check: it holds where no fault comes of it and nothing is thrown. */
  readonly check: (name: string, work: Work) => Promise<void>;
  /** The names of those that do not hold. */
  readonly failed: readonly string[];
};

/** A check: gives what is wrong, a sentence each. */
type Work = () => readonly string[] | Promise<readonly string[]>;

/** A list on which nothing has been checked yet. */
export const createChecklist = (): Checklist => {
  const failed: string[] = [];
  const check = async (name: string, work: Work): Promise<void> => {
    const started = performance.now();
    const faults = await faultsOf(work);
    const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    console.log(`${faults.length === 0 ? "holds" : "FAILS"}  ${name}, ${took}`);
    for (const fault of faults) console.log(`       ${fault}`);
    if (faults.length > 0) failed.push(name);
  };
  return { check, failed };
};

/** A check by something that throws. */
export const passes = (work: () => unknown) => (): readonly string[] => {
  work();
  return [];
};

const faultsOf = async (work: Work): Promise<readonly string[]> => {
  try {
    return await work();
  } catch (error) {
    return [String(error)];
  }
};
