import type { AreaTable } from "./requirement.ts";

/** From a raster to characters: the stages, the glyphs and the six encoders. */
export const engine = {
  built: {
    "spec 1.1": {
      "engine:luminance": "Luminance is linear-light and perceptual, with the weights of Rec. 709.",
      "engine:downscale": "The picture is reduced over a pyramid.",
      "engine:levels": "Levels are stretched automatically between percentiles.",
      "engine:detail": "Detail is enhanced by an unsharp mask.",
      "engine:denoise": "Noise is removed by a bilateral filter that keeps edges.",
      "engine:structure": "Contours are drawn with directional glyphs.",
      "engine:edges": "Sobel edge line-art is an option.",
      "engine:dither": "Floyd-Steinberg dithering is an option.",
    },
    "spec 1.2": {
      "engine:formats": "Output is plain text, ANSI truecolor, HTML, JSON, compact JSON with chroma, or SVG.",
    },
    "spec 1.3": {
      "glyphs:adaptive": "Adaptive picks the smallest one-byte ASCII codebook whose measured RMSE is under the limit.",
      "glyphs:fixed": "The alternative to adaptive is a fixed ramp.",
    },
    "spec 2.2": {
      "effect:columns": "`columns` is the output's width in characters.",
      "effect:charset": "`charset` is the ramp that glyphs come from.",
      "effect:format": "`format` chooses the output format.",
      "effect:color": "`color` gives each cell a 24-bit color; plain text ignores it.",
      "effect:invert": "`invert` inverts the luminance mapping.",
      "effect:contrast": "`contrast` multiplies tonal contrast.",
      "effect:brightness": "`brightness` is an offset of luminance.",
      "effect:saturation": "`saturation` boosts the colors of color mode.",
      "effect:gamma": "`gamma` is the perceptual response of the midtones.",
      "effect:edges": "`edges` turns the picture into Sobel line-art.",
      "effect:edgeStrength": "`edgeStrength` multiplies the magnitude of edges.",
      "effect:dither": "`dither` diffuses the error as Floyd and Steinberg do.",
      "effect:sharpen": "`sharpen` is the strength of the unsharp mask.",
      "effect:autoLevels": "`autoLevels` is the strength of the percentile stretch.",
      "effect:structure": "`structure` substitutes hyphen, slash, vertical bar and backslash along contours.",
      "effect:denoise": "`denoise` smooths before detail is recovered, and keeps edges.",
      "effect:glyphStrategy": "`adaptive` picks the smallest codebook under the limit; `fixed` keeps the ramp.",
      "effect:maxGlyphRmse": "`maxGlyphRmse` is the most RMSE that an adaptive codebook may have.",
      "effect:monoColor": "`monoColor` is the color of mono ansi, svg and html output.",
    },
    "decision 1.10": {
      "alpha:premultiplied": "Alpha is premultiplied in linear light over black.",
      "alpha:levels": "Levels ignore transparent pixels in what is bright and count them as black in what is dark.",
      "alpha:blank": "A cell less than half opaque is a blank whatever `invert` says.",
    },
    "decision 1.12": {
      "glyphs:pool": "Adaptive picks its subset from the one-byte glyphs of the charset.",
      "glyphs:kept-ramp": "`blocks` and `dots` keep their ramp under adaptive, and the evidence says so.",
      "glyphs:fixed:ink": "`fixed` keeps the ramp's glyphs, ordered by measured ink.",
    },
    "decision 1.13": {
      "glyphs:rmse:scale": "RMSE is of linear-light luminance after levels, the charset's densest glyph being 1.",
      "glyphs:rmse:missed": "Where the whole pool misses the limit it is used whole, with `withinLimit: false`.",
    },
    "decision 1.14": {
      "render:motion:inert": "`motionSensitivity` is echoed and has no effect on a single render.",
    },
    "decision 1.17": {
      "ramp:standard": "`standard` is ` .:-=+*#%@`, re-ordered by measured ink.",
      "ramp:detailed": "`detailed` is all 95 printable ASCII glyphs.",
      "ramp:blocks": "`blocks` is ` ░▒▓█`.",
      "ramp:binary": "`binary` is blank, `0` and `1`.",
      "ramp:dots": "`dots` is blank and the braille ramp of one to eight dots.",
      "ramp:minimal": "`minimal` is ` .:#`.",
    },
    "decision 1.18": {
      "inert:color": "`color`, `saturation` and `monoColor` never change the glyphs.",
      "inert:edgeStrength": "`edgeStrength` acts only with `edges`.",
      "inert:maxGlyphRmse": "`maxGlyphRmse` acts only with `adaptive`.",
    },
    "decision 2.3": {
      "evidence:json": "The JSON formats carry the evidence in full precision in the body.",
    },
    "decision 2.4": {
      "json:fields": "`json` has version, format, columns, rows, lines, colors, monoColor and the five objects.",
      "json:colors": "`colors` is a row of colors for each line, or null without `color`.",
      "json:glyphs": "`glyphs` has strategy, charset, codebook, size, rmse, limit, withinLimit and tones.",
      "json:tones": "`rmse` can be recomputed from `tones`, the 256-bin histogram of the cells' luminance.",
      "json:quality":
        "`quality` has target, status, score, metric, font, components, tuned, locked, evaluations, advice.",
      "json:params": "`params` has all 22 parameters as they were used.",
      "json:source": "`source` has the width, height and format of the image.",
      "json:decodes": "`json` can be decoded into a picture again, with `invert` undone.",
    },
    "decision 2.5": {
      "json-compact:fields": "`json-compact` has version, format, columns, rows, text, chroma, glyphs and quality.",
      "json-compact:blanks": "It has no white space.",
      "json-compact:chroma": "Chroma is always there, with or without `color`.",
      "json-compact:decodes": "`json-compact` can be decoded into a picture again, in its colors.",
    },
    "decision 2.6": {
      "chroma:layout": "Chroma is row-major from the top left, three bytes a cell: red, green, blue.",
      "chroma:saturation": "Chroma is sRGB with saturation applied.",
      "chroma:base64": "Chroma is standard base64 with padding; decoded it is columns × rows × 3 bytes.",
      "chroma:byte-exact": "Chroma decodes to exactly the bytes that were encoded.",
    },
    "decision 2.7": {
      "text:lines": "Lines are joined by a line feed, with one line feed at the end.",
      "text:rectangular": "Trailing blanks are kept: the grid stays rectangular.",
      "text:decodes": "`text` can be decoded into a picture again; its charset is named or guessed.",
    },
    "decision 2.8": {
      "ansi:sgr": "The only escapes are SGR `38;2;r;g;b` and `0`.",
      "ansi:changes": "A color is emitted only where it changes.",
      "ansi:reset": "Each line ends with a reset.",
      "ansi:mono": "With `color=false` the whole is in `monoColor`.",
    },
    "decision 2.9": {
      "html:document": "`html` is a complete, valid, standalone document without script.",
      "html:accessible": 'The art is a `<pre role="img">` with an `aria-label`.',
      "html:runs": "Neighbors of one color are one run.",
      "html:black": "Behind the art it is black.",
    },
    "decision 2.10": {
      "svg:document": "`svg` is standalone, without script and without external reference.",
      "svg:accessible": 'It has `role="img"` and a `<title>`.',
      "svg:grid": "Each run is placed with `x` and `textLength`, so that any font keeps the grid.",
      "svg:black": "Behind the art it is black.",
    },
    "decision 2.12": {
      "engine:deterministic": "The same raster and parameters give the same bytes: no clock, id or trace in a body.",
    },
  },
  later: {},
} as const satisfies AreaTable;
