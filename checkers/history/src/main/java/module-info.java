/** The shared history model and its file formats; depends on the JDK alone. */
module moirai.history {
    requires static transitive org.jspecify;

    exports moirai.history;
    exports moirai.history.export;
    exports moirai.history.files;
    exports moirai.history.keeping;
    exports moirai.history.level;
    exports moirai.history.resuming;
}
