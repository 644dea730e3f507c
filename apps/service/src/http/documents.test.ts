import { describe, expect, test } from "vitest";
import { pagePolicy } from "./documents.ts";

describe("the content security policy of a page", () => {
  test("allows its inline styles by hash, and nothing else", () => {
    expect(pagePolicy("<style>a{}</style><p>x</p><style>\nb {}\n</style>")).toBe(
      "default-src 'none'; style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=' 'sha256-Q0XWZ1GGBQt59Uq5t5SY8aIOonfxvIgoCCr6uHQj5zw='; form-action 'none'; frame-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  test("allows form posts and frames to the same origin if the page has them", () => {
    expect(pagePolicy('<form action="/x"></form><iframe name="y"></iframe>')).toBe(
      "default-src 'none'; style-src 'none'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });
});
