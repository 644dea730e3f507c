import { type Field, fieldsOf, refuse } from "@lumiglyph/contract";
import type { ReadImage } from "./confined-image.ts";
import type { ToolArguments } from "./tool.ts";

/** Arguments as fields for the gate, with `imagePath` in its place read as an uploaded image would be. */
export const pathFields =
  (readImage: ReadImage) =>
  async ({ imagePath, ...args }: ToolArguments): Promise<readonly Field[]> => {
    const fields = fieldsOf(args, "tool");
    if (imagePath === undefined) return fields;
    if (typeof imagePath !== "string" || imagePath.includes("\0")) throw notText();
    return [...fields, { name: "image", value: await readImage(imagePath), origin: "body" }];
  };

const notText = () =>
  refuse([
    {
      code: "parameter_invalid",
      parameter: "imagePath",
      given: "another value",
      allowed: "a path",
      message: "Expected a path for `imagePath` but received another value.",
    },
  ]);
