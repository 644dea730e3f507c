/** Styles of the reference: contents at the side, one wide column, art on black. */
export const REFERENCE_STYLE = `.skip { position: absolute; left: 16px; top: -48px; padding: 8px 12px; background: var(--panel); z-index: 3; }
.skip:focus { top: 8px; }
.bar { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 12px; height: 48px; padding: 0 max(24px, calc((100% - 1240px) / 2 + 24px)); background: var(--bg); border-bottom: 1px solid var(--line); font-size: 13px; line-height: 18px; }
.mark { font-weight: 600; font-size: 15px; text-decoration: none; white-space: nowrap; }
.mark span { font-family: var(--mono); letter-spacing: -0.05em; color: var(--muted); margin-right: 4px; }
.version { font-family: var(--mono); font-size: 12px; color: var(--muted); }
.bar nav { margin-left: auto; display: flex; gap: 20px; }
.bar nav a { color: var(--text-2); text-decoration: none; }
.bar nav a:hover { color: var(--text); text-decoration: underline; }
.frame { display: grid; grid-template-columns: 200px minmax(0, 1fr); max-width: 1240px; margin: 0 auto; padding: 0 24px; gap: 56px; }
.contents { position: sticky; top: 48px; align-self: start; padding: 40px 0; font-size: 13px; line-height: 18px; }
.contents a { display: block; padding: 6px 10px; margin-left: -10px; border-radius: 6px; color: var(--muted); text-decoration: none; }
.contents a:hover { color: var(--text); background: var(--hover); }
main { padding: 0 0 120px; }
section { padding: 56px 0 0; }
section + section { margin-top: 56px; border-top: 1px solid var(--line); }
h2 a { text-decoration: none; }
h2 a:hover::after { content: " #"; color: var(--muted); font-weight: 400; }
.lead { max-width: 68ch; margin: 8px 0 24px; }
.start { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 48px; padding-top: 40px; align-items: start; }
.start .lead { margin: 16px 0 28px; font-size: 17px; line-height: 28px; }
.start h3 { margin: 16px 0 6px; font-size: 13px; line-height: 18px; font-weight: 500; color: var(--muted); }
.hint { margin-top: 10px; font-size: 12px; line-height: 16px; color: var(--muted); }
.art { margin: 0; padding: 10px; border-radius: 10px; background: #000; box-shadow: 0 0 0 1px var(--line); overflow: hidden; container-type: inline-size; }
.art pre { margin: 0; color: #e5e5e5; font-size: calc(100cqi / 34 / 0.605); line-height: 1.2; }
.start .art pre { font-size: calc(100cqi / 64 / 0.605); }
.art figcaption { margin-top: 8px; font-size: 11px; line-height: 16px; color: #9a9ca3; }
.art figcaption code { color: #d5d7dc; }
.command, .sample { margin: 0; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--field); color: var(--text); font-size: 12.5px; line-height: 20px; }
.command { white-space: pre-wrap; overflow-wrap: anywhere; }
.command::before { content: "$ "; color: var(--muted); }
.command code { font-size: inherit; user-select: all; -webkit-user-select: all; }
.option { white-space: nowrap; }
.sample { overflow: auto; max-height: 320px; white-space: pre; font-size: 11.5px; line-height: 16px; }
.sample code { font-size: inherit; overflow-wrap: normal; }
.sheet { display: grid; place-content: center; background: #000; font-size: 13px; line-height: 1.2; }
.sheet code { color: #e5e5e5; }
.try { display: grid; grid-template-columns: 320px minmax(0, 1fr); gap: 24px; }
.try form { display: grid; gap: 14px; align-content: start; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.try iframe { width: 100%; height: 100%; min-height: 440px; border: 1px solid var(--line); border-radius: 10px; background: var(--field); }
.fields { display: grid; gap: 8px; }
.field { display: grid; grid-template-columns: 112px minmax(0, 1fr); align-items: center; gap: 10px; font-size: 13px; line-height: 18px; min-height: 30px; }
.field input, .field select { width: 100%; height: 30px; padding: 0 8px; border: 1px solid var(--line-2); border-radius: 6px; background: var(--field); color: var(--text); font: 12px/16px var(--mono); accent-color: var(--text); }
.field input[type="checkbox"] { width: 16px; height: 16px; justify-self: start; }
.field input[type="color"] { padding: 2px; }
.field.file { grid-template-columns: 1fr; gap: 4px; }
.field.file input { height: 38px; padding: 6px; font: 13px/24px var(--sans); }
.try summary, .fields-of summary { cursor: pointer; font-size: 13px; line-height: 18px; color: var(--text); padding: 4px 0; }
fieldset { margin: 10px 0 0; padding: 0; border: 0; }
legend { padding: 0 0 6px; font-size: 12px; line-height: 16px; font-weight: 600; color: var(--muted); }
button { height: 38px; border: 0; border-radius: 6px; background: var(--accent); color: var(--accent-ink); font: 600 14px/20px var(--sans); cursor: pointer; }
button:hover { filter: brightness(1.08); }
.recipe, .endpoint { padding: 20px 0; border-top: 1px solid var(--line); scroll-margin-top: 48px; }
.recipe:first-of-type, .endpoint:first-of-type { border-top: 0; padding-top: 0; }
.recipe:last-of-type, .endpoint:last-of-type { padding-bottom: 0; }
.recipe .command { margin: 10px 0; }
.endpoint { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 10px 32px; align-items: start; }
.recipe dl { display: grid; grid-template-columns: 56px minmax(0, 1fr); gap: 4px 12px; margin: 0; font-size: 13px; line-height: 20px; }
.recipe dt { color: var(--muted); }
.recipe dd { margin: 0; max-width: 72ch; text-wrap: pretty; }
.method { display: inline-block; min-width: 44px; padding: 1px 6px; border: 1px solid var(--edge); border-radius: 4px; font: 600 11px/16px var(--mono); text-align: center; color: var(--text-2); }
.method.post { background: var(--text); border-color: var(--text); color: var(--bg); }
.endpoint h3 code { font-size: 14px; }
.endpoint h3 a { text-decoration: none; }
.endpoint h3 a:hover { text-decoration: underline; }
.endpoint p { margin-top: 6px; font-size: 14px; line-height: 22px; }
.endpoint .answers { margin-top: 10px; font: 12px/16px var(--mono); }
.answers { display: flex; flex-wrap: wrap; gap: 6px; font: 12px/16px var(--mono); }
.answer { padding: 2px 8px; border: 1px solid var(--line); border-radius: 4px; color: var(--muted); text-decoration: none; }
a.answer:hover { color: var(--text); border-color: var(--edge); }
.group { margin-top: 32px; }
.group-title { padding-bottom: 8px; border-bottom: 1px solid var(--line); }
.param { display: grid; grid-template-columns: 168px minmax(0, 1fr); gap: 4px 20px; padding: 12px 0; border-bottom: 1px solid var(--line); }
.param-name { grid-row: span 2; font-size: 13px; line-height: 20px; }
.param-name a { text-decoration: none; }
.param-name a:hover { text-decoration: underline; }
.param-name code { font-size: 13px; font-weight: 600; }
.kind { display: block; font-size: 12px; line-height: 16px; color: var(--muted); }
.allowed { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; font: 12px/20px var(--mono); color: var(--text-2); }
.allowed code { font-size: 12px; }
.says { font-size: 14px; line-height: 20px; }
.range { display: inline-flex; align-items: center; gap: 8px; }
.range > span { color: var(--muted); min-width: 38px; }
.range > span:first-child { text-align: right; }
.range svg { width: 180px; height: 12px; overflow: visible; }
.range path { fill: none; stroke: var(--line-2); stroke-width: 2; vector-effect: non-scaling-stroke; }
.range .notch { stroke: var(--text); }
.usual { color: var(--muted); }
.choice { padding: 1px 7px; border: 1px solid var(--line); border-radius: 4px; }
.choice.is-default { border-color: var(--edge); }
.choice small { font-size: 11px; color: var(--muted); }
.swatch { width: 14px; height: 14px; border-radius: 3px; outline: 1px solid var(--line-2); }
.param:target, .recipe:target, .endpoint:target, .format:target { box-shadow: -12px 0 0 var(--bg), -15px 0 0 var(--accent); }
.charsets { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px; padding: 20px 0; border-bottom: 1px solid var(--line); }
.formats { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 32px 24px; margin-bottom: 24px; }
.format { display: grid; grid-template-rows: auto auto auto 1fr; gap: 6px; min-width: 0; }
.format p { font-size: 13px; line-height: 20px; }
#format-json-compact .sample { white-space: pre-wrap; overflow-wrap: anywhere; }
.fields-of { margin-top: 12px; }
.fields-of table { margin-top: 8px; }
table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 20px; }
th { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line-2); text-align: left; font-size: 12px; line-height: 16px; font-weight: 600; color: var(--muted); }
td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { width: 184px; }
#headers h3 { margin: 24px 0 6px; }
.errors { columns: 2; column-gap: 32px; margin-top: 24px; }
.status { break-inside: avoid; padding-bottom: 20px; }
.status h3 { font-size: 13px; font-weight: 500; color: var(--muted); }
.status h3 b { font-family: var(--mono); margin-right: 4px; }
.status li { display: grid; grid-template-columns: 184px minmax(0, 1fr); gap: 12px; font-size: 13px; line-height: 22px; }
.documents li { padding: 8px 0; border-bottom: 1px solid var(--line); }
.documents a { font-weight: 600; margin-right: 8px; }
@media (max-width: 1100px) {
  h1 { font-size: 29px; line-height: 36px; }
  .start { grid-template-columns: minmax(0, 1fr) 260px; gap: 32px; }
  .frame { grid-template-columns: 140px minmax(0, 1fr); gap: 32px; }
  .try { grid-template-columns: 1fr; }
  .errors { columns: 1; }
  .endpoint { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 760px) {
  html { scroll-padding-top: 104px; }
  .bar { padding: 0 16px; }
  .bar nav { gap: 14px; }
  .frame { display: block; padding: 0 16px; }
  .contents { top: 48px; z-index: 1; margin: 0 -16px; padding: 0; background: var(--bg); border-bottom: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
  .contents ul { display: flex; padding: 0 6px; }
  .contents a { margin: 0; padding: 13px 10px; white-space: nowrap; }
  section { padding-top: 32px; }
  section + section { margin-top: 32px; }
  .start { display: flex; flex-direction: column; gap: 24px; }
  .start .art { width: 100%; }
  .start .lead { font-size: 15px; line-height: 24px; margin-bottom: 16px; }
  .field { min-height: 44px; }
  .field input, .field select { height: 40px; font-size: 16px; }
  button { height: 44px; }
  .param { grid-template-columns: 1fr; gap: 4px; }
  .param-name { grid-row: auto; }
  .kind { display: inline; margin-left: 8px; }
  .range svg { width: 120px; }
  .charsets { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .formats { grid-template-columns: 1fr; }
  table, thead, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  td, td:first-child { width: auto; padding: 1px 0; border: 0; }
  .status li { grid-template-columns: 1fr; gap: 0; padding-bottom: 4px; }
}
@media (max-width: 440px) {
  .version, .bar nav a:nth-child(3) { display: none; }
}
@media (max-width: 380px) {
  h1 { font-size: 24px; line-height: 30px; }
  .bar nav a:nth-child(2) { display: none; }
}`;
