/** What to say when a part of the page cannot be fetched. */
export const NOT_LOADED = "That part did not load. Check the connection, then try again.";
