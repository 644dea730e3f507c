// Draws a picture: npm install lumiglyph && node draw.mjs photo.png
import { writeFile } from "node:fs/promises";
import { draw, Refusal } from "lumiglyph";

const photo = process.argv[2] ?? "photo.png";

const { text, columns, rows, quality } = await draw(photo, { columns: 60 });
console.log(text);
console.log(`${columns} × ${rows}, ${quality.status}, score ${quality.score}`);

const page = await draw(photo, { columns: 100, color: true, format: "svg", alt: "The same in color" });
await writeFile("photo.svg", page.text);

try {
  await draw(photo, { columns: 3 });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.log(error.message);
}
