/** Translates Java source that uses JDBC into abstract programs, without running it. */
module moirai.sources {
    requires static transitive org.jspecify;
    requires transitive moirai.directed;
    requires com.github.javaparser.core;
    requires net.sf.jsqlparser;

    exports moirai.sources;
    exports moirai.sources.diagnostic;
    exports moirai.sources.signs;
    exports moirai.sources.sql;
    exports moirai.sources.sql.tables;
}
