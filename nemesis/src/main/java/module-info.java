/** Databases under test: clusters and their nodes, started and stopped by Moirai. */
module moirai.nemesis {
    requires static transitive org.jspecify;
    requires transitive moirai.history;
    requires com.fasterxml.jackson.databind;
    requires java.net.http;
    requires java.sql;
    requires org.apache.commons.compress;
    requires org.tukaani.xz;

    exports moirai.nemesis;
    exports moirai.nemesis.cassandra;
    exports moirai.nemesis.faults;
    exports moirai.nemesis.fetching;
    exports moirai.nemesis.mariadb;
    exports moirai.nemesis.injection;
    exports moirai.nemesis.network;
    exports moirai.nemesis.network.lab;
    exports moirai.nemesis.patroni;
    exports moirai.nemesis.postgres;
}
