/** One part of a form: a parameter, or a file if it has a file name. */
export type Part = {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly fileName?: string;
  readonly type?: string;
};

/** A handwritten multipart body, byte for byte as a browser sends it. */
export const multipartBody = (parts: readonly Part[], boundary = "boundary") => ({
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  payload: Buffer.concat([...parts.map((part) => partBytes(part, boundary)), Buffer.from(`--${boundary}--\r\n`)]),
});

const partBytes = ({ name, value, fileName, type }: Part, boundary: string): Buffer => {
  const disposition = `form-data; name="${name}"${fileName === undefined ? "" : `; filename="${fileName}"`}`;
  const typed = type === undefined ? "" : `Content-Type: ${type}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${typed}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from("\r\n")]);
};
