import { openLibc } from "./libc.ts";
import { ARCHITECTURES, ownArchitecture, ringlessProgram } from "./system-calls.ts";

/*
 * Becomes the worker whose command line follows, without io_uring and with no descriptors but the
 * streams and the given channel. libuv sets io_uring up when a process starts and cannot drop it
 * later, so a worker would be too late.
 */
const libc = openLibc();
if ("missing" in libc) throw new Error(libc.missing);
libc.passOn(3);
const arch = ownArchitecture();
if (arch !== null) libc.filterCalls(ringlessProgram(), ARCHITECTURES[arch].seccomp);
process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(2)], process.env);
