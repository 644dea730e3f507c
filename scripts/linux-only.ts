/** Ends a script with a sentence where its measurements cannot be taken: on another system than Linux. */
export const needLinux = (script: string): void => {
  if (process.platform === "linux") return;
  console.error(`${script} reads /proc and sends signals: run it on Linux, for example in the dev container or WSL.`);
  process.exit(2);
};
