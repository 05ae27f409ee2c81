/** Histories in the files of other checkers; judges nothing. */
module moirai.formats {
    requires static transitive org.jspecify;
    requires transitive moirai.history;
    requires com.fasterxml.jackson.core;
    requires it.unimi.dsi.fastutil.core;

    exports moirai.formats;
    exports moirai.formats.jepsen;
}
