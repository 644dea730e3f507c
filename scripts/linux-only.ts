/** Ends a script with a message if the system is not Linux, because its measurements need it. */
export const needLinux = (script: string): void => {
  if (process.platform === "linux") return;
  console.error(`${script} reads /proc and sends signals: run it on Linux, for example in the dev container or WSL.`);
  process.exit(2);
};
