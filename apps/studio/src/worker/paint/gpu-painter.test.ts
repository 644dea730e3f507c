import { expect, test } from "vitest";
import { isSoftware } from "./gpu-painter.ts";

test.each([
  "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
  "Google SwiftShader",
  "llvmpipe (LLVM 15.0.7, 256 bits)",
  "softpipe",
  "ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)",
  "ANGLE (Microsoft, D3D11 WARP)",
])("%s is software", (renderer) => {
  expect(isSoftware(renderer)).toBe(true);
});

test.each([
  "ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)",
  "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002504) Direct3D11 vs_5_0 ps_5_0, D3D11)",
  "Mali-G78",
  "Apple GPU",
])("%s is not", (renderer) => {
  expect(isSoftware(renderer)).toBe(false);
});
