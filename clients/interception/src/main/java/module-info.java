/** Intercepted JDBC connections. */
module moirai.interception {
    requires static transitive org.jspecify;
    requires transitive java.sql;

    exports moirai.interception;
}
