/** From running code that uses JDBC to abstract programs. */
module moirai.observation {
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires transitive moirai.directed;
    requires transitive moirai.sources;

    exports moirai.observation;
    exports moirai.observation.recording;
    exports moirai.observation.txns;
}
