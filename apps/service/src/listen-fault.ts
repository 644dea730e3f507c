import type { Settings } from "@lumiglyph/contract";

/** Why the service could not listen, as a sentence that says what to set instead. */
export const listenFault = (error: unknown, { SERVICE_HOST: host, SERVICE_PORT: port }: Settings): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken. Set SERVICE_PORT to another one, or to 0 for any free one.`;
    case "EACCES":
      return `Port ${port} may not be opened by this user. Set SERVICE_PORT to 1024 or above.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine. Set SERVICE_HOST=127.0.0.1, or 0.0.0.0 for every interface.`;
    default:
      return `Cannot listen on ${host} port ${port}${code === "" ? "" : ` (${code})`}. Check SERVICE_HOST and SERVICE_PORT.`;
  }
};
