/** Translates running code that uses JDBC into abstract programs. */
module moirai.observation {
    requires com.h2database;
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires transitive moirai.directed;
    requires transitive moirai.interception;
    requires transitive moirai.sources;

    exports moirai.observation;
    exports moirai.observation.classes;
    exports moirai.observation.recording;
    exports moirai.observation.beans;
    exports moirai.observation.txns;
}
