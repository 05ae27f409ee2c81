package moirai.studies.refutation.programs;

import java.sql.Connection;

/** A level of PostgreSQL, as analyses name it and as JDBC does. */
public enum TestedLevel {
    RC("postgres-rc", Connection.TRANSACTION_READ_COMMITTED),
    SI("postgres-rr", Connection.TRANSACTION_REPEATABLE_READ),
    SER("postgres-ser", Connection.TRANSACTION_SERIALIZABLE);

    private final String title;
    private final int jdbcLevel;

    TestedLevel(String title, int jdbcLevel) {
        this.title = title;
        this.jdbcLevel = jdbcLevel;
    }

    /** Returns the level as analyses name it. */
    public String title() {
        return title;
    }

    /** Returns the level as JDBC numbers it. */
    public int jdbcLevel() {
        return jdbcLevel;
    }

    /** Returns the level for a seed: weaker levels, at which more can go wrong, more often. */
    public static TestedLevel of(long seed) {
        int number = Math.floorMod(seed, 20);
        return number < 10 ? RC : number < 17 ? SI : SER;
    }
}
