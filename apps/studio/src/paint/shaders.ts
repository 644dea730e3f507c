/** One triangle that covers the canvas. */
export const VERTEX_SHADER = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}`;

/** Each pixel finds its cell, and in it the share of ink: what \`blit\` does, pixel by pixel. Colors leave premultiplied. */
export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2DArray;
precision highp usampler2D;
uniform sampler2DArray sheet;
uniform usampler2D glyphs;
uniform sampler2D colors;
uniform ivec2 page;
uniform ivec2 corner;
uniform int cell;
uniform int drawn;
uniform int height;
uniform bool colored;
uniform vec3 ink;
uniform vec4 ground;
out vec4 color;
void main() {
  ivec2 at = ivec2(gl_FragCoord.x, float(height) - gl_FragCoord.y) - corner;
  ivec2 size = ivec2(cell, 2 * cell);
  ivec2 place = at / size;
  color = vec4(0);
  if (at.x < 0 || at.y < 0 || place.x >= page.x || place.y >= page.y) return;
  float share = texelFetch(sheet, ivec3((at - place * size) * drawn / cell, texelFetch(glyphs, place, 0).r), 0).r;
  vec3 own = colored ? texelFetch(colors, place, 0).rgb : ink;
  color = mix(ground, vec4(own, 1), share);
}`;
