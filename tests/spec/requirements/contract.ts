import type { AreaTable } from "./requirement.ts";

/** What the tables and the one gate hold: parameters, formats, the grid, the interface description. */
export const contract = {
  built: {
    "spec 2.1": {
      "image:one": "A render request has exactly one image source.",
    },
    "spec 2.2": {
      "render:param:query": "Each parameter may be given as a query-string value.",
      "render:param:form": "Each parameter may be given as a multipart form field.",
      "render:param:json": "Each parameter may be given as a JSON key.",
      "render:param:default": "Defaults apply when a parameter is omitted.",
      "param:columns": "`columns` is an integer from 8 to 400, by default 120.",
      "param:charset": "`charset` is standard, detailed, blocks, binary, dots or minimal, by default detailed.",
      "param:format": "`format` is text, ansi, html, json, json-compact or svg, by default text.",
      "param:color": "`color` is a boolean, by default false.",
      "param:invert": "`invert` is a boolean, by default false.",
      "param:contrast": "`contrast` is a float from 0.2 to 4, by default 1.15.",
      "param:brightness": "`brightness` is a float from -150 to 150, by default 0.",
      "param:saturation": "`saturation` is a float from 0 to 4, by default 1.4.",
      "param:gamma": "`gamma` is a float from 0.2 to 3, by default 1.",
      "param:edges": "`edges` is a boolean, by default false.",
      "param:edgeStrength": "`edgeStrength` is a float from 0.1 to 5, by default 1.8.",
      "param:dither": "`dither` is a boolean, by default false.",
      "param:sharpen": "`sharpen` is a float from 0 to 1, by default 0.35.",
      "param:autoLevels": "`autoLevels` is a float from 0 to 1, by default 0.9.",
      "param:structure": "`structure` is a float from 0 to 1, by default 0.55.",
      "param:denoise": "`denoise` is a float from 0 to 1, by default 0.35.",
      "param:motionSensitivity": "`motionSensitivity` is a float from 0 to 1, by default 0.7.",
      "param:autoOptimize": "`autoOptimize` is a float from 0 to 1, by default 0.9.",
      "param:qualityTarget": "`qualityTarget` is balanced (default), portrait, motion, low-light or round-trip.",
      "param:glyphStrategy": "`glyphStrategy` is adaptive or fixed, by default adaptive.",
      "param:maxGlyphRmse": "`maxGlyphRmse` is a float from 0.005 to 0.1, by default 0.03.",
      "param:monoColor": "`monoColor` is a hex color, by default #e5e5e5.",
    },
    "spec 2.3": {
      "format:text": "`text` is text/plain, file extension txt, label Plain text.",
      "format:ansi": "`ansi` is text/plain, file extension ans, label ANSI (truecolor).",
      "format:html": "`html` is text/html, file extension html, label HTML.",
      "format:json": "`json` is application/json, file extension json, label JSON.",
      "format:json-compact": "`json-compact` is application/json, file extension json, label Compact JSON + chroma.",
      "format:svg": "`svg` is image/svg+xml, file extension svg, label SVG.",
      "chroma:identifier": "The compact chroma encoding is identified as `rgb24-b64-v1`.",
    },
    "spec 8.1": {
      "render:columns:range": "`columns` is 8 to 400.",
      "render:param:range": "A number's range is that of the parameter table, both ends included.",
    },
    "spec 9.1": {
      "version:number": "The service and interface version is `0.3.0`.",
    },
    "spec 9.4": {
      "openapi:version": "The machine-readable description uses OpenAPI 3.1.0.",
    },
    "decision 0": {
      "wire:names": "The wire keeps the specification's names: `X-Service-API-Key`, `SERVICE_*`, version `0.3.0`.",
    },
    "decision 1.1": {
      "render:param:equal": "Equal values of a parameter in query and body are one value.",
      "render:param:conflict": "Different values in query and body are a 400 `parameter_conflict`.",
    },
    "decision 1.2": {
      "render:param:repeated": "A repeated key in query or form is a 400 `parameter_repeated`.",
    },
    "decision 1.3": {
      "render:param:invalid": "Out of range, wrong type or unknown value is a 400 `parameter_invalid`, never clamped.",
      "render:param:every-problem": "All problems of a request are told at once, with parameter, given and allowed.",
    },
    "decision 1.4": {
      "render:param:unknown": "An unknown parameter is a 400 `parameter_unknown`.",
      "render:param:nearest": "The refusal of an unknown parameter suggests the nearest known name.",
    },
    "decision 1.5": {
      "spelling:integer": "In a string an integer is `-?[0-9]+`: no hex, no exponent, no surrounding blanks.",
      "spelling:float": "In a string a float is plain decimal: no hex, no exponent, no surrounding blanks.",
      "spelling:boolean": "In a string a boolean is true, false, 1 or 0 in any letter case.",
      "spelling:color": "`monoColor` is spelled `#rgb` or `#rrggbb`.",
      "spelling:native": "In JSON values have native types: a string for a number, or null, is a 400.",
      "spelling:tool": "In MCP arguments values have native types: a string for a number, or null, is refused.",
    },
    "decision 1.6": {
      "image:missing": "No image source is a 400 `image_missing`.",
      "image:ambiguous": "Two image sources are a 400 `image_ambiguous`.",
      "image:misplaced": "A source outside its transport is a 400 `image_misplaced`.",
    },
    "decision 1.11": {
      "grid:rows": "rows = max(1, round(columns × height / width × 0.5)).",
      "grid:limit": "More than 240,000 cells are a 400 `grid_too_large`.",
      "grid:fitting": "The refusal of a grid names the largest `columns` that fits.",
    },
    "decision 1.14": {
      "render:motion:validated": "`motionSensitivity` is validated like any other parameter.",
    },
    "decision 2.1": {
      "error:reference": "Every error code has its place in the error reference that `type` points into.",
    },
    "decision 2.4": {
      "json:schema:published": "The shape of `json` is published as a JSON Schema.",
    },
    "decision 2.17": {
      "openapi:info": "The description is OpenAPI 3.1.0 and its `info.version` is 0.3.0.",
      "openapi:paths": "It has every path and method that is served, and no other.",
      "openapi:security:schemes": "It declares both security schemes.",
      "openapi:security:public": "Its public operations have `security: []`.",
      "openapi:errors": "It has every error status with its problem schema.",
    },
    "decision 7": {
      "version:constant": "The wire version is a constant, whatever a package's own version says.",
    },
  },
  later: {},
} as const satisfies AreaTable;
