/** What the player's policy lets run and be worn, by CSP's hashes. A test compares them with the files and tells the new ones. */
export const SCRIPT_HASH = "sha256-5Fu+KnRTRRn6xxoVvnrOqGOAtMX0YnRYDqYporRM0js=";
export const STYLE_HASH = "sha256-fXt8lxziRI+apGR45i857sKhr4BM8dU8MoWjuclE0Bo=";
