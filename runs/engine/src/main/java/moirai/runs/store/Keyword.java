package moirai.runs.store;

import com.fasterxml.jackson.annotation.JsonValue;

/** A name that EDN writes with a colon and JSON as a string. */
record Keyword(@JsonValue String name) {}
